import { burdenIn, comparedIn } from "./burdens.ts";
import { type StatementJudgement, turned } from "./judgement.ts";
import { marked } from "./lexicon.ts";
import { type ProposedChange, type Standpoint, sideNamed } from "./proposal.ts";
import { some, type Token, tokensOf } from "./tokens.ts";

/** How a proposal is read: what it proposes, and where the statement stands in it. */
export type ProposalSetting = {
  readonly proposal: ProposedChange;
  readonly stand: Standpoint;
  readonly section: string;
  /** Nothing under its heading speaks for what is proposed: there, what is not understood is a burden too. */
  readonly isAllBurden: boolean;
};

type Signed = Exclude<StatementJudgement, { sign: 0 }>;

const silence = (why: string, isPlain: boolean): StatementJudgement => ({ sign: 0, why, isPlain });

/** `Owner: the growth team`: a word or two, and whom or what they are. */
const LABEL = /^\p{Lu}\p{L}+(?: \p{L}+)?: [^.;,]{1,30}\.?$/u;

/** Weighs a statement from the view of whoever decides for what is proposed; `own` is what it says of itself. */
export function weighInProposal(
  text: string,
  own: StatementJudgement,
  { proposal, stand, isAllBurden, section }: ProposalSetting,
): StatementJudgement {
  if (marked(text, "of-itself") || marked(text, "proposes"))
    return silence("what is proposed, and no reason", true);
  if (stand === "aside") return silence("of what else could be done", true);
  if (!own.sign && own.why === "a question") return own;
  const declared = declaredAs(text, own, stand);
  if (declared !== null) return declared;
  const side = sideNamed(text, proposal) ?? sideNamed(section, proposal);
  const found = withBurden(text, own);
  if (found.sign === 0) return isAllBurden && found.why !== TWO_WAYS ? light(-1) : plainly(text, found);
  const isEffect = marked(text, "effect");
  if (found.sign === 1 && isHalfDenied(text)) return silence("partly understood", false);
  const isOfToday = side === "old" || (stand === "today" && side !== "next");
  if (proposal.ends && stand !== "trial" && stand !== "burden" && !isEffect) return turned(found);
  if (stand === "burden") return side === "old" || (proposal.ends && found.sign === 1) ? turned(found) : found;
  if (side === "both") return silence("both what is and what is proposed", false);
  if (isEffect && side !== "old") return found;
  if (isOfToday) return turned(found);
  if (stand === "trial" || side === "next") return found;
  if (stand === "motive") return found.sign === 1 ? found : turned(found);
  if (stand === "opening") return inOpening(text, found);
  if (found.severe) return found;
  if (found.sign === 1 || found.kind === "burden")
    return isOwnToday(text, found) ? silence(UNTOLD, false) : found;
  return silence(UNTOLD, false);
}

const UNTOLD = "bad, and not whether today or after the change";
const TWO_WAYS = "points two ways";

/** Before anything is proposed, what is bad is so today; what is spent is so only where somebody spends it. */
function inOpening(text: string, found: Signed): StatementJudgement {
  if (found.sign === 1) return found;
  if (found.kind === "lack" && marked(text, "none-there")) return silence(UNTOLD, false);
  return found.kind !== "burden" || marked(text, "took") || isOwnToday(text, found)
    ? turned(found)
    : silence(UNTOLD, false);
}

/** `We spend ten hours a week`: what somebody does, and no price. */
function isOwnToday(text: string, { kind }: Signed): boolean {
  return kind === "burden" && /^(?:\p{L}+ )?(?:we|I) (?!would|will|must|need)/iu.test(text);
}

/** The author has said by a heading which side a statement is on. */
function declaredAs(text: string, own: StatementJudgement, stand: Standpoint): StatementJudgement | null {
  if (stand !== "for" && stand !== "against") return null;
  if (some(tokensOf(text), "w.contrast")) return silence("a contrast whose sides point two ways", false);
  const sign = stand === "for" ? 1 : -1;
  if (own.sign !== sign) return light(sign);
  return { ...own, severe: own.severe && sign === -1, strength: Math.max(own.strength, 0.4) };
}

function light(sign: 1 | -1): Signed {
  return { sign, strength: 0.35, severe: false, kind: "event", isOfToday: true };
}

/** What a statement says of itself, and what it asks for in money, time or work. */
function withBurden(text: string, own: StatementJudgement): StatementJudgement {
  if (own.sign !== 0 && own.severe) return own;
  const burden = burdenIn(tokensOf(text));
  if (burden === null) return own;
  if (burden === 0 || (own.sign !== 0 && own.sign !== burden)) return silence(TWO_WAYS, false);
  if (own.sign !== 0) return own;
  if (marked(text, "unsure")) return own;
  return { sign: burden, strength: 0.45, severe: false, kind: "burden" };
}

/** How something was tried, and what stayed as it was, says nothing by itself. */
function plainly(text: string, found: StatementJudgement): StatementJudgement {
  if (found.sign !== 0) return found;
  if (LABEL.test(text)) return silence("a label", true);
  if (marked(text, "unchanged")) return silence("hardly any change", true);
  return marked(text, "we-tried") ? silence("how it was tried", true) : found;
}

/** A denial beside what is good, of which nobody knows what it denies. */
function isHalfDenied(text: string): boolean {
  const [first = "", ...rest] = text.split(/,\s+(?=so|and|but)/);
  return rest.length > 0 && some(tokensOf(first), "w.deny") && !some(tokensOf(first), "noun.bad", "noun.cost");
}

/** Two figures in one statement: of what there is and what is proposed, or of now and before. */
export function weighPair(text: string, setting: ProposalSetting): StatementJudgement | null {
  const spoken = (part: readonly Token[]) => part.map(({ word }) => word).join(" ");
  const tokens = tokensOf(text);
  const isOfOld = (part: readonly Token[]) => sideNamed(spoken(part), setting.proposal) === "old";
  const isOfBefore = (part: readonly Token[]) => some(part, "w.before") || marked(spoken(part), "earlier");
  const made = (sign: -1 | 1): Signed => ({ sign, strength: 0.6, severe: false, kind: "change" });
  const beside = comparedIn(tokens, isOfOld);
  if (beside) return made(beside);
  const since = comparedIn(tokens, isOfBefore);
  return since ? weighInProposal(text, made(since), setting) : null;
}
