// Checks the plays of a script against their case: each quote on its line, each number in a
// document or a sum, each beat reachable, each text once, and no verdict outside a turning beat.

import type { Problem } from "../../errors.ts";
import { formatCount } from "../../text/plain.ts";
import { suggestNames } from "../files/nearest.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import { type BeatFile, type Cited, EVERYONE, type PlayFile } from "../schema/play.ts";
import type { ScriptFile } from "../schema/script.ts";
import type { ScriptCase } from "./script-case.ts";
import { checkSums, findNumbers } from "./sums.ts";

type Path = readonly PropertyKey[];

/** A play or a thread of the table, with its place in the script. */
type Part = { id: string; path: Path; play: PlayFile | null; file: ScriptFile["threads"][number] };

type CheckQuote = (path: Path, cited: Cited, of: string) => void;

const FEWEST_WORDS = 25;
const MOST_WORDS = 110;
const OUTCOMES = ["for", "against", "split"];

export function checkPlays(
  { script, yaml }: { script: ScriptFile; yaml: YamlFile },
  of: ScriptCase,
  checkQuote: CheckQuote,
): Problem[] {
  const check = new PlayCheck(script, yaml, of, checkQuote);
  check.run();
  return check.problems;
}

class PlayCheck {
  readonly problems: Problem[] = [];
  readonly #script: ScriptFile;
  readonly #yaml: YamlFile;
  readonly #case: ScriptCase;
  readonly #checkQuote: CheckQuote;
  readonly #parts: readonly Part[];
  readonly #members: readonly string[];
  readonly #verdicts: readonly string[];
  readonly #numbers: ReadonlySet<number>;
  /** Where each text stands. */
  readonly #texts = new Map<string, string>();

  constructor(script: ScriptFile, yaml: YamlFile, of: ScriptCase, checkQuote: CheckQuote) {
    this.#script = script;
    this.#yaml = yaml;
    this.#case = of;
    this.#checkQuote = checkQuote;
    this.#parts = listParts(script);
    this.#members = [...Object.keys(script.members), EVERYONE];
    this.#verdicts = of.verdicts.map(({ id }) => id);
    this.#numbers = findNumbers([...of.documents.map(({ text }) => text), ...of.texts].join("\n"));
  }

  run(): void {
    const script = this.#script;
    for (const part of this.#parts) this.#checkPart(part);
    for (const [side, by] of Object.entries(script.sum ?? {})) this.#checkVoiced(["sum", side], by);
    for (const [name, member] of Object.entries(script.members))
      for (const key of ["nod", "introduce"] as const)
        this.#checkTexts(["members", name, key], member[key], NO_FACTS);
    for (const id of this.#verdicts)
      if (script.spoken[id] === undefined)
        this.#add(["spoken"], `the verdict ${id} has no spoken form`, `Add "${id}: words".`);
    this.#checkSheet(["sheet"], script.sheet);
    this.#checkTests(script.tests);
  }

  #checkTests(tests: ScriptFile["tests"]): void {
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

  #checkKnown(path: Path, what: string, id: string | undefined, all: readonly string[]): void {
    if (id === undefined || all.includes(id)) return;
    this.#add(path, `${what} ${JSON.stringify(id)} not found`, suggestNames(id, all, "Known"));
  }

  #checkPart(part: Part): void {
    const { id, path, play, file } = part;
    const names = Object.keys(file.beats);
    for (const start of file.start) this.#checkKnown([...path, "start"], "beat", start, names);
    this.#checkKeys([...path, "bars"], file.bars);
    const { sheet } = this.#case;
    if (sheet) this.#checkKnown([...path, "topic"], "topic", file.topic, sheet.topics);
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
    for (const who of play.who) this.#checkKnown([...path, "who"], "member", who, this.#members);
    this.#checkKnown([...path, "verdict"], "verdict", play.verdict, this.#verdicts);
    const criteria = [...play.criterion, ...Object.keys(play.grades)];
    for (const criterion of criteria)
      this.#checkKnown([...path, "criterion"], "criterion", criterion, this.#case.criteria);
    this.#checkFacts(path, play, `the opening of ${id}`);
    const facts = this.#collectFacts([play]);
    for (const key of ["says", "brief"] as const) {
      for (const [member, texts] of Object.entries(play[key] ?? {}))
        for (const text of texts)
          this.#checkOpeningText([...path, key], { id, play, member, text });
      this.#checkVoiced([...path, key], play[key], facts);
    }
    const words = this.#collectFacts([play, ...Object.values(play.beats)]);
    this.#checkVoiced([...path, "last"], play.last, words, OUTCOMES);
    this.#checkTexts([...path, "hooks"], play.hooks, words);
    for (const who of play.who)
      if (!hasWords(play.says, who))
        this.#add([...path, "says"], `${who} has no opening in ${id}`, `Add "${who}: text".`);
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
    const { me, by, turns, after } = beat;
    if ((me === undefined) === (by === undefined))
      this.#add(path, `${what} needs me or by`, "Give the words of the owner, or those of others.");
    if (me && !play)
      this.#add(
        [...path, "me"],
        `${what} has no owner`,
        "Give the words in by: a thread has none.",
      );
    if (turns !== undefined && (!me || !play || !after))
      this.#add(
        [...path, "turns"],
        `${what} turns a verdict outside an owner's words or without after`,
        "A verdict turns in the owner's words (me), and after gives the reason.",
      );
    for (const next of beat.then) this.#checkKnown([...path, "then"], "beat", next, names);
    this.#checkKnown([...path, "for"], "beat", beat.for, [...names, "opening"]);
    this.#checkKnown([...path, "turns"], "verdict", turns, this.#verdicts);
    for (const group of beat.if ?? [])
      this.#checkKnown([...path, "if"], "group", group, ["yes", "no", ...this.#verdicts]);
    for (const key of ["offers", "accepts", "refuses", "agreed"] as const)
      this.#checkKnown([...path, key], "term", beat[key], Object.keys(this.#script.terms));
    this.#checkKeys([...path, "needs"], beat.needs);
    this.#checkKeys([...path, "bars"], beat.bars);
    for (const to of beat.to) this.#checkKnown([...path, "to"], "member", to, this.#members);
    for (const speaker of Object.keys(by ?? {}))
      if (play?.who.length === 1 && play.who[0] === speaker)
        this.#add([...path, "by"], `${what} gives others' words to its owner`, "Write them in me.");
    this.#checkFacts(path, beat, what);
    this.#checkSheet([...path, "sheet"], beat.sheet);
    this.#checkHolders(path, beat, play, what);
    const all = Object.values(file.beats);
    const facts = this.#collectFacts(play ? [play, ...all] : all);
    for (const key of ["me", "by", "after", "thanks"] as const)
      this.#checkVoiced([...path, key], beat[key], facts);
  }

  /** A line of a private document can be cited by its holder alone. */
  #checkHolders(path: Path, { cite, by }: BeatFile, play: PlayFile | null, what: string): void {
    for (const { ref } of cite) {
      const { shownTo } = this.#case.documents.find(({ name }) => ref.startsWith(`${name}#`)) ?? {};
      if (shownTo === undefined) continue;
      for (const name of Object.keys(by ?? {}).concat(by ? [] : (play?.who ?? []))) {
        const persona = this.#script.members[name]?.id ?? name;
        if (Object.hasOwn(shownTo, persona)) continue;
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
    const results = this.#listResults();
    for (const problem of checkSums(sums, new Set([...this.#numbers, ...results])))
      this.#add([...path, "sums"], `${what}: ${problem}`, "Correct the sum, or its numbers.");
  }

  #listResults(): number[] {
    return this.#parts.flatMap(({ play, file }) =>
      [...(play?.sums ?? []), ...Object.values(file.beats).flatMap(({ sums }) => sums)].flatMap(
        (sum) => [...findNumbers(sum.split("=").at(-1) ?? "")],
      ),
    );
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
      const place = path.map(String).join(".");
      const before = this.#texts.get(text);
      if (before !== undefined)
        this.#add(path, `the text “${text}” is also at ${before}`, "Write each text once.");
      this.#texts.set(text, place);
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

  #checkKeys(path: Path, keys: readonly string[]): void {
    const all = this.#parts.flatMap(({ id, play, file }) => [
      ...(play ? [`${id}.opening`] : []),
      ...Object.keys(file.beats).map((name) => `${id}.${name}`),
    ]);
    for (const key of keys) this.#checkKnown(path, "beat", key, all);
  }

  #checkSheet(path: Path, sheet: ScriptFile["sheet"]): void {
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

function listParts({ plays, threads }: ScriptFile): Part[] {
  return [
    ...Object.entries(plays).map(([id, play]) => {
      return { id, path: ["plays", id], play, file: { ...play, id } };
    }),
    ...threads.map((file, at) => ({ id: file.id, path: ["threads", at], play: null, file })),
  ];
}

/** Every passage that plays and threads cite. Records of older versions have neither. */
export function listCited({
  plays = {},
  threads = [],
  tests = {},
}: Partial<Pick<ScriptFile, "plays" | "threads" | "tests">>): Cited[] {
  const results = Object.values(tests).flatMap((all) => all.flatMap(({ cite }) => cite ?? []));
  const parts = [...Object.values(plays), ...threads];
  const openings = Object.values(plays).flatMap(({ cite }) => cite);
  return [
    ...openings,
    ...results,
    ...parts.flatMap(({ beats }) => Object.values(beats).flatMap(({ cite }) => cite)),
  ];
}
