import type { ComponentChildren, VNode } from "preact";

/** Markdown that Boardroom wrote, as nodes. Words from outside stay escaped: no links, images or markup. */
export function MarkdownText({ text }: { text: string }) {
  return <div class="stack tight">{blocks(text.split("\n"))}</div>;
}

function blocks(lines: readonly string[]): readonly VNode[] {
  const made: VNode[] = [];
  for (let at = 0; at < lines.length; ) {
    const { node, next } = blockAt(lines, at);
    if (node) made.push(node);
    at = next;
  }
  return made;
}

type MarkdownBlock = { node: VNode | null; next: number };

function blockAt(lines: readonly string[], at: number): MarkdownBlock {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { node: null, next: at + 1 };
  const fence = /^ *(`{3,})/.exec(line)?.[1];
  if (fence !== undefined) return fenced(lines, at, fence);
  const title = /^#{1,6} (.*)$/.exec(line);
  if (title) return { node: <p class="subheading">{inline(title[1] ?? "")}</p>, next: at + 1 };
  if (/^ *[-*] /.test(line)) return listAt(lines, at);
  if (line.startsWith("|")) return tableAt(lines, at);
  if (line.startsWith(">")) {
    const next = endOf(lines, at, (each) => each.startsWith(">"));
    const inner = lines.slice(at, next).map((each) => each.replace(/^> ?/, ""));
    return { node: <blockquote>{blocks(inner)}</blockquote>, next };
  }
  const next = endOf(
    lines,
    at,
    (each) => each.trim() !== "" && !/^(?:#{1,6} | *[-*] |\||>| *`{3})/.test(each),
    1,
  );
  return { node: <p>{inline(lines.slice(at, next).join("\n"))}</p>, next };
}

function fenced(lines: readonly string[], at: number, fence: string): MarkdownBlock {
  const end = lines.findIndex((line, index) => index > at && line.trim() === fence);
  const next = end === -1 ? lines.length : end;
  return { node: <pre>{lines.slice(at + 1, next).join("\n")}</pre>, next: next + 1 };
}

function listAt(lines: readonly string[], at: number): MarkdownBlock {
  const next = endOf(lines, at, (line) => /^ *[-*] /.test(line) || /^ {2,}\S/.test(line), 1);
  const items: { depth: number; text: string }[] = [];
  for (const line of lines.slice(at, next)) {
    const [, indent = "", text] = /^( *)[-*] (.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (text !== undefined) items.push({ depth: Math.min(3, Math.floor(indent.length / 2)), text });
    else if (last) last.text += `\n${line.trim()}`;
  }
  const node = (
    <ul>
      {items.map(({ depth, text }) => (
        <li class={depth === 0 ? undefined : `depth-${depth}`}>{inline(text)}</li>
      ))}
    </ul>
  );
  return { node, next };
}

function tableAt(lines: readonly string[], at: number): MarkdownBlock {
  const next = endOf(lines, at, (line) => line.startsWith("|"));
  const [head, , ...rows] = lines.slice(at, next).map(cellsOf);
  const node = (
    <table class="table">
      <thead>
        <tr>
          {(head ?? []).map((cell) => (
            <th scope="col">{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return { node, next };
}

function cellsOf(line: string): readonly string[] {
  const row = line.trim();
  const cells = row.slice(row.startsWith("|") ? 1 : 0, row.endsWith("|") ? -1 : undefined);
  return cells.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function endOf(
  lines: readonly string[],
  at: number,
  holds: (line: string) => boolean,
  from = 0,
): number {
  let next = at + from;
  while (next < lines.length && holds(lines[next] ?? "")) next += 1;
  return Math.max(next, at + 1);
}

function inline(text: string): ComponentChildren {
  return text.split(MARKED).map((part, index) => {
    if (index % 2 === 0) return plain(part);
    if (part.startsWith("**")) return <b>{plain(part.slice(2, -2))}</b>;
    return part.startsWith("`") ? (
      <code>{part.slice(1, -1)}</code>
    ) : (
      <i>{plain(part.slice(1, -1))}</i>
    );
  });
}

const MARKED = /(?<!\\)(\*\*(?:[^*\\]|\\.)+\*\*|\*(?:[^*\\]|\\.)+\*|`[^`\n]+`)/;

function plain(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|~$#\-+=.):])/g, "$1").replaceAll("&amp;", "&");
}
