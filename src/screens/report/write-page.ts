import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { HTML_MARK } from "../pages/html-file.tsx";

/** Readable by its owner only. Replaces only a page that Boardroom wrote. */
export async function writePage(io: Pick<Io, "cwd">, file: string, html: string): Promise<void> {
  const beginning = await beginningOf(resolve(io.cwd, file));
  if (beginning !== null && beginning !== HTML_MARK)
    throw new BoardroomError("usage", {
      place: { file },
      message: "exists already and is no page that Boardroom wrote",
      remedy: "Name another file with --output.",
    });
  await writeWhole(io, file, html, { force: true });
}

async function beginningOf(path: string): Promise<string | null> {
  const file = await open(path, "r").catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HTML_MARK.length), 0, HTML_MARK.length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await file.close();
  }
}
