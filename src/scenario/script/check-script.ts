// Checks a script against its case: each quote on its line, each number in a
// document or a sum, each beat reachable, each text once, and no verdict outside a turning beat.

import type { Problem } from "../../errors.ts";
import { formatCount } from "../../text/plain.ts";
import { checkQuotations } from "../documents/citations.ts";
import { suggestNames } from "../files/nearest.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import {
  type BeatFile,
  type Cited,
  EVERYONE,
  type PlayFile,
  type Script,
} from "../schema/script.ts";
import { findQuoteProblem } from "./check-quote.ts";
import { listCited, SCRIPT_REMEDY } from "./require-script.ts";
import type { ScriptCase } from "./script-case.ts";
import { checkSums, findNumbers } from "./sums.ts";

type Path = readonly PropertyKey[];

/** The ids that an entry names, by its key. */
type Named = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A play or a thread of the table, with its place in the script. */
type Part = { id: string; path: Path; play: PlayFile | null; file: Script["threads"][number] };

const FEWEST_WORDS = 25;
const MOST_WORDS = 110;
/** Quotes from elsewhere that are no slip. */
const FOREIGN = 3;
const OUTCOMES = ["for", "against", "split"];

export type ReadScript = { script: Script; yaml: YamlFile };

/** A script for other documents is one problem, and not one for each quote. */
export function checkScript(read: ReadScript, of: ScriptCase): Problem[] {
  const cited = listCited(read.script);
  const foreign = cited.filter((each) => findQuoteProblem(each, of.documents) !== null);
  if (foreign.length >= FOREIGN && 2 * foreign.length > cited.length) {
    const message = `${foreign.length} of ${cited.length} quotes are not in the documents: this script is for another case`;
    return [{ place: read.yaml.locateKey(["plays"]), message, remedy: SCRIPT_REMEDY }];
  }
  const check = new ScriptCheck(read, of);
  check.run();
  return check.problems;
}

class ScriptCheck {
  readonly problems: Problem[] = [];
  readonly #script: Script;
  readonly #yaml: YamlFile;
  readonly #case: ScriptCase;
  readonly #parts: readonly Part[];
  readonly #members: readonly string[];
  readonly #verdicts: readonly string[];
  readonly #results: readonly string[];
  /** All beats and openings, such as gareth-pass.offer. */
  readonly #keys: readonly string[];
  /** Of the documents. */
  readonly #numbers: ReadonlySet<number>;
  /** These, and the results of all sums. */
  readonly #summed: ReadonlySet<number>;
  /** Where each text stands. */
  readonly #texts = new Map<string, Path>();

  constructor({ script, yaml }: ReadScript, of: ScriptCase) {
    this.#script = script;
    this.#yaml = yaml;
    this.#case = of;
    this.#parts = listParts(script);
    this.#members = [...Object.keys(script.members), EVERYONE];
    this.#verdicts = of.verdicts.map(({ id }) => id);
    this.#results = [...OUTCOMES, ...this.#verdicts];
    this.#keys = this.#parts.flatMap(({ id, play, file }) =>
      [...(play ? ["opening"] : []), ...Object.keys(file.beats)].map((name) => `${id}.${name}`),
    );
    this.#numbers = findNumbers([...of.documents.map(({ text }) => text), ...of.texts].join("\n"));
    const sums = this.#parts.flatMap(({ play, file }) =>
      [...(play ? [play] : []), ...Object.values(file.beats)].flatMap((each) => each.sums),
    );
    const results = sums.map((sum) => sum.split("=").at(-1)).join("\n");
    this.#summed = new Set([...this.#numbers, ...findNumbers(results)]);
  }

  run(): void {
    const script = this.#script;
    for (const part of this.#parts) this.#checkPart(part);
    for (const [result, by] of Object.entries(script.sum ?? {})) {
      this.#checkKnown(["sum", result], "result", result, this.#results);
      this.#checkVoiced(["sum", result], by);
    }
    for (const [name, member] of Object.entries(script.members))
      this.#checkTexts(["members", name, "introduce"], member.introduce, NO_FACTS);
    for (const id of Object.keys(script.grounds))
      this.#checkKnown(["grounds", id], "result", id, this.#results);
    this.#checkSheet(["sheet"], script.sheet);
    this.#checkTests(script.tests);
    this.#checkQuotations();
  }

  /** Texts quote documents, or other texts. */
  #checkQuotations(): void {
    const texts = [...this.#texts.keys()];
    const sources = { documents: this.#case.documents, statements: () => texts };
    for (const [text, path] of this.#texts)
      for (const { quote, found } of checkQuotations(text, sources))
        if (found === "absent")
          this.#add(
            path,
            `a text quotes “${quote}”, which is in no document and no other text`,
            "Copy the words of the line, or leave the quotation marks out.",
          );
  }

  #checkTests(tests: Script["tests"]): void {
    for (const [verdict, all] of Object.entries(tests)) {
      this.#checkKnown(["tests", verdict], "verdict", verdict, this.#verdicts);
      for (const [at, { says, test, found, cite }] of all.entries()) {
        const path = ["tests", verdict, at];
        this.#checkTexts(path, says === undefined ? [test] : [says, test], NO_FACTS);
        if (cite) this.#checkQuote([...path, "cite"], cite, `the test “${test}”`);
        else if (found !== "open")
          this.#add(
            path,
            `the test “${test}” has the result "${found}" without a source`,
            "Cite the line that states the result, or write found: open.",
          );
      }
    }
  }

  #add(path: Path, message: string, remedy: string): void {
    this.problems.push({ place: this.#yaml.locateKey(path), message, remedy });
  }

  #checkKnown(path: Path, what: string, id: string, all: readonly string[]): void {
    if (all.includes(id)) return;
    this.#add(path, `${what} ${JSON.stringify(id)} not found`, suggestNames(id, all, "Known"));
  }

  #checkIds(path: Path, what: string, all: readonly string[], named: Named): void {
    for (const [key, ids = []] of Object.entries(named))
      for (const id of [ids].flat()) this.#checkKnown([...path, key], what, id, all);
  }

  #checkQuote(path: Path, cited: Cited, what: string): void {
    const problem = findQuoteProblem(cited, this.#case.documents);
    if (problem) this.#add(path, `the quote of ${what} ${problem.message}`, problem.remedy);
  }

  #checkPart(part: Part): void {
    const { id, path, play, file } = part;
    const names = Object.keys(file.beats);
    this.#checkIds(path, "beat", names, { start: file.start });
    this.#checkIds(path, "beat", this.#keys, { bars: file.bars });
    const { sheet } = this.#case;
    if (sheet) this.#checkIds(path, "topic", sheet.topics, { topic: file.topic });
    this.#checkSheet([...path, "sheet"], file.sheet);
    if (play) this.#checkOpening(part, play);
    for (const [name, beat] of Object.entries(file.beats)) this.#checkBeat(part, name, beat);
    const reached = new Set([
      ...file.start,
      ...Object.values(file.beats).flatMap((beat) => beat.then),
    ]);
    for (const name of names)
      if (!reached.has(name))
        this.#add(
          [...path, "beats", name],
          `nothing leads to the beat ${id}.${name}`,
          "Name it in start, or in then of another beat.",
        );
  }

  #checkOpening({ id, path }: Part, play: PlayFile): void {
    const { who, verdict, criterion } = play;
    this.#checkIds(path, "member", this.#members, { who });
    this.#checkIds(path, "verdict", this.#verdicts, { verdict });
    this.#checkIds(path, "beat", this.#keys, { meets: play.meets });
    const grades = Object.keys(play.grades);
    this.#checkIds(path, "criterion", this.#case.criteria, { criterion, grades });
    this.#checkFacts(path, play, `the opening of ${id}`);
    const facts = this.#collectFacts([play]);
    for (const key of ["says", "brief"] as const) {
      for (const [member, texts] of Object.entries(play[key] ?? {}))
        for (const text of texts)
          this.#checkOpeningText([...path, key], { id, play, member, text });
      this.#checkVoiced([...path, key], play[key], facts);
    }
    const words = this.#collectFacts([play, ...Object.values(play.beats)]);
    this.#checkVoiced([...path, "last"], play.last, words, this.#results);
    this.#checkTexts([...path, "hooks"], play.hooks, words);
    for (const owner of who)
      if (!hasWords(play.says, owner))
        this.#add([...path, "says"], `${owner} has no opening in ${id}`, `Add "${owner}: text".`);
  }

  #checkOpeningText(
    path: Path,
    { id, play, member, text }: { id: string; play: PlayFile; member: string; text: string },
  ): void {
    const count = text.split(/\s+/).length;
    if (count < FEWEST_WORDS || count > MOST_WORDS)
      this.#add(
        path,
        `an opening of ${id} has ${formatCount(count, "word")}`,
        `Write ${FEWEST_WORDS} to ${MOST_WORDS} words.`,
      );
    for (const key of ["reason", "crux"] as const) {
      const words = play[key][member] ?? play[key][EVERYONE];
      const own = member === EVERYONE ? Object.values(play[key]) : [words];
      if (
        !own.some((each) => each !== undefined && text.toLowerCase().includes(each.toLowerCase()))
      )
        this.#add(
          path,
          `an opening of ${id} does not say its ${key}`,
          `Say the words of ${key} in it, or correct ${key}.`,
        );
    }
  }

  #checkBeat(part: Part, name: string, beat: BeatFile): void {
    const { id, play, file } = part;
    const path = [...part.path, "beats", name];
    const what = `the beat ${id}.${name}`;
    const names = Object.keys(file.beats);
    const { me, by, turns, after, offers, accepts, refuses, agreed } = beat;
    if ((me === undefined) === (by === undefined))
      this.#add(path, `${what} needs me or by`, "Give the words of the owner, or those of others.");
    if (me && !play)
      this.#add(
        [...path, "me"],
        `${what} has no owner`,
        "Give the words in by: a thread has none.",
      );
    if (turns !== undefined && !(by && this.#isAgents(beat)) && (!me || !play || !after))
      this.#add(
        [...path, "turns"],
        `${what} turns a verdict outside an owner's words or without after`,
        "A verdict turns in the owner's words (me), and after gives the reason.",
      );
    const terms = Object.keys(this.#script.terms);
    for (const next of beat.then) this.#checkKnown([...path, "then"], "beat", next, names);
    const { for: cause, needs, bars } = beat;
    this.#checkIds(path, "beat", this.#keys, { for: cause, needs, bars });
    this.#checkIds(path, "verdict", this.#verdicts, { turns });
    this.#checkIds(path, "group", ["yes", "no", ...this.#verdicts], { if: beat.if });
    this.#checkIds(path, "term", terms, { offers, accepts, refuses, agreed });
    this.#checkIds(path, "member", this.#members, { to: beat.to });
    for (const speaker of Object.keys(by ?? {}))
      if (speaker !== EVERYONE && play?.who.length === 1 && play.who[0] === speaker)
        this.#add([...path, "by"], `${what} gives others' words to its owner`, "Write them in me.");
    this.#checkFacts(path, beat, what);
    this.#checkSheet([...path, "sheet"], beat.sheet);
    this.#checkHolders(path, beat, play, what);
    const all = Object.values(file.beats);
    const facts = this.#collectFacts(play ? [play, ...all] : all);
    for (const key of ["me", "by", "after", "leaves", "thanks"] as const)
      this.#checkVoiced([...path, key], beat[key], facts);
  }

  /** Words of a chair or an arbiter, who has no opening. */
  #isAgents({ by = {} }: BeatFile): boolean {
    const openers = this.#parts.flatMap(({ play }) => play?.who ?? []);
    return Object.keys(by).every((name) => ![...openers, EVERYONE].includes(name));
  }

  /** Named members must be able to read what they cite. Words for any are left to members who can. */
  #checkHolders(path: Path, { cite, by }: BeatFile, play: PlayFile | null, what: string): void {
    for (const { ref } of cite) {
      const { shownTo } = this.#case.documents.find(({ name }) => ref.startsWith(`${name}#`)) ?? {};
      if (shownTo === undefined) continue;
      for (const name of Object.keys(by ?? {}).concat(by ? [] : (play?.who ?? []))) {
        const persona = this.#script.members[name]?.id ?? name;
        if (name === EVERYONE || Object.hasOwn(shownTo, persona)) continue;
        const holders = Object.keys(shownTo).join(", ");
        this.#add(
          path,
          `${what} cites ${ref}, which ${name} was not given`,
          `Give the words to ${holders}, or cite another line.`,
        );
      }
    }
  }

  #checkFacts(path: Path, { cite, sums }: Pick<PlayFile, "cite" | "sums">, what: string): void {
    for (const cited of cite) this.#checkQuote([...path, "cite"], cited, what);
    for (const problem of checkSums(sums, this.#summed))
      this.#add([...path, "sums"], `${what}: ${problem}`, "Correct the sum, or its numbers.");
  }

  /** The numbers that words near these facts may use. */
  #collectFacts(facts: readonly Pick<PlayFile, "sums" | "own">[]): ReadonlySet<number> {
    return new Set(facts.flatMap(({ sums, own }) => [...own, ...findNumbers(sums.join("\n"))]));
  }

  #checkVoiced(
    path: Path,
    voiced: Readonly<Record<string, readonly string[]>> | undefined,
    facts = NO_FACTS,
    more: readonly string[] = [],
  ): void {
    for (const [member, texts] of Object.entries(voiced ?? {})) {
      this.#checkKnown([...path, member], "member", member, [...this.#members, ...more]);
      this.#checkTexts(member === EVERYONE ? path : [...path, member], texts, facts);
    }
  }

  #checkTexts(path: Path, texts: readonly string[], facts: ReadonlySet<number>): void {
    for (const text of texts) {
      const before = this.#texts.get(text);
      if (before !== undefined)
        this.#add(
          path,
          `the text “${text}” is also at ${before.map(String).join(".")}`,
          "Write each text once.",
        );
      this.#texts.set(text, path);
      const strange = [...findNumbers(text)].find(
        (number) => !this.#numbers.has(number) && !facts.has(number),
      );
      if (strange !== undefined)
        this.#add(
          path,
          `the number ${strange} is in no document`,
          "Use a number of the documents, add its sum to sums, or add it to own.",
        );
      const named = this.#verdicts.find((id) => new RegExp(`\\b${id}\\b`).test(text));
      if (named !== undefined)
        this.#add(path, `a text names the verdict ${named}`, "Say the verdict as people do.");
    }
  }

  #checkSheet(path: Path, sheet: Script["sheet"]): void {
    const known = this.#case.sheet;
    for (const [item, { choice, cite }] of Object.entries(sheet)) {
      if (known) {
        this.#checkKnown([...path, item], "item", item, known.items);
        this.#checkKnown([...path, item, "choice"], "choice", choice, known.choices);
      }
      for (const cited of cite) this.#checkQuote([...path, item, "cite"], cited, `item ${item}`);
    }
  }
}

const NO_FACTS: ReadonlySet<number> = new Set();

function hasWords(voiced: Readonly<Record<string, unknown>>, member: string): boolean {
  return Object.hasOwn(voiced, member) || Object.hasOwn(voiced, EVERYONE);
}

function listParts({ plays, threads }: Script): Part[] {
  return [
    ...Object.entries(plays).map(([id, play]) => {
      return { id, path: ["plays", id], play, file: { ...play, id } };
    }),
    ...threads.map((file, at) => ({ id: file.id, path: ["threads", at], play: null, file })),
  ];
}
