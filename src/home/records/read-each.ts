import { BoardroomError } from "../../errors.ts";
import { EXIT, exitCodeOfError } from "../process/exit-codes.ts";
import { type Io, printText } from "../process/io.ts";
import { withoutSecrets } from "../process/without-secrets.ts";

type ReadEach<T> = { readonly sound: readonly T[]; readonly exitCode: number };

/** An unreadable one is reported on stderr and hides no other. `exitCode` is the worst. Throws if none can be read. */
export async function readEach<T>(
  io: Pick<Io, "stderr" | "env">,
  folders: readonly string[],
  read: (folder: string) => T | Promise<T>,
): Promise<ReadEach<T>> {
  const sound: T[] = [];
  const failed: BoardroomError[] = [];
  for (const folder of folders) {
    try {
      sound.push(await read(folder));
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      failed.push(error);
    }
  }
  const [worst] = [...failed].sort((a, b) => exitCodeOfError(b.code) - exitCodeOfError(a.code));
  if (!worst) return { sound, exitCode: EXIT.decided };
  if (sound.length === 0)
    throw new BoardroomError(
      worst.code,
      failed.flatMap(({ problems }) => problems),
    );
  for (const error of failed) printText(io.stderr, withoutSecrets(`Skipped: ${error.message}\n`, io.env));
  return { sound, exitCode: exitCodeOfError(worst.code) };
}
