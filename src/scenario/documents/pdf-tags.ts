import { linesOf, type PdfLine, type PdfPiece, textIn } from "./pdf-lines.ts";

/** The structure that Word, browsers and others write into a PDF. */
export type PdfTag = {
  role?: string;
  id?: string;
  children?: readonly PdfTag[];
};

type Known = NonNullable<PdfLine["known"]>;

const INLINE = /^(?:Span|Em|Strong|Link|NonStruct|Lbl|LBody|Reference|Code|Quote|Sub|Annot)$/;

/** The lines of a page with what its tags make of them. Null if the tags lack words. */
export function taggedLines(pieces: readonly PdfPiece[], tree: PdfTag): PdfLine[] | null {
  const ids = new Set(idsOf(tree));
  if (pieces.some(({ tag, text }) => text.trim() !== "" && !ids.has(tag))) return null;
  const lines: PdfLine[] = [];
  let element: Known = { kind: "paragraph", level: 0, isFirst: true };
  let pending: string[] = [];
  const drawn = (own: readonly string[]) => linesOf(pieces.filter(({ tag }) => own.includes(tag)));
  const flush = () => {
    const found = drawn(pending);
    const end = Math.max(...found.map(({ right }) => right));
    const known = (at: number) => ({ ...element, isFirst: at === 0 });
    lines.push(...found.map((line, at) => ({ ...line, end, known: known(at) })));
    pending = [];
  };
  const addRow = (tags: readonly PdfTag[]) => {
    const found = tags.map((tag) => drawn(idsOf(tag)));
    const [first] = found.flat();
    const cells = found.map((each) => ({
      text: each.map(textIn).join("\n"),
      left: each[0]?.left ?? 0,
    }));
    if (first) lines.push({ ...first, cells, known: { kind: "row", level: 0, isFirst: true } });
  };
  const walk = ({ role = "", id, children = [] }: PdfTag, around: Known) => {
    if (id !== undefined) {
      if (element !== around) flush();
      element = around;
      pending.push(id);
    } else if (role === "TR") {
      flush();
      addRow(children);
    } else {
      const level = Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
      const isSame =
        level === 0 && (INLINE.test(role) || (around.kind === "item" && role !== "LI"));
      const kind = level > 0 ? "heading" : role === "LI" ? "item" : "paragraph";
      const own = isSame ? around : ({ kind, level, isFirst: true } as const);
      for (const child of children) walk(child, own);
    }
  };
  walk(tree, element);
  flush();
  return lines;
}

function idsOf({ id, children = [] }: PdfTag): string[] {
  return [...(id === undefined ? [] : [id]), ...children.flatMap(idsOf)];
}
