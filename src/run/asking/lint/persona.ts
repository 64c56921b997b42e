import type { Problem } from "../../../errors.ts";
import type { OpenedPersona } from "../../../scenario/files/persona-file.ts";

/** An error fails `check`, a warning does not. */
export type LintFinding = Problem &
  Required<Pick<Problem, "place" | "remedy">> & { readonly is: "error" | "warning" };

export function warning(finding: Omit<LintFinding, "is">): LintFinding {
  return { is: "warning", ...finding };
}

export function error(finding: Omit<LintFinding, "is">): LintFinding {
  return { is: "error", ...finding };
}

/** Finds traits that are drawn from a name, an origin or a group. */
export function lintPersona({ persona, yaml, backgroundLine }: OpenedPersona): readonly LintFinding[] {
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
    if (drawn === undefined) return [];
    return [
      error({
        place,
        message: `${field} draws a trait from a name, an origin or a group: ${JSON.stringify(drawn)}`,
        remedy: "Say what this person did or learned, or remove it.",
      }),
    ];
  });
}

/** Words that say who somebody is, and nothing of how they judge. */
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
