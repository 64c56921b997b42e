import { spawn } from "node:child_process";
import type { Io } from "./io.ts";

/** What somebody who is not looking is told of. */
export type UserNotice = {
  readonly event: "closed" | "waiting" | "suspended" | "stopped";
  readonly transcript: string;
  readonly says: string;
};

/** So long a command may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Runs the user's own command; what is told stands in its environment, and is never part of what the shell reads. */
export async function notify(
  { env, cwd }: Pick<Io, "env" | "cwd">,
  command: string,
  notice: UserNotice,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const child = spawn("sh", ["-c", command], {
      cwd,
      stdio: "ignore",
      timeout: PATIENCE_MS,
      env: {
        ...(env as NodeJS.ProcessEnv),
        BOARDROOM_EVENT: notice.event,
        BOARDROOM_TRANSCRIPT: notice.transcript,
        BOARDROOM_SAYS: notice.says,
      },
    });
    child.on("error", () => resolve());
    child.on("close", () => resolve());
  });
}
