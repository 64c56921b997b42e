import { isStopWord } from "./words.ts";

const DETERMINERS = new Set("the a an this her his its their our".split(" "));
const NUMBERS = new Set(
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty".split(
    " ",
  ),
);
const VERBS = new Set(
  "is are was were has have had left rose led won ran fell grew cut built held took lost made gave kept joined stands lasts ends runs read reads holds signed reached drew set came went got met did do does put hit sold sued said says lacks lack reduces confirm confirms discourages raise raises recommend recommends calls criticise criticises praise praises demand demands covers keeps makes threatens reads grows never now still always takes includes plan plans cancel cut stand failed churn reconcile decline declines declined resell adopt adopted leave leaves remain remains exceed exceeds miss misses hurts expects holds maintains turned hurt became will would can could may must fail fails falls fall stays stay refuses refuse depends depend testified expire expires expired announced launched rang asked told called worsen worsens postpone postpones postponed disagree disagrees sell sells recover recovers warn warns warned use uses used bring brings took want wants ask asks owns works offer offers open opens refused drop drops cuts bind binds bars bar praised criticised goes go stops stop begins begin closes close shows show gives give matches match needs need stays moves moved pays pay sees saw thinks loses lose".split(
    " ",
  ),
);
const BOUNDARY = new Set(
  "of in on at to for from by with within without into over under between among as than that which who whose where when while because although after before since until and or but nor not so per about against during whether if".split(
    " ",
  ),
);

const VAGUE = new Set(
  "company years year months month weeks week days quarters quarter points times time total average half way end share work group team people percent country parent case rank thing part others candidate person persons day hour hours minute minutes second seconds euro euros dollar dollars unit units head piece number cases case region expense expenses".split(
    " ",
  ),
);
const LEAVES = new Set("sick parental maternity paternity annual unpaid".split(" "));
const MEASURES =
  /^(?:%|percent|eur|euros?|dollars?|times|once|twice|minutes?|hours?|days?|weeks?|months?|years?|points?)$/;
/** Any but a year. */
const FIGURE = /^(?!(?:19|20)\d\d$)\d[\d.,]*$/;

const DENIES = /^(?:no|nobody|none|neither|never|no one|not|nothing|hardly|few)\b/i;

/** A short noun phrase by which a passage can be named in talk, such as `the disputed pages`; empty where none is found. */
export function handleOf(text: string, quote: string, telling: (text: string) => number): string {
  // What is denied is not there to be called by its name.
  if (DENIES.test(text) || DENIES.test(quote)) return "";
  const cited = quote.toLowerCase();
  let best = "";
  let bestScore = 0;
  for (const phrase of [...subjectOf(quote), ...phrasesOf(text)]) {
    if (!cited.includes(lastWords(phrase))) continue;
    const score = 1 + telling(phrase) * 1.5 + Math.min(3, phrase.split(" ").length) * 0.4;
    if (score > bestScore) {
      best = phrase;
      bestScore = score;
    }
  }
  return best;
}

function lastWords(phrase: string): string {
  return phrase.slice(phrase.indexOf(" ") + 1).toLowerCase();
}

/** Whether a noun phrase wants a verb in the plural. */
export function isPlural(handle: string): boolean {
  const head = handle.replace(/ of .*$/, "");
  const last = head.slice(head.lastIndexOf(" ") + 1);
  return /[^sui]s$/.test(last) || /^(?:people|children|women|men|data|theses|criteria)$/.test(last);
}

/** The noun phrase a sentence opens with where it has no article: `Net retention declined ...`. */
function subjectOf(quote: string): string[] {
  const taken: string[] = [];
  for (const raw of quote.split(/\s+/)) {
    const bare = raw.replace(/[.,;:]+$/, "");
    const lower = bare.toLowerCase();
    if (!/^[\p{L}'’-]+$/u.test(bare)) return [];
    if (isEnd(lower, 1) && !(lower === "leave" && LEAVES.has(taken.at(-1)?.toLowerCase() ?? ""))) break;
    if (NUMBERS.has(lower) || isStopWord(lower) || /(?:ed|ing|ly)$/.test(lower) || taken.length === 3)
      return [];
    taken.push(bare);
    if (bare !== raw) break;
  }
  if (taken.length < 2 || VAGUE.has(taken.at(-1)!.toLowerCase())) return [];
  // A name is somebody, and not what is reported of them.
  if (taken.every((word) => /^\p{Lu}\p{Ll}/u.test(word))) return [];
  if (!/^\p{Lu}/u.test(taken[0]!)) return [];
  const head = /^\p{Lu}\p{Ll}/u.test(taken[0]!) ? taken[0]!.toLowerCase() : taken[0]!;
  return [`the ${[head, ...taken.slice(1)].join(" ")}`];
}

function* phrasesOf(text: string): Generator<string> {
  const tokens = text
    .replace(/"[^"]*"|“[^”]*”/g, ", ")
    .replace(/[()]/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]!.toLowerCase();
    const opens = DETERMINERS.has(word) || (at > 0 && NUMBERS.has(word));
    const isMissing = /^(?:without|no|lacks?|missing)$/i.test(tokens[at - 1] ?? "");
    // Where it happened, or where somebody came from.
    const isPlace = /^an?$/.test(word) && /^(?:at|from)$/i.test(tokens[at - 1] ?? "");
    if (!opens || isMissing || isPlace || isRate(tokens, at) || tokens[at]!.endsWith(",")) continue;
    const rest: string[] = [];
    let isClosed = false;
    for (let next = at + 1; next < tokens.length && rest.length < 4; next++) {
      const raw = tokens[next]!;
      const bare = raw.replace(/[.,;:!?]+$/, "");
      if (isEnd(bare.toLowerCase(), rest.length)) {
        isClosed = true;
        break;
      }
      rest.push(bare);
      if (bare !== raw || next === tokens.length - 1) {
        isClosed = true;
        break;
      }
    }
    if (!isClosed) continue;
    if (/^ones?$/i.test(rest.at(-1) ?? "")) continue;
    while (rest.length > 0 && isLooseEnd(rest.at(-1)!)) rest.pop();
    if (rest[0] === "own") rest.shift();
    if (rest.length === 0 || rest.every((each) => isStopWord(each.toLowerCase()) || /^\d/.test(each))) continue;
    if (rest.length === 1 && rest[0]!.length < 5) continue;
    if (VAGUE.has(rest.at(-1)!.toLowerCase()) || /['’]s$/.test(rest.at(-1)!)) continue;
    yield NUMBERS.has(word) ? `the ${word} ${rest.join(" ")}` : `the ${rest.join(" ")}`;
  }
}

/** `a person` in `11 days a person`, `a day` in `40 calls a day`. */
function isRate(tokens: readonly string[], at: number): boolean {
  if (!/^an?$/i.test(tokens[at]!)) return false;
  const [counted = "", before = ""] = [tokens[at - 1]?.toLowerCase(), tokens[at - 2]?.toLowerCase()];
  if (MEASURES.test(counted) || FIGURE.test(counted)) return true;
  return counted.endsWith("s") && (FIGURE.test(before) || NUMBERS.has(before));
}

function isEnd(word: string, taken: number): boolean {
  if (BOUNDARY.has(word) || VERBS.has(word) || DETERMINERS.has(word) || word === "%" || word === "eur")
    return true;
  return taken > 0 && word.endsWith("ed") && word.length > 4;
}

function isLooseEnd(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    lower.endsWith("ly") ||
    /^\d/.test(word) ||
    (/(?:ed|ing)$/.test(lower) &&
      lower.length > 4 &&
      !/(?:hearing|meeting|ruling|learning|rating|finding|training|pricing|hiring|audit)$/.test(lower)) ||
    isStopWord(lower) ||
    "thin alone twice once together back away again ago herself himself itself themselves last first main largest second third new late early"
      .split(" ")
      .includes(lower)
  );
}
