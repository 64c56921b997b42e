import type { Place, Problem } from "../../errors.ts";
import { ownOf } from "../../lists.ts";
import { similarPersonas } from "../../scenario/loading/distinct.ts";
import type { OpenedPersona } from "../../scenario/loading/find-persona.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion, VerdictOption } from "../../scenario/schema/scenario.ts";
import { AGAINST_FROM, interestOf } from "./criteria.ts";

export type LintedBoard = {
  readonly members: readonly { readonly persona: Persona; readonly model: string; readonly place: Place }[];
  readonly criteria: readonly Criterion[];
  readonly options: readonly VerdictOption[];
  readonly places: {
    readonly members: Place;
    readonly options: Place;
    readonly criterion: (at: number) => Place;
  };
};

export function lintBoard(board: LintedBoard): readonly LintFinding[] {
  return [...oneSided(board), ...oneMind(board), ...noDissent(board), ...unweighed(board)];
}

function oneSided({ options, places }: LintedBoard): readonly LintFinding[] {
  const missing = (["for", "against"] as const).filter((side) => !options.some((each) => each.side === side));
  return missing.map((side) =>
    error({
      place: places.options,
      message: `a panel that cannot disagree: no option has side: ${side}`,
      remedy: `Give at least one option side: ${side}.`,
    }),
  );
}

/** Of 1: how alike descriptions, expertise and priorities are. */
const ONE_VOICE = 0.8;

/** Members of one model that are described alike are one voice. */
function oneMind({ members, places }: LintedBoard): readonly LintFinding[] {
  const [first, ...others] = members;
  if (!first || others.length === 0) return [];
  const similar = similarPersonas(members.map(({ persona }) => persona)).filter(
    ({ likeness }) => likeness >= ONE_VOICE,
  );
  const isSame = ({ persona, model }: typeof first) =>
    model === first.model &&
    similar.some((pair) => pair.first === first.persona.id && pair.second === persona.id);
  if (!others.every((each) => each.persona.id === first.persona.id || isSame(each))) return [];
  return [
    error({
      place: places.members,
      message: `a panel that cannot disagree: its ${members.length} members are described alike`,
      remedy: "Add a member with another interest, or give them different priorities, expertise or models.",
    }),
  ];
}

function noDissent({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  if (members.length < 2) return [];
  const interests = members.map(({ persona }) => interestOf(persona, criteria));
  const [least, most] = [Math.min(...interests), Math.max(...interests)];
  if ((least < 0 && most > 0) || most - least >= AGAINST_FROM) return [];
  const leaning =
    most > 0 ? "lean towards the proposal" : least < 0 ? "lean against the proposal" : "are neutral";
  return [
    warning({
      place: places.members,
      message: `no dissenting interest: all ${members.length} members ${leaning}`,
      remedy: "Add a member with the opposite interest, such as a person who pays for the proposal.",
    }),
  ];
}

function unweighed({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  const isWeighed = (id: string) => members.some(({ persona }) => (ownOf(persona.priorities, id) ?? 0) > 0);
  return criteria.flatMap(({ id }, at) =>
    isWeighed(id)
      ? []
      : [
          warning({
            place: places.criterion(at),
            message: `no member weighs the criterion ${id}`,
            remedy: `Add a member with ${id} in its priorities, or remove the criterion.`,
          }),
        ],
  );
}

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

/** Words for who a person is, not for how the person judges. */
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
