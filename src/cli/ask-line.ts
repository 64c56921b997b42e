import { createInterface } from "node:readline";

/** Asks the person at the terminal on stderr, and waits for a line; null where the input has ended, or on abort. */
export function askLine(question: string, signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    let isAnswered = false;
    signal?.addEventListener("abort", () => lines.close(), { once: true });
    lines.on("close", () => {
      if (!isAnswered) resolve(null);
    });
    lines.question(question, (answer) => {
      isAnswered = true;
      lines.close();
      resolve(answer);
    });
  });
}
