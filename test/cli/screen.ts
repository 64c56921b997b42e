export function screenOf(text: string): string {
  const lines = [""];
  for (const piece of text.split(/(\n|\x1b\[1A\x1b\[2K)/)) {
    if (piece === "\n") lines.push("");
    else if (piece === "\x1b[1A\x1b[2K") lines.splice(-2, 2, "");
    else lines[lines.length - 1] += piece;
  }
  return lines.join("\n");
}
