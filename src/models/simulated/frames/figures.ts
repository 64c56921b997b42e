import type { Frames } from "./frame.ts";

/** Measured and quantitative: the figure first, the conclusion second. */
export const FIGURES: Frames = {
  open: [
    "Two questions, and the first is {c}: what has been measured, and by whom?",
    "I want to separate what was measured from what was claimed, and to start with {c}.",
    "The matter turns, I think, on one quantity we can check, and it belongs to {c}.",
    "Let me narrow the question to {c}, because that is where the evidence is densest.",
  ],
  citeFor: [
    "The observation I would keep is in {l}: {q}.",
    "The strongest datum I can find is {l}: {q}.",
    "First, the evidence as it stands in {l}: {q}.",
    "{L} gives us something that can be checked: {q}.",
    "If I were allowed one line of support, it would be {l}: {q}.",
    "{q} ({l}) stands up without an adjective.",
  ],
  citeAgainst: [
    "The observation that spoils the curve is in {l}: {q}.",
    "There is a negative result in {l}, and it deserves the same care: {q}.",
    "First, the uncomfortable evidence, in {l}: {q}.",
    "The case is weakest, as far as I can measure, at {l}: {q}.",
    "If one line argues for caution, it is {l}: {q}.",
    "{q} ({l}) is the data point I cannot explain away.",
  ],
  defend: [
    "{who}, I grant {h}; the question is what stands against it.",
    "{H} is one observation, {who}, and I would like to see it next to the second.",
    "The effect you describe in {h} is real, {who}, but I think you have the size wrong.",
    "{who}, what follows from {h} depends on a comparison you have not made.",
    "Let me add a baseline to {h}, {who}.",
  ],
  doubt: [
    "{who}, {h} has no comparison group.",
    "I would discount {h}, {who}, until I know what to set beside it.",
    "{H} is consistent with your reading, {who}, and with the opposite one.",
    "Before {h} counts as evidence, {who}, I need to see the other tail.",
    "You conclude a good deal from {h}, {who}; the record also contains a counterexample.",
  ],
  agreeFor: [
    "{who}, {h} holds up, and an independent line points the same way.",
    "I reached the same estimate as {who} on {h}, from different data.",
    "{H} replicates, if you like, {who}; here is the second case.",
  ],
  agreeAgainst: [
    "{who}, I arrive where you do on {h}, by a different route.",
    "Your reading of {h} is the conservative one, {who}, and I think it is correct.",
    "{H} would be noise if it stood alone, {who}, and it does not stand alone.",
  ],
  weighFor: [
    "On {c} the evidence is positive, with a margin of error I can accept.",
    "My estimate for {c} moves up, not by much, but it moves.",
    "I would rate {c} above the threshold and say so in print.",
    "The sign of {c} is settled for me; the size is still open.",
  ],
  weighAgainst: [
    "On {c} the evidence is negative, and the sample is not small.",
    "My estimate for {c} drops, and I see nothing that brings it back.",
    "I would not defend {c} in front of a critical referee.",
    "The error bars on {c} are too wide for the confidence I hear at this table.",
  ],
  want: [
    "Before I publish I would want to see {m}.",
    "What would settle it is {m}.",
    "Among the observations I miss {m} most.",
    "Show me {m}, and I will update on the spot.",
    "There is a quantity nobody has given us, {mk}.",
  ],
  answer: [
    "{who}, you asked about {h}, and this is how I read the evidence.",
    "A fair question about {h}, {who}, and I looked for what bears on it.",
    "On {h}, {who}, I can offer you an answer, if not a proof.",
  ],
  hold: [
    "{who}, {h} and my point are both true; they measure different things.",
    "I have checked my claim against {h}, {who}, and it survives.",
    "{H} would change my mind, {who}, if it addressed the same quantity.",
  ],
  concede: [
    "{who}, I misjudged {h}, and I thank you for the correction.",
    "The better reading of {h} is yours, {who}; I update.",
    "I had weighed {h} wrongly, {who}, and the error ran in one direction.",
  ],
  changeUp: [
    "What {who} has said, and above all {h}, takes my estimate to {v}.",
    "I revise upward to {v}: {who} is right that {h} outweighs what I had.",
    "Consider my earlier verdict superseded by {h}, {who}; the new one is {v}.",
  ],
  changeDown: [
    "I revise downward to {v}: {who} is right that {h} was missing from my account.",
    "With {h} included, {who}, my own arithmetic gives {v} and nothing better.",
    "My earlier verdict did not survive {who} on {h}; the new one is {v}.",
  ],
  state: [
    "The number of open questions is small enough for a verdict: {v}, on the evidence about {c}.",
    "I would publish this as {v}, and list {c} as the main result.",
    "Weighing it all, I land on {v}; the largest term in the sum is {c}.",
    "Conclusion, subject to revision: {v}, and {c} carries most of the variance.",
  ],
  condition: [
    "For {h} there is a condition we could agree on in advance: {m}.",
    "I would make it falsifiable: {m}, because of {h}, with a date.",
  ],
  press: [
    "We agree on most observations; the disagreement is about one coefficient.",
    "Let me set two observations against each other that we keep apart.",
    "I count more arguments than facts in the last few minutes.",
  ],
  withdraw: [
    "The evidence I asked for has been discussed, and it leaves me at {v}.",
    "I have no further data to contribute; record {v}, with {c} as the ground.",
    "My verdict is stable under everything I have heard: {v}.",
  ],
  raise: [
    "A variable is missing from this discussion, and it is {c}.",
    "We have been conditioning on everything except {c}.",
    "Let me introduce a second measurement, this one on {c}.",
  ],
  reqMet: [
    "The criterion was fixed beforehand, in {rl}: {r}; by that standard the line passes.",
    "Measured against {rl}, which wants {r}, this is a hit.",
  ],
  reqUnmet: [
    "The criterion was fixed beforehand, in {rl}: {r}; by that standard the line fails.",
    "Measured against {rl}, which wants {r}, this is a miss.",
  ],
  remainFor: [
    "I keep {h} in the positive column, where it belongs.",
    "None of this erases {h} from the credit side.",
  ],
  remainAgainst: [
    "I keep {h} in the negative column, where it belongs.",
    "{H} stays in my file as an unresolved anomaly.",
  ],
};
