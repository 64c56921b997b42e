/** What a terminal shows in the end of a text that takes lines back with `ESC [ n A ESC [ J`; colours stay. */
export function screenOf(text: string): string {
  const lines = [""];
  for (const piece of text.split(/(\n|\x1b\[\d+A\x1b\[J)/)) {
    const [, up] = /^\x1b\[(\d+)A/.exec(piece) ?? [];
    if (up !== undefined) lines.splice(lines.length - 1 - Number(up), Number(up) + 1, "");
    else if (piece === "\n") lines.push("");
    else lines[lines.length - 1] += piece;
  }
  return lines.join("\n");
}
