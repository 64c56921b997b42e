import { nextOption, sideTaken, signOf, spoken } from "./ladder.ts";
import type { Mind } from "./mind.ts";
import { referTo, type Tongue } from "./phrasing.ts";
import { ground } from "./pick.ts";
import { capitalise } from "./reading/words.ts";
import { anyWishOn } from "./wish.ts";

/** What could bring a member to the next verdict. What one wishes for in a worry would calm it, and in a merit bear it out. */
export function wouldChange(mind: Mind, verdict: string, tongue: Tongue): string {
  const { direction, goal } = nextFor(mind, verdict);
  const about = ground(mind, direction) ?? ground(mind, -direction as 1 | -1);
  if (about === null) return `A document that speaks to what is missing here could bring me to ${goal}.`;
  const wish = anyWishOn(about.kind, tongue).text;
  const it = referTo(about);
  const way = mind.scenario.verdicts.length < 3 ? "over" : direction > 0 ? "up" : "down";
  return tongue.chance.pick(sentences({ wish, it, way, goal, isWorry: about.polarity < 0, direction }));
}

/** Who holds a side gives way towards the middle; who holds neither leans where the score does. */
function nextFor(
  { score, scenario }: Mind,
  verdict: string,
): { readonly direction: 1 | -1; readonly goal: string } {
  const options = scenario.verdicts;
  const sign = signOf(verdict, score, options);
  const wanted = (sideTaken(verdict, options) === "neutral" ? sign : -sign) as 1 | -1;
  const direction = nextOption(verdict, wanted, options).id === verdict ? (-wanted as 1 | -1) : wanted;
  return { direction, goal: spoken(nextOption(verdict, direction, options).id) };
}

type Sketch = {
  readonly wish: string;
  readonly it: string;
  readonly way: string;
  readonly goal: string;
  readonly isWorry: boolean;
  readonly direction: 1 | -1;
};

function sentences({ wish, it, way, goal, isWorry, direction }: Sketch): readonly string[] {
  const It = capitalise(it);
  if (isWorry)
    return direction < 0
      ? [
          `Without ${wish}, ${it} could still take me ${way} to ${goal}.`,
          `If nobody can show me ${wish}, ${it} takes me ${way} to ${goal}.`,
          `${It} takes me ${way} to ${goal} unless I am shown ${wish}.`,
        ]
      : [
          `Show me ${wish}, and ${it} need not keep me from ${goal}.`,
          `I would come ${way} to ${goal} if ${wish} took the weight off ${it}.`,
        ];
  return direction < 0
    ? [
        `If ${wish} told another story than ${it}, I would come ${way} to ${goal}.`,
        `${It} carries me as far as it does unless ${wish} should say otherwise; then it is ${goal}.`,
      ]
    : [
        `With ${wish}, ${it} could bring me ${way} to ${goal}.`,
        `Show me ${wish}, and ${it} brings me ${way} to ${goal}.`,
        `Given ${wish}, ${it} is enough to take me ${way} to ${goal}.`,
      ];
}
