/** Reads the lines of a page by the structure that Word, browsers and others write into a PDF. `pdf-text.ts` calls it. */
import { joinCells, type PdfLine, type PdfPiece, readLines } from "./pdf-lines.ts";

export type PdfTag = {
  role?: string;
  id?: string;
  children?: readonly PdfTag[];
};

/** The tag of words outside the structure, such as the head of a page. */
export const ARTIFACT = "Artifact";

type Known = NonNullable<PdfLine["known"]> & { isNote?: boolean };

const INLINE = /^(?:Span|Em|Strong|Link|NonStruct|Lbl|LBody|Reference|Code|Quote|Sub|Annot)$/;
const NOTE = /^(?:Note|FENote)$/;
/** A table with these lays out the page. */
const OF_A_PAGE = /^(?:H[1-6]?|L|Table)$/;

/** The lines of a page with what its tags make of them. Null if the tags lack words of the text. */
export function readTaggedLines(pieces: readonly PdfPiece[], tree: PdfTag): PdfLine[] | null {
  const ids = new Set(listIds(tree));
  const words = pieces.filter(({ text }) => text.trim() !== "");
  const heights = words.flatMap(({ tag, y }) => (ids.has(tag) ? [y] : []));
  const beside = words.filter(({ tag }) => !ids.has(tag));
  const above = beside.filter(({ y }) => y > Math.max(...heights));
  const below = beside.filter((piece) => !above.includes(piece));
  if (below.some(({ tag, y }) => tag !== ARTIFACT && y > Math.min(...heights))) return null;
  const reader = new TagReader(pieces);
  reader.read(tree);
  const other = { kind: "paragraph", level: 0, isFirst: true } as const;
  const [heads, feet] = [above, below].map((part) =>
    readLines(part).map((line) => ({ ...line, end: line.right, known: other })),
  );
  return [...heads!, ...reader.lines, ...feet!];
}

/** Collects the lines of each element of a page. */
class TagReader {
  readonly lines: PdfLine[] = [];
  readonly #pieces: readonly PdfPiece[];
  #element: Known = { kind: "paragraph", level: 0, isFirst: true };
  #last = this.#element;
  #pending: string[] = [];

  constructor(pieces: readonly PdfPiece[]) {
    this.#pieces = pieces;
  }

  read(tree: PdfTag): void {
    this.#walk(tree, this.#element);
    this.#flush();
  }

  #walk({ role = "", id, children = [] }: PdfTag, around: Known): void {
    if (id !== undefined) {
      if (this.#element !== around) this.#flush();
      this.#element = around;
      this.#pending.push(id);
      return;
    }
    if (role === "TR" && !listRoles(children).some((each) => OF_A_PAGE.test(each))) {
      this.#flush();
      this.#addRow(children);
      return;
    }
    const element = this.#enter(role, around);
    for (const child of children) this.#walk(child, element);
  }

  #enter(role: string, around: Known): Known {
    const level = Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
    if (NOTE.test(role)) return { kind: "paragraph", level: 0, isFirst: true, isNote: true };
    const isPart = around.kind === "item" && role !== "LI";
    if (level === 0 && (INLINE.test(role) || isPart || around.isNote)) return around;
    const kind = level > 0 ? "heading" : role === "LI" ? "item" : "paragraph";
    return { kind, level, isFirst: true };
  }

  /** Only the first line of an element begins it, and the first one after another element. A note interrupts no element. */
  #flush(): void {
    const found = this.#draw(this.#pending);
    const { isNote = false } = this.#element;
    if (found.length > 0 && !isNote) {
      this.#element.isFirst ||= this.#element !== this.#last;
      this.#last = this.#element;
    }
    for (const line of found) {
      const beside = found.filter(({ left, right }) => left < line.right && line.left < right);
      line.end = Math.max(...beside.map(({ right }) => right));
      const { isNote: _, ...known } = this.#element;
      this.lines.push({ ...line, known, isNote });
      this.#element.isFirst = false;
    }
    this.#pending = [];
  }

  #addRow(tags: readonly PdfTag[]): void {
    const found = tags.map((tag) => this.#draw(listIds(tag)));
    const [first] = found.flat();
    const cells = found.map((lines) => ({
      text: lines.map(joinCells).join("\n"),
      left: lines[0]?.left ?? 0,
    }));
    const known = { kind: "row", level: 0, isFirst: true } as const;
    if (first) this.lines.push({ ...first, cells, known });
  }

  #draw(ids: readonly string[]): PdfLine[] {
    return readLines(this.#pieces.filter(({ tag }) => ids.includes(tag)));
  }
}

function listIds({ id, children = [] }: PdfTag): string[] {
  return [...(id === undefined ? [] : [id]), ...children.flatMap(listIds)];
}

function listRoles(tags: readonly PdfTag[]): string[] {
  return tags.flatMap(({ role = "", children = [] }) => [role, ...listRoles(children)]);
}
