import type { OpenedPersona } from "../../../scenario/files/persona-file.ts";
import { error, type LintFinding, warning } from "./finding.ts";

const LEAST_OWN_WORDS = 4;

export function lintPersona(opened: OpenedPersona): readonly LintFinding[] {
  return [...stereotypes(opened), ...vague(opened), ...weighing(opened)];
}

function stereotypes({ persona, yaml, backgroundLine }: OpenedPersona): readonly LintFinding[] {
  const { file } = yaml;
  const fields = (["personality", "speakingStyle"] as const).map((field) => ({
    field: field as string,
    text: persona[field],
    place: yaml.placeOf([field]),
  }));
  const lines = persona.background
    .split("\n")
    .map((text, at) => ({ field: "background", text, place: { file, line: backgroundLine + at, column: 1 } }));
  return [...fields, ...lines].flatMap(({ field, text, place }) => {
    const drawn = DRAWN_FROM_ORIGIN.map((pattern) => pattern.exec(text)?.[0].trim()).find((found) => found);
    const quoted = (words: string) => JSON.stringify(words);
    if (drawn !== undefined)
      return [
        error({
          place,
          message: `${field} draws a trait from a name, an origin or a group: ${quoted(drawn)}`,
          remedy: "Say what this person did or learned, or remove it.",
        }),
      ];
    const word = field === "background" ? undefined : ORIGIN_WORD.exec(text)?.[0];
    if (word === undefined || !/^\p{Lu}/u.test(word)) return [];
    return [
      warning({
        place,
        message: `${field} names an origin or a belief, ${quoted(word)}, as if it were a temper`,
        remedy: "Say how this person judges and talks; their origin belongs under background, if anywhere.",
      }),
    ];
  });
}

function vague({ persona, yaml }: OpenedPersona): readonly LintFinding[] {
  return (["personality", "speakingStyle"] as const).flatMap((field) => {
    const own = ownWords(persona[field]);
    if (own.size >= LEAST_OWN_WORDS) return [];
    return [
      warning({
        place: yaml.placeOf([field]),
        message: `${field} is vague: it fits any person (${own.size === 0 ? "no word" : [...own].join(", ")} tells this person apart)`,
        remedy:
          "Say what this person does that others would not: what they notice, refuse, repeat or give way to.",
      }),
    ];
  });
}

function weighing({ persona: { priorities }, yaml }: OpenedPersona): readonly LintFinding[] {
  const weights = Object.values(priorities);
  if (weights.length < 2 || new Set(weights).size > 1) return [];
  return [
    warning({
      place: yaml.placeOfKey(["priorities"]),
      message: `priorities weigh all alike (${weights[0]}): nothing comes before anything else`,
      remedy: "Say what this person would give up for what: let one criterion weigh most, and one little.",
    }),
  ];
}

function ownWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2 && !STOCK.has(word) && !EMPTY.has(word)));
}

const PEOPLES =
  "african|american|arab|arabic|argentine|argentinian|armenian|asian|australian|austrian|balkan|bavarian|belgian|bengali|brazilian|british|bulgarian|canadian|caribbean|catalan|chinese|colombian|cuban|croatian|czech|danish|dutch|egyptian|english|estonian|ethiopian|european|filipino|finnish|french|gaelic|german|ghanaian|greek|hispanic|hungarian|icelandic|indian|indonesian|iranian|iraqi|irish|israeli|italian|jamaican|japanese|kenyan|korean|latin|latina|latino|latvian|lebanese|lithuanian|malaysian|mediterranean|mexican|moroccan|nigerian|nordic|norwegian|oriental|pakistani|persian|peruvian|polish|portuguese|prussian|punjabi|romanian|russian|scandinavian|scottish|serbian|sicilian|slavic|spanish|swedish|swiss|syrian|taiwanese|thai|turkish|ukrainian|vietnamese|welsh|yoruba";
const BELIEFS = "buddhist|calvinist|catholic|christian|hindu|jewish|lutheran|mormon|muslim|protestant|sikh";
const NOUNS =
  "scots?|scotsman|scotswoman|scotsmen|dane|danes|dutchman|dutchmen|englishman|englishmen|finn|finns|frenchman|frenchmen|frenchwoman|irishman|irishmen|jews?|poles?|spaniards?|swedes?|turks?|welshman|welshmen|gypsy|gypsies";
const KINDS =
  "women|woman|men|man|girls?|boys?|mothers?|fathers?|grandmothers?|grandfathers?|immigrants?|foreigners?|millennials?|boomers?|pensioners?|(?:old|young) people|blondes?";

const ORIGIN = `(?:(?:${PEOPLES}|${BELIEFS})s?|${NOUNS})`;
const ANYBODY = `(?:${ORIGIN}|${KINDS})`;
const TEMPERS =
  "temper|temperament|punctuality|thrift|passion|blood|discipline|efficiency|pride|charm|reserve|directness|work ethic|precision|hospitality|mentality|stubbornness|bluntness|politeness|thoroughness|humour|humor|warmth|melancholy|spirit|soul|fatalism|order|frugality|machismo|manners|honour";

const DRAWN_FROM_ORIGIN: readonly RegExp[] = [
  new RegExp(
    `\\b(?:like|as|than) (?:all|any|every|most|many|so many|other)(?: of)?(?: (?:the|good))? ${ANYBODY}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:typical(?:ly)?|stereotypical(?:ly)?|classic(?:ally)?|characteristic(?:ally)?|proverbial(?:ly)?) ${ANYBODY}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:as|being|like) (?:an? |the )?(?:true |proud |good |real |born |proper )?${ANYBODY}(?: (?:man|woman|person))?,? (?:s?he|they|it) `,
    "iu",
  ),
  new RegExp(`\\bbecause (?:s?he|they) (?:is|are|was|were|comes?|came) (?:an? |from )?${ANYBODY}\\b`, "iu"),
  new RegExp(`\\b${ORIGIN} (?:${TEMPERS})\\b`, "iu"),
  new RegExp(
    `\\b(?:${ORIGIN}|women|men|mothers) (?:are|is) (?:all|always|never|naturally|known|by nature|born)\\b`,
    "iu",
  ),
  /\b(?:true|faithful|in keeping) (?:to|with) (?:his|her|their) (?:(?:sur|last |first |family )?name|roots|heritage|blood|origins?|people|nation|race|sex|gender)\b/iu,
  /\b(?:as|like) (?:his|her|their) (?:sur|last |first |family )?name (?:suggests|says|tells|implies|promises)\b/iu,
  /\b(?:his|her|their) (?:heritage|blood|culture|ethnicity|race|religion|gender|sex|nationality|ancestry|origins?) (?:makes?|made|has made|gives?|gave|taught|shows?|explains?|demands?)\b/iu,
  /\b(?:broken|accented) english\b|\b(?:thick|heavy|funny|strong) (?:\w+ )?accent\b/iu,
];

const ORIGIN_WORD = new RegExp(`(?<!\\b(?:in|plain|speaks?|simple) )\\b${ORIGIN}\\b`, "iu");

const STOCK = new Set(
  "able always analytical approachable attentive aware balanced best calm capable careful caring collaborative committed competent confident considerate constructive creative dedicated detail details determined diligent diverse driven dynamic easygoing effective efficient empathetic energetic engaging enthusiastic excellent expert expertise experienced fair flexible focused focuses friendly generally good great hardworking hard-working helpful honest insightful intelligent kind knowledgeable likes listens logical motivated nice normal objective often open open-minded optimistic organised organized oriented passionate patient people person personality player pleasant polite positive practical pragmatic precise proactive professional rational reasonable reliable respectful responsible results sensible serious skilled smart solution solutions speaks strategic strong style supportive talks team thinker thorough thoughtful tone trustworthy usually values very warm well wise working works clear clearly concise concisely direct directly articulate eloquent manner generic communicates communicator communication".split(
    " ",
  ),
);

const EMPTY = new Set(
  "about after again also and any are because been being both but can does each every for from had has have her hers him his how into its just more most much not other others our out over own she some such than that the their them then there they this those through too under until was were what when where which while who whom whose why will with would you your".split(
    " ",
  ),
);
