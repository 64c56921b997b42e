import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { isOutside } from "../../scenario/files/paths.ts";

/** Each file is written whole or not at all, for its owner only, over older ones. */
export async function writeBeside(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  for (const { name, text } of files) {
    const file = join(folder, name);
    if (isOutside(folder, file)) {
      throw new BoardroomError("internal", {
        message: `a protocol named the output ${JSON.stringify(name)}, outside the transcript's folder`,
      });
    }
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
      await rename(temporary, file);
    } catch (cause) {
      await rm(temporary, { force: true });
      const { code = "unknown" } = cause as NodeJS.ErrnoException;
      throw new BoardroomError(
        "usage",
        {
          place: { file },
          message: `cannot be written (${code})`,
          remedy: "Check that its folder may be written to.",
        },
        { cause },
      );
    }
  }
}
