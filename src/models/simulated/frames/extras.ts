import type { Move } from "./frame.ts";

/** Sentences around figures, dates and the positions of others; slots as named in each. */

/** A share the passage gives as `two of eight`; {n} is per cent. */
export const SHARES: readonly string[] = [
  "As a share of the whole, that is {n} %.",
  "Put the other way, it is {n} in a hundred.",
  "I make that {n} %, and the base is small.",
  "By my arithmetic that makes {n} % of the total.",
  "The ratio comes to {n} %, which one should say aloud.",
];

/** A change from one figure to another; {n} is per cent of the first. */
export const RISES: readonly string[] = [
  "In relative terms, a rise of {n} %.",
  "Against its starting point that is up {n} %.",
  "The first figure has grown by {n} %.",
  "I make the increase {n} % of where it began.",
];
export const FALLS: readonly string[] = [
  "In relative terms, a fall of {n} %.",
  "Against its starting point that is down {n} %.",
  "The first figure has shrunk by {n} %.",
  "I make the decrease {n} % of where it began.",
];

/** The passage cited is younger than the one answered; {y} and {z} are their years. */
export const LATER: readonly string[] = [
  "The one belongs to {y} and the other to {z}, and I read forwards.",
  "That was {y}; by {z} the page says something else.",
  "Between {y} and {z} somebody did some work.",
  "If {z} counts for more than {y}, as I think it does, the order matters.",
  "What was true in {y} had company by {z}.",
];

/** What a passage comes to, in the scenario's own words; {x} is a clause. */
export const CLAIMS: readonly string[] = [
  "In other words, and I choose them with care, {x}.",
  "Put in my own words it means that {x}.",
  "What I take from it is simple: {x}.",
  "If that sentence says anything, it says that {x}.",
  "The long and the short of it: {x}.",
  "Read plainly, the line tells us that {x}.",
];

/** From what a colleague has just brought up to something else; {who} and {h}. */
export const SEGUES: readonly string[] = [
  "While {who} looks at {h}, I keep looking somewhere else.",
  "{who} has taken {h}, so let me take another corner.",
  "Next to {h}, which {who} gave us, I would lay a different page.",
  "I leave {h} with {who}, who has read it well, and bring something of my own.",
  "After {who} on {h}, one more thing belongs on the table.",
  "{who} began with {h}; I would rather begin a few lines away.",
  "{H} is in good hands with {who}, and my own eye rests elsewhere.",
  "What {who} says about {h} I leave standing for the moment.",
  "I have nothing to add to {who} on {h}, but something to put beside it.",
  "{who} made us look at {h}, and my eye has moved on since.",
];

/** Before a verdict that goes against what was just quoted. */
export const EVEN_SO: readonly string[] = [
  "Even so, ",
  "All the same, ",
  "For all that, ",
  "Still, ",
  "And yet, ",
  "Be that as it may, ",
];

/** A verdict that takes neither side; {v} and {c}. */
export const UNDECIDED: readonly string[] = [
  "My verdict is {v}, because what speaks for it and what speaks against it weigh the same with me.",
  "I say {v}, since on {c} neither side outweighs the other.",
  "Put me down for {v}: for every merit I find a fault of its size.",
  "I land on {v}, as nothing I have read tips the balance.",
  "The scales stand level for me on {c}, so my verdict is {v}.",
  "Neither the merits nor the faults have prevailed with me, and I remain at {v}.",
];

/** The ground of the verdict that has just been given; {h}, {H}. */
export const RESTS: readonly string[] = [
  "The ground I stand on is {h}.",
  "What carries that for me is {h}.",
  "Ask me for the reason, and it is {h}.",
  "I keep coming back to {h}, and there I stay.",
  "Of all I have read, {h} has the last word with me.",
  "It stands or falls for me with {h}.",
  "Take away {h}, and I would have to think again.",
  "{H} is what I would point to if anybody asked.",
  "I would not have come to this without {h}.",
  "When all is said, I come back to {h}.",
  "Nothing I heard has moved {h} from its place.",
  "That much hangs for me on {h}.",
];

/** Two colleagues who read different lines on one matter; {a} and {g} speak against, {b} and {h} for. */
export const CONTRASTS: readonly string[] = [
  "{a} rests on {g}, {b} rests on {h}, and both have quoted correctly.",
  "On one side I see {a} with {g}; on the other {b} with {h}.",
  "{a} cannot get past {g}, and {b} cannot see why, having read {h}.",
  "If {a} is right about {g}, then {b} has to explain why {h} should come first.",
  "Between {g}, which {a} brought us, and {h}, which {b} did, lies the whole disagreement.",
  "What {a} calls the main thing is {g}; for {b} it is {h}.",
];

/** Which of the two sides in such a contrast prevails; {h} is the merit preferred. */
export const PREFERENCES: readonly string[] = [
  "If I must choose between them, {h} comes first.",
  "Of the two I would build on {h}.",
  "I side with {h}, by a short head.",
  "Put both on the scale and {h} goes down.",
];

/** The same where {h} is the fault that outweighs. */
export const RELUCTANCES: readonly string[] = [
  "For my part the heavier of them is {h}.",
  "Of the two it is {h} that I could not explain away.",
  "One of the two would keep me awake, and that is {h}.",
  "I would give up the other before I gave up {h}.",
];

/** Where an answer to a question rests on a passage that has been cited before. */
export const BEARINGS: readonly string[] = [
  "What leads me there is {h}.",
  "I say so with {h} in mind.",
  "{H} is what I rest that answer on.",
  "My witness for that is {h}.",
  "You will find it borne out by {h}.",
  "Nor am I guessing: we have all heard {h}.",
  "For that I need no new page, since {h} is enough.",
  "Whoever doubts it may turn to {h} again.",
  "It follows for me from {h}.",
  "We have met the reason already, in {h}.",
];

/** Where one begins after everything has been brought up by others. */
export const KEPT: readonly string[] = [
  "Of all that was read out so far, {h} stays with me.",
  "I have nothing newer to show than {h}.",
  "The others have found what there is, and I keep {h} of it.",
];

/** Moves that answer a colleague who has left, and who is spoken of, not to. */
export const ASIDES: Readonly<Partial<Record<Move, readonly string[]>>> = {
  defend: [
    "{who} has left us {h}, and it should not stand there unanswered.",
    "I would have told {who} that there is more to it than {h}.",
    "The warning that {who} took from {h} deserves a second page beside it.",
  ],
  doubt: [
    "{who} has left us {h}, and I would lean on it less.",
    "I would have asked {who} what is behind {h}.",
    "The comfort that {who} took from {h} is larger than mine.",
  ],
  agreeFor: ["{who} has left, but {h} still counts with me, and it has company."],
  agreeAgainst: ["{who} has left, but {h} still troubles me, and it has company."],
  hold: [
    "{who} set {h} against me before leaving, and I have not moved.",
    "I have gone back to what {who} said about {h}, and I stay where I was.",
  ],
  concede: [
    "{who} was right about {h}, and I say so a little late.",
    "I gave {h} too little room, and {who} saw that before I did.",
  ],
  changeUp: [
    "What {who} said about {h} has stayed with me, and it takes me up to {v}.",
    "{who} has gone, but {h} has not, and it lifts me to {v}.",
    "I go up to {v}, and the credit for it belongs to {who} with {h}.",
  ],
  changeDown: [
    "What {who} said about {h} has stayed with me, and it takes me down to {v}.",
    "{who} has gone, but {h} has not, and it lowers me to {v}.",
    "I go down to {v}, and the blame for it belongs to {who} with {h}.",
  ],
};
