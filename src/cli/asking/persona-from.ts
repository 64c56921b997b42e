import { type PersonaFromTexts, personaFromTexts, textsRequest } from "../../asking/persona-from-texts.ts";
import { personaText } from "../../asking/persona-text.ts";
import { BoardroomError } from "../../errors.ts";
import { foldedWords } from "../../scenario/documents/folded-text.ts";
import { parsePersona } from "../../scenario/files/persona-file.ts";
import { requireName, type TemplateFile } from "../../scenario/loading/template.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { LeaveFlags } from "../money/ask-leave.ts";
import { askOnce } from "../money/ask-once.ts";
import { warnOfKeys } from "../preparing/told-before.ts";
import type { CallFlags } from "../settings/models.ts";
import { withOwnCode } from "../settings/own-code.ts";
import { readSettings } from "../settings/settings.ts";
import { type Io, print } from "../terminal/io.ts";
import { usage } from "../terminal/usage.ts";
import { readGiven } from "./read-documents.ts";

type FromWritings = LeaveFlags &
  CallFlags & {
    readonly name: string;
    readonly writings: readonly string[];
    readonly model: string | undefined;
    readonly hasConsent: boolean;
  };

const MOST_OUTPUT = 6_000;
const USUAL = 1_500;

/** A persona from somebody's own texts, drafted by a model, for review; null where there is no leave for the call. */
export async function personaFrom(io: Io, asked: FromWritings): Promise<TemplateFile | null> {
  const id = requireName(asked.name);
  const { model, writings, hasConsent } = asked;
  const outer = (await withOwnCode(io, await readSettings(io))).outer;
  const spec = model ?? outer.stated.model;
  if (spec === undefined)
    throw usage(
      "a persona is drafted from texts by a language model, and none is named",
      "Name one: --model anthropic:claude-sonnet-5-5",
    );
  const documents = (await readGiven(io, writings)).map(({ document }) => ({ ...document, subject: false }));
  const name = titled(id);
  if (!hasConsent) refuseNamed(name, documents);
  warnOfKeys(io, { documents });
  const answered = await askOnce(io, {
    ...{ spec, outer, flags: asked, most: MOST_OUTPUT, expected: USUAL },
    request: textsRequest(documents, MOST_OUTPUT),
    told: {
      as: "drafter",
      does: "Drafting",
      is: "drafting",
      ask: "Have it drafted? [y/N] ",
      nothing: "Nothing was drafted.",
      without: `Leave --from out: boardroom new persona ${id} begins one by hand.`,
      code: "draft-failed",
      failed: "has drafted nothing",
    },
  });
  if (answered === null) return null;
  const drafted = personaFromTexts(answered.answer.text, documents);
  if (!drafted) throw notHeld(spec);
  const named = hasConsent ? drafted : withoutNames(drafted, documents);
  const text = personaText({ ...named, name, by: spec, writings, hasConsent });
  const path = `personas/${id}.md`;
  parsePersona(text, { id, file: path });
  print(
    io.stderr,
    named.dropped.map(
      (trait) => `left out, since its passage does not stand in the writings or it names somebody: ${trait}`,
    ),
  );
  return { path, text };
}

/** `plain-auditor` as Plain Auditor. */
function titled(id: string): string {
  return id.replace(/-/g, " ").replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A persona called as somebody whom the writings name is that person, whatever else is said. */
function refuseNamed(name: string, documents: readonly Document[]): void {
  const names = namesIn(documents).map((each) => new Set(foldedWords(each)));
  const words = foldedWords(name);
  if (!names.some((each) => words.some((word) => word.length > 2 && each.has(word)))) return;
  throw usage(
    `the writings name ${name}, and a person who may be living is drafted with their consent alone`,
    "With it, add --i-have-their-consent, which the file keeps. Else give the persona an invented name.",
  );
}

/** Two or three capitalised words in a row, as names are written; more of them than names, to be on the safe side. */
function namesIn(documents: readonly Document[]): readonly string[] {
  return documents.flatMap(({ text, title }) =>
    [...`${title}\n${text}`.matchAll(/\p{Lu}[\p{L}'’.-]*(?:[ \t]+\p{Lu}[\p{L}'’.-]+){1,2}/gu)].map(
      ([found]) => found,
    ),
  );
}

/** Without traits that name somebody of the writings. */
function withoutNames(drafted: PersonaFromTexts, documents: readonly Document[]): PersonaFromTexts {
  const { persona } = drafted;
  const names = namesIn(documents);
  const namesOne = (text: string) => names.some((name) => text.includes(name));
  const fields = [persona.title, persona.personality, persona.speakingStyle, ...persona.expertise];
  if (fields.some(namesOne))
    throw new BoardroomError("draft-failed", {
      message: "the draft names somebody of the writings",
      remedy: "Have it drafted again; with the person's consent, add --i-have-their-consent.",
    });
  if (!namesOne(persona.background)) return drafted;
  return {
    ...drafted,
    persona: { ...persona, background: "" },
    dropped: [...drafted.dropped, "background"],
    shown: drafted.shown.filter(({ trait }) => !trait.startsWith("background")),
  };
}

function notHeld(spec: string): BoardroomError {
  return new BoardroomError("draft-failed", {
    spec,
    message: `${spec} drafted nothing that holds: a title, a field, a temper or a manner has no passage in the writings`,
    remedy: "Ask again, name another model, or give it more writings. Nothing was written.",
  });
}
