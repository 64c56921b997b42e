import type { Io } from "../terminal/io.ts";

/** A terminal that nobody watches: what a meeting among many would print is kept, and nobody is asked. */
export function quietIo(io: Io): { readonly io: Io; readonly told: () => string } {
  let told = "";
  const silent = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(io),
    stdout: { value: { write: () => true } },
    stderr: {
      value: {
        write(text: string) {
          told += text;
          return true;
        },
      },
    },
    ask: { value: undefined },
    isTTY: { value: false },
  }) as Io;
  return { io: silent, told: () => told };
}
