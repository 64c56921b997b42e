import type { VerdictOption } from "../scenario/schema/scenario.ts";

/** A kind of decision: by what it is known, what can be answered, what it is judged by, and what one reads for it. */
export type DecisionKind = {
  readonly id: string;
  /** As a sentence about the question goes on: `reads as ...`. */
  readonly called: string;
  /** Patterns of a question in lower case, and how telling each is; from 3 on a question is of this kind. */
  readonly cues: readonly (readonly [pattern: string, weight: number])[];
  readonly options: readonly VerdictOption[];
  /** Ids of the common vocabulary, the most telling first. */
  readonly criteria: readonly string[];
  /** Whether it proposes a change: who weighs cost or risk then brakes. A diagnosis proposes none. */
  readonly isChange: boolean;
  /** What is read before such a decision: a name, and patterns of titles and texts that show that it is there. */
  readonly reads: readonly { readonly what: string; readonly shows: string }[];
};

function option(id: string, side: VerdictOption["side"], meaning: string): VerdictOption {
  return { id, side, meaning };
}

/** The table of kinds. Where a question fits none, or two alike, it is not guessed at. */
export const KINDS: readonly DecisionKind[] = [
  {
    id: "hire",
    isChange: true,
    called: "a decision about hiring somebody",
    cues: [
      [String.raw`\b(?:re-?)?hir(?:e|es|ing)\b`, 4],
      [String.raw`\brecruit(?!ment (?:tool|software|system))`, 3],
      [String.raw`\b(?:candidate|applicant)s?\b`, 2],
      [String.raw`\b(?:make|extend)\b.{0,30}\boffer\b.{0,6}\bto [a-z]`, 3],
      [String.raw`\boffer .{1,40}\b(?:the )?(?:job|position|post|role)\b`, 3],
      [String.raw`\bright (?:person|man|woman) for\b`, 3],
      [String.raw`\bappoint\b|\bpromote .{1,40}\bto\b`, 3],
      [
        String.raw`\bas (?:our|the|a|an) (?:new )?(?:[\w-]+ ){0,3}(?:engineer|manager|director|head|lead|officer|scientist|assistant|nurse|teacher|designer|developer|analyst)\b`,
        2,
      ],
    ],
    options: [
      option("HIRE", "for", "Meets what the post cannot do without; what is open can be managed."),
      option("HIRE_WITH_CONDITIONS", "for", "Worth an offer only with a condition that is named."),
      option(
        "ANOTHER_TALK",
        "neutral",
        "Something that decides the matter is not known yet, and can be asked.",
      ),
      option("NO_HIRE", "against", "Falls short on something that the post cannot do without."),
    ],
    criteria: ["craft", "reliability", "collaboration", "leadership", "ethics"],
    reads: [
      {
        what: "the candidate's résumé",
        shows: String.raw`r[ée]sum[ée]|curriculum vitae|\bcv\b|\bemployment\b|work history|experience`,
      },
      {
        what: "the job description",
        shows: "job description|the role|responsibilities|we (?:seek|are looking)|must.haves?|requirements",
      },
    ],
  },
  {
    id: "invest",
    isChange: true,
    called: "a decision about an investment in a company",
    cues: [
      [String.raw`\binvest(?:ing|ment|s)?\b(?! (?:time|effort|in (?:our|training|tooling|tests)))`, 3],
      [String.raw`\b(?:seed|series [a-f]|pre-seed|bridge|funding) round\b`, 3],
      [String.raw`\b(?:acquire|take a stake|buy (?:a )?(?:stake|shares)|term sheet|start-?up)\b`, 3],
      [String.raw`\bacquisition of\b|\bacquir(?:e|ing) \w+`, 2],
    ],
    options: [
      option("INVEST", "for", "The case stands on its own figures, at this price."),
      option("INVEST_ON_TERMS", "for", "Only with terms that are named."),
      option("WAIT", "neutral", "Not now: something that will soon be known decides it."),
      option("PASS", "against", "The case does not stand, at this price or another."),
    ],
    criteria: ["unit-economics", "traction", "team", "market-timing", "technical-moat", "risk-terms"],
    reads: [
      {
        what: "the investment memo or the pitch",
        shows: "memo|pitch|valuation|round|revenue|investment",
      },
      {
        what: "the accounts or the model of the figures",
        shows: "balance sheet|cash flow|financial model|accounts|burn|margin",
      },
    ],
  },
  {
    id: "build-or-buy",
    isChange: true,
    called: "a choice between making and buying",
    cues: [
      [
        String.raw`\b(?:build|make|write|develop)\b.{0,60}\b(?:or|versus|vs\.?|rather than|instead of)\b.{0,40}\b(?:buy|purchase|license|licence|outsource|off.the.shelf|saas)`,
        6,
      ],
      [
        String.raw`\b(?:buy|purchase|license|outsource)\b.{0,60}\b(?:or|versus|vs\.?|rather than|instead of)\b.{0,40}\b(?:build|make|write|develop|in.house)`,
        6,
      ],
      [String.raw`\b(?:build|develop|write|run) (?:our|its|their) own\b`, 4],
      [String.raw`\bin.house\b`, 3],
      [String.raw`\boutsourc(?:e|ing)\b`, 3],
    ],
    options: [
      option("BUILD", "for", "Make it and keep it: what it costs to own is known and worth it."),
      option("BUILD_SMALL_FIRST", "for", "Make the part that matters, and buy the rest."),
      option("NOT_YET", "neutral", "Neither is known well enough; what would settle it is named."),
      option("BUY", "against", "Do not make it: buy or leave to others what others do better."),
    ],
    criteria: ["cost", "delivery", "operability", "strategy", "reversibility", "security"],
    reads: [
      {
        what: "an offer of a supplier",
        shows: "quotation|quote|offer|supplier|vendor|licen[cs]e|subscription",
      },
      {
        what: "an estimate of making it",
        shows: "estimate|engineers?|person.(?:days|months|years)|build",
      },
    ],
  },
  {
    id: "adopt",
    isChange: true,
    called: "a decision to adopt a technique or a tool",
    cues: [
      [
        String.raw`\b(?:adopt|introduce|switch to|migrate|move (?:\S+ ){0,6}(?:to|onto|into)|upgrade|roll out|standardi[sz]e on|rewrite|port)\b`,
        3,
      ],
      [String.raw`\breplace (?:\S+ ){1,6}(?:with|by)\b`, 3],
      [String.raw`\b(?:start|begin) using\b|\buse (?:\S+ ){1,4}(?:for|in|as) our\b`, 3],
      [
        String.raw`\b(?:kubernetes|rust|typescript|postgres\w*|microservices|monorepo|graphql|terraform|event sourcing|feature flags|pair programming|tdd|continuous deployment|architecture|framework|database|cloud)\b`,
        1,
      ],
    ],
    options: [
      option("ADOPT", "for", "Do it as proposed."),
      option("TRIAL", "for", "Do it in a small place first, with a date and a measure that ends the trial."),
      option("WAIT", "neutral", "Something decides it that is not known yet, and will be."),
      option("REJECT", "against", "What it costs or risks outweighs what it brings."),
    ],
    criteria: ["delivery", "operability", "continuity", "integrity", "cost", "evidence"],
    reads: [
      {
        what: "the proposal, with what would change",
        shows: "proposal|plan|design|architecture|migrat|rewrite|adopt",
      },
      {
        what: "results of a trial, or of others who did it",
        shows: "pilot|trial|benchmark|measured|prototype|results",
      },
    ],
  },
  {
    id: "spend",
    isChange: true,
    called: "a decision about spending money",
    cues: [
      [String.raw`\b(?:spend|pay for|finance)\b(?! (?:time|manager))|\b(?:we|i|to|please) fund\b|^fund\b`, 3],
      [
        String.raw`\b(?:approve|grant|release|increase|raise|double)\b.{0,40}(?:\b(?:budget|spending|expense|expenditure|funding|grant|purchase)\b|[€$£] ?\d|\b\d[\d., ]* ?(?:euros?|dollars?))`,
        4,
      ],
      [String.raw`\b(?:budget|purchase order|expenditure)\b`, 2],
      [
        String.raw`[€$£] ?\d|\d[\d., ]*(?:k|m|thousand|million)? ?(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?)\b`,
        2,
      ],
      [String.raw`\b(?:buy|purchase|lease|sponsor|renew)\b(?! or\b)`, 2],
    ],
    options: [
      option("APPROVE", "for", "The money is well spent as asked for."),
      option("APPROVE_IN_PART", "for", "A part that is named, and the rest when something is shown."),
      option("SEND_BACK", "neutral", "The figures do not allow an answer; what is missing is named."),
      option("DECLINE", "against", "The money does more elsewhere, or nothing here."),
    ],
    criteria: ["cost", "customers", "people", "strategy", "evidence", "reversibility"],
    reads: [
      {
        what: "the request, with what the money is for",
        shows: "request|proposal|business case|budget|benefit",
      },
      {
        what: "a quotation or the figures behind the sum",
        shows: "quotation|quote|invoice|per year|cost breakdown|total",
      },
    ],
  },
  {
    id: "policy",
    isChange: true,
    called: "a review of a policy",
    cues: [
      [
        String.raw`\b(?:policy|policies|guideline|guidelines|code of conduct|by-?law|regulation|house rules?|statute)\b`,
        3,
      ],
      [
        String.raw`\b(?:ban|forbid|prohibit|mandate|make .{1,40} mandatory|require (?:all|every|everyone|staff|employees))\b`,
        3,
      ],
      [String.raw`\b(?:allow|permit|let) (?:staff|employees|everyone|people|students|teams|contractors)\b`, 3],
      [String.raw`\b(?:remote work|home office|four-day week|dress code|return to (?:the )?office)\b`, 3],
    ],
    options: [
      option("APPROVE", "for", "Let it hold as it is written."),
      option("AMEND", "for", "Let it hold with changes that are named."),
      option("POSTPONE", "neutral", "Those whom it binds, or what it does, are not known well enough."),
      option("REJECT", "against", "It does more harm than what it is against."),
    ],
    criteria: ["ethics", "people", "customers", "operability", "evidence", "cost"],
    reads: [
      {
        what: "the wording of the policy",
        shows: "policy|shall|must|rule|guideline|scope|applies to",
      },
      {
        what: "what those say whom it binds",
        shows: "survey|consultation|staff|employees|comments|complaints",
      },
    ],
  },
  {
    id: "diagnose",
    isChange: false,
    called: "the diagnosis of a failure",
    cues: [
      [String.raw`\bwhy (?:did|does|do|was|were|is|are|has|have)\b`, 3],
      [String.raw`\b(?:root cause|post-?mortem|what (?:caused|went wrong)|what is causing)\b`, 4],
      [
        String.raw`\b(?:caused?|responsible for|to blame for|explains?|behind)\b.{0,60}\b(?:outage|failure|crash|incident|loss|breach|delay|drop|downtime|error|recall|accident|defects?)\b`,
        4,
      ],
      [String.raw`\b(?:outage|crash(?:ed)?|incident|breach|downtime|accident)\b`, 2],
    ],
    options: [
      option("CAUSE_SHOWN", "for", "The explanation fits everything that was seen: act on it."),
      option("CAUSE_LIKELY", "for", "It fits better than others; act on it, and go on looking."),
      option("OPEN", "neutral", "Two explanations fit alike; what would tell them apart is named."),
      option("CAUSE_NOT_SHOWN", "against", "Something that was seen contradicts it, or nothing speaks for it."),
    ],
    criteria: ["evidence", "continuity", "operability", "integrity", "people"],
    reads: [
      {
        what: "the report with its timeline",
        shows: String.raw`timeline|incident|post-?mortem|\d{1,2}:\d{2}|report`,
      },
      {
        what: "logs or measurements of that time",
        shows: String.raw`\blogs?\b|metrics|measured|graph|alert|monitoring`,
      },
    ],
  },
  {
    id: "choose",
    isChange: true,
    called: "a choice among several",
    cues: [],
    options: [],
    criteria: ["cost", "customers", "delivery", "operability", "security", "reversibility"],
    reads: [
      {
        what: "what is known of each of them",
        shows: "offer|option|candidate|vendor|comparison|proposal",
      },
      { what: "what they are to be measured by", shows: "requirements|criteria|needs|must|shall" },
    ],
  },
];

/** Where no kind is recognised: yes, no or later, and what nearly every decision is judged by. */
export const PLAIN: Pick<DecisionKind, "options" | "criteria" | "reads" | "isChange"> = {
  isChange: true,
  options: [
    option("YES", "for", "Do what the question asks about."),
    option("LATER", "neutral", "Not now: what has to happen or be known first is named."),
    option("NO", "against", "Leave it."),
  ],
  criteria: ["cost", "customers", "people", "delivery", "evidence", "reversibility"],
  reads: [{ what: "a page that says what is proposed, and what it would cost and change", shows: "." }],
};
