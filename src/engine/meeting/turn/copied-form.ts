import { remembering } from "../../../scenario/files/remember.ts";
import { plainWords } from "../../../text/plain.ts";
import { NO_DOCUMENT } from "../../perspective/meeting-rules.ts";
import type { ParsedReply } from "../../scaffold/message.ts";

export const FORM_COPIED = "form-copied" as const;

export const PUT_YOUR_OWN =
  "Your reply copies text from the format description. Replace it with your own words.";

/** A shorter run of words may be anybody's own. */
const LEAST_WORDS = 3;
const NEARBY = 3;

/** Small models fill in a form with its own words, which are no message, reasons or passage. `isNothingElse`: the content was such a copy. */
export function withoutCopies(
  reply: ParsedReply,
  form: string,
): { readonly reply: ParsedReply; readonly isNothingElse: boolean } {
  if (reply.parse === "failed") return { reply, isNothingElse: false };
  const isCopy = (text: string) => isRunOf(form, text);
  const own = (text: string | null) => (text === null || isCopy(text) ? null : text);
  const artifacts = reply.artifacts.filter((each) =>
    each.kind === "citation" ? !isCopy(each.quote) && !each.ref.startsWith(NO_DOCUMENT) : !isCopy(each.body),
  );
  const isNothingElse = isCopy(reply.content);
  const cleaned = {
    ...reply,
    artifacts,
    content: isNothingElse ? "" : reply.content,
    reasoning: own(reply.reasoning),
    wouldChange: own(reply.wouldChange),
  };
  const isCopied =
    isNothingElse ||
    artifacts.length < reply.artifacts.length ||
    cleaned.reasoning !== reply.reasoning ||
    cleaned.wouldChange !== reply.wouldChange ||
    isCopy(reply.verdict ?? "");
  if (!isCopied) return { reply, isNothingElse: false };
  return { reply: { ...cleaned, flags: [...reply.flags, FORM_COPIED] }, isNothingElse };
}

type Copy = { readonly place: string; readonly depth: number };

export function copiesIn(reply: unknown, instruction: string): readonly Copy[] {
  const samples = samplesIn(instruction);
  const found: Copy[] = [];
  const look = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "string" && (samples.has(plainWords(value)) || /^\s*\.{3}\s*$/.test(value)))
      found.push({ place: path.join("."), depth: path.length });
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) look(each, [...path, key]);
  };
  look(reply, []);
  return found;
}

export function copiesText(copies: readonly Copy[]): string {
  return `${PUT_YOUR_OWN} Copied: ${copies.map(({ place }) => place).join(", ")}.`;
}

/** Options and single words can be answers, so they are no samples. */
const samplesIn = remembering(200_000, (instruction): ReadonlySet<string> => {
  const at = instruction.lastIndexOf("Reply with JSON");
  const example = at < 0 ? "" : instruction.slice(at);
  const quoted = [...example.matchAll(/"([^"]*)"(\s*:)?/g)];
  const values = quoted.flatMap(([, text = "", colon]) => (colon === undefined ? [plainWords(text)] : []));
  return new Set(values.filter((text) => text.split(" ").length >= LEAST_WORDS));
});

type FoldedForm = {
  readonly run: string;
  readonly threes: ReadonlySet<string>;
  readonly places: readonly { readonly words: string; readonly most: number }[];
};

const formOf = remembering(50_000, (form): FoldedForm => {
  const words = plainWords(form).split(" ");
  const threes = words.slice(LEAST_WORDS - 1).map((_, at) => words.slice(at, at + LEAST_WORDS).join(" "));
  const places = [...form.matchAll(/>([^<>]+)</g)]
    .map(([, place = ""]) => plainWords(place))
    .filter((place) => place.split(" ").length > LEAST_WORDS)
    .map((place) => ({ words: ` ${place} `, most: place.split(" ").length + NEARBY }));
  return { run: ` ${words.join(" ")} `, threes: new Set(threes), places };
});

function isRunOf(form: string, text: string): boolean {
  const { run, threes, places } = formOf(form);
  // A longer text can only be a copy if it begins as one, which is quick to test.
  const begins = threes.has(beginning(text));
  if (text.length > LONG && !begins) return false;
  const own = ` ${plainWords(text)} `;
  const words = own.split(" ").length - 2;
  if (begins && run.includes(own)) return true;
  return places.some((place) => words <= place.most && own.includes(place.words));
}

const LONG = 160;

function beginning(text: string): string {
  const [, ...first] = FIRST_WORDS.exec(text) ?? [];
  return first.join(" ").toLowerCase();
}

const FIRST_WORDS = /^[^\p{L}\p{N}]*([\p{L}\p{N}]+)[^\p{L}\p{N}]+([\p{L}\p{N}]+)[^\p{L}\p{N}]+([\p{L}\p{N}]+)/u;
