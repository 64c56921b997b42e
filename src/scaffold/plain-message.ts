import { FIELD_NAMES, type FieldName, type RawFields } from "./fields.ts";

/**
 * The fields of a message in its plain form, which most replies are in: one `<Message>` and in it known fields, each
 * once, with no markup of their own but that of Artifacts. Null for anything else, which is a parser's to read; what is
 * read here a parser reads alike.
 */
export function readPlainMessage(text: string): RawFields | null {
  const whole = text.trim();
  // A parser makes one line break of two.
  if (whole.includes("\r")) return null;
  if (!whole.startsWith(OPENING) || !whole.endsWith(CLOSING)) return null;
  const fields: Partial<Record<FieldName, string>> = {};
  let at = afterBlank(whole, OPENING.length);
  const end = whole.length - CLOSING.length;
  while (at < end) {
    const close = whole.indexOf(">", at);
    const name = KNOWN.get(whole.slice(at, close + 1));
    if (name === undefined || fields[name] !== undefined) return null;
    const stop = whole.indexOf(`</${name}>`, close);
    const inside = whole.slice(close + 1, stop);
    if (stop < 0 || !isPlain(name, inside)) return null;
    fields[name] = inside;
    at = afterBlank(whole, stop + name.length + 3);
  }
  return fields.Content === undefined ? null : fields;
}

const OPENING = "<Message>";
const CLOSING = "</Message>";

const KNOWN: ReadonlyMap<string, FieldName> = new Map(FIELD_NAMES.map((name) => [`<${name}>`, name]));

/** Nothing that a parser may take for more than it looks: in artifacts, whole tags of other names alone. */
function isPlain(name: FieldName, inside: string): boolean {
  if (name !== "Artifacts") return !inside.includes("<");
  const words = inside.replaceAll(TAG, "");
  return !words.includes("<");
}

const TAG = /<\/?(?!Artifacts|Message|Content)[A-Za-z]+(?:\s+[A-Za-z]+="[^"<>]*")*\s*>/g;

function afterBlank(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}
