import type { RoundsRole } from "./case.ts";

export const QUESTIONS: Readonly<Record<RoundsRole, string>> = {
  action: "what does it actually do, step by step?",
  guardian: "what must hold, whatever happens?",
  observer: "can a real person run it on a bad day?",
  critic: "what is the strongest argument against it?",
};

export const VIEWS: Readonly<Record<RoundsRole, readonly string[]>> = {
  action: [
    "I followed the proposal with one request in hand, and I lost it at one place.",
    "Show me the step: that is all I have to add to the proposal, and it is a good deal.",
  ],
  guardian: [
    "The proposal names a risk; I miss the sentence that the risk would falsify.",
    "Before we test anything I want to know what would count as wrong, and by how much.",
  ],
  observer: [
    "I read the proposal as somebody with people waiting in front of them.",
    "There is a person missing from the proposal, and she is the one who has to work with it.",
  ],
  critic: [
    "I agree with the direction of the proposal and not with its aim.",
    "The proposal attacks a place that its authors already watch; I would go one step to the left.",
  ],
};

export const LINKS = [
  "Beside it I would lay a second line.",
  "It should not be read alone.",
  "The mechanism behind it is described elsewhere.",
  "Set next to that:",
];

export const GAPS: Readonly<Record<RoundsRole, readonly string[]>> = {
  action: [
    "the order of events: does {v} change before {p} has answered, or after? The paper uses the same verb for both, and the difference is a lost entry.",
    "the way back. Everybody describes how {h} begins; nobody writes down which value {v} has when it is over.",
  ],
  guardian: [
    "a tolerance. {v} will differ at some moment in any design; what matters is for how long it may, and who is told.",
    "the second place of truth. While {h} lasts, {p} and its counterpart each believe something, and only one of them is asked.",
  ],
  observer: [
    "the screen. While {h} lasts somebody looks at {p} and has to decide within a minute whether to go on.",
    "the hour. At half past nine in the evening nobody can be asked, and {v} means nothing to the person who sees it.",
  ],
  critic: [
    "the second failure. {h} alone is survivable; {h} while {p} is being replaced has not been tried by anybody.",
    "the clean-up. We all assume that somebody has run it by the time {v} is read again, and nothing in the paper makes sure of that.",
  ],
};

export const PLANS: Readonly<Record<RoundsRole, readonly string[]>> = {
  action: [
    "trace {h} from the first entry to the last and print {v} after every step, so that nobody has to take my word for it.",
    "take up the end state of the round before and run it through {p} a second time.",
  ],
  guardian: [
    "state one invariant about {v}, with the measurement that would break it, and say what {h} does to it.",
    "hold {p} against one sentence that may be wrong, and quote the line that makes me think it holds.",
  ],
  observer: [
    "walk one person through {h}, minute by minute, from the alert on {p} to the next finished task.",
    "count the minutes that {h} costs the person in front of it, and name the step at which they are lost.",
  ],
  critic: [
    "aim at {p} in the moment between two entries, and say beforehand what I expect to see in {v} if I am wrong.",
    "try {h} together with a stopped {p}; if it holds, I shall write that it held.",
  ],
};

export const DISSENT = [
  "I disagree with the lead in one thing: {h} is no reason to stop looking at {f}.",
  "Where I part from the lead: I would not rest a decision on {h} before it has survived one honest attempt to break it.",
  "On {h} I am closer to the lead than I sound; on what follows from it for {f} I am not.",
];

export const LAST_WORDS = [
  "I would rather lose this point now than find it on the day it matters.",
  "Should two of us come to the same result by different ways, that is worth more than four who agree.",
  "And if the artefact shows nothing of the kind, I shall write that down with the same care.",
];

export const TURNS_ON = [
  "For me the round turns on {h}: if that is shown, {w} becomes a matter of care; if not, it is a matter of design.",
  "I shall count the round as useful if we know afterwards whether {w} on {f} can happen without anybody noticing.",
  "If I am wrong about {w}, it should show within the first three steps, and I shall say so in the record.",
  "What I would not accept as an answer is that {w} has been rare so far: so has everything else.",
];

export const FURTHER = [
  'In {l} we read "{q}", and I should like to know which of the two sides it was measured on.',
  'Then there is {l}, "{q}": true as far as it goes, and it does not say how far that is.',
  '{H} comes up in {l} ("{q}"), and any answer of ours has to leave room for it.',
  'Do not overlook {l}: "{q}". It costs somebody time, and the paper does not say whom.',
  'I would also keep {l} in sight, "{q}", since it is the sort of line that is forgotten first.',
];

/** When something happens that is traced or walked through. */
export const DAYS = [
  "on a Monday morning",
  "at the busiest hour of the week",
  "in the last hour of the day",
  "in the week of the highest load",
  "during the nightly run",
  "on the first day of the month",
];
