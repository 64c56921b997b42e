import { FIELD_NAMES, type FieldName, type RawFields } from "./fields.ts";

/** A fast way for the commonest form: one `<Message>`, known fields once each. null for anything else; what is read here a parser reads alike. */
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
