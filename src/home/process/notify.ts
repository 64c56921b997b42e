import { spawn } from "node:child_process";
import type { Io } from "./io.ts";

export type Notification = {
  readonly event: "closed" | "waiting" | "suspended" | "stopped";
  readonly transcript: string;
  readonly says: string;
};

const PATIENCE_MS = 10_000;

/** The text is in the environment, so that the shell never reads it as code. */
export async function notify(
  { env, cwd }: Pick<Io, "env" | "cwd">,
  command: string,
  notice: Notification,
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
