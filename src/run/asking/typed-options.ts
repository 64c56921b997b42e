import { BoardroomError } from "../../errors.ts";
import type { VerdictOption } from "../../scenario/schema/scenario.ts";

/** Takes `yes,no,later`. Sides follow the words; where these tell none, the order given. */
export function optionsFrom(named: readonly string[]): {
  readonly options: readonly VerdictOption[];
  readonly notes: readonly string[];
} {
  const given = named.map((name) => name.trim()).filter((name) => name !== "");
  const options = given.map((name) => ({ name, id: optionId(name), side: sideOf(name) }));
  refuse(options.map(({ id, name }) => ({ id, name })));
  const isTold = (side: string) => options.some((each) => each.side === side);
  if (isTold("for") && isTold("against")) {
    const sided = options.map(({ id, side }) => ({ id, side: side ?? ("for" as const) }));
    return { options: sided, notes: notTold(options) };
  }
  const last = options.length - 1;
  const sided = options.map(({ id, side }, at) => ({
    id,
    side: side ?? (at === last && !isTold("against") ? ("against" as const) : ("for" as const)),
  }));
  if (!sided.some(({ side }) => side === "for") || !sided.some(({ side }) => side === "against"))
    throw needsBoth(given);
  return {
    options: sided,
    notes: [
      "Words do not tell which options are for and which against: the last counts as against, the others as for. If that is wrong, change side: in scenario.yaml.",
    ],
  };
}

function notTold(options: readonly { readonly id: string; readonly side: VerdictOption["side"] | null }[]) {
  const open = options.filter(({ side }) => side === null).map(({ id }) => id);
  return open.length === 0
    ? []
    : [
        `${open.join(", ")} counts as for: its words do not tell its side. If that is wrong, change side: in scenario.yaml.`,
      ];
}

const AGAINST =
  /^(?:no|not|never|reject|decline|refuse|stop|don'?t|do not|against|pass|drop|cancel|keep out|none|leave it|disapprove|deny|abandon)\b/i;
const NEUTRAL =
  /^(?:later|wait|maybe|defer|postpone|abstain|undecided|not yet|hold|revisit|open|more (?:data|time)|delay|unsure|neutral|another)\b/i;
const FOR =
  /^(?:yes|approve|accept|adopt|go(?! slow)|do it|for|agree|hire|invest|launch|merge|buy|support|start|ship|grant|fund|allow)\b/i;

function sideOf(name: string): VerdictOption["side"] | null {
  const said = name.replaceAll(/[_-]+/g, " ");
  if (NEUTRAL.test(said)) return "neutral";
  if (AGAINST.test(said)) return "against";
  return FOR.test(said) ? "for" : null;
}

function refuse(options: readonly { readonly id: string; readonly name: string }[]): void {
  const bad = options.find(({ id }) => id === "");
  if (bad)
    throw new BoardroomError("usage", {
      message: `${JSON.stringify(bad.name)} is no name for an option`,
      remedy: "Name options by words of Latin letters, such as yes,no,later.",
    });
  const ids = options.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (twice !== undefined)
    throw new BoardroomError("usage", {
      message: `the option ${twice} is named twice`,
      remedy: "Name each once.",
    });
  if (options.length < 2 || options.length > 20) throw needsBoth(options.map(({ name }) => name));
}

function needsBoth(named: readonly string[]): BoardroomError {
  return new BoardroomError("usage", {
    message: `a board decides between sides, and ${named.length === 0 ? "no option is" : `these are not both: ${named.join(", ")}`}`,
    remedy: "Name one option for and one against at least, such as yes,no,later.",
  });
}

function optionId(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .replace(/_+$/, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}
