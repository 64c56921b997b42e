import type { Frames } from "./frame.ts";

/** Precise and conditional: what the record shows, what one infers, and under which condition. */
export const CAREFUL: Frames = {
  open: [
    "I should like to keep two things apart from the beginning: what the record shows on {c}, and what we infer.",
    "If I may begin with {c}, I do so because errors there are the hardest to reverse.",
    "My reading was confined, as is my habit, to what can be verified, and it led me to {c}.",
    "Let me set out the position on {c} before anyone forms a view of it.",
  ],
  citeFor: [
    "On this the record is favourable, at {l}: {q}.",
    "I draw attention to {l}, which may fairly be counted in favour: {q}.",
    "It is documented in {l}, and I have no reason to doubt it: {q}.",
    "In mitigation, and it is substantial, {l} states: {q}.",
    "{L} would stand up to any question I could put: {q}.",
    "{q}: that is the wording of {l}, and wording matters.",
  ],
  citeAgainst: [
    "On this the record does not reassure me, at {l}: {q}.",
    "I am obliged to draw attention to {l}: {q}.",
    "It is documented in {l}, and I cannot wish it away: {q}.",
    "What gives me pause, and it should give us all pause, is {l}: {q}.",
    "{L} leaves a doubt that I cannot put to rest: {q}.",
    "{q}: that is the wording of {l}, and it was chosen with care.",
  ],
  defend: [
    "{who}, with regard to {h}, I would distinguish the fault from the whole.",
    "The inference you draw from {h}, {who}, is open to one objection.",
    "I accept {h} as a fact, {who}; I am not yet persuaded of the conclusion.",
    "Fairness requires that {h} be read together with its opposite, {who}.",
    "{who}, the question of {h} divides into two, and only one of them is answered by you.",
  ],
  doubt: [
    "{who}, one should not infer from {h} more than it states.",
    "With respect to {h}, {who}, a reservation is in order.",
    "{H} is established, {who}; its significance is not.",
    "I would hesitate, {who}, to build on {h} without reading the rest of the file.",
    "Granted that {h} is accurate, {who}, it does not discharge the following concern.",
  ],
  agreeFor: [
    "{who}, I concur as to {h}, and the file contains corroboration.",
    "Your reading of {h}, {who}, is supported by a second passage.",
    "I find myself in agreement with {who} on {h}, which I note because it is not frequent.",
  ],
  agreeAgainst: [
    "{who}, your reservation about {h} is well founded, and I would add to the list.",
    "The concern that {who} raises over {h} finds support elsewhere in the file.",
    "I had marked {h} in the margin as well, {who}, together with a second line.",
  ],
  weighFor: [
    "On the question of {c}, the record is sufficient, if not complete.",
    "I would therefore find in favour on {c}, with the usual caveats.",
    "It follows that {c} is no obstacle, and may be an asset.",
    "As to {c}, the burden of proof has been met.",
  ],
  weighAgainst: [
    "On the question of {c}, the record does not yet permit a comfortable answer.",
    "I would therefore reserve my agreement on {c}.",
    "It follows that {c} is a liability until somebody shows otherwise.",
    "As to {c}, the burden of proof has not been met.",
  ],
  want: [
    "The file should contain {m}, and it does not.",
    "Before I could be easy, I should need {m}.",
    "It would be prudent to obtain {m}.",
    "A single document would resolve this: {mp}.",
    "I should not like to vote without knowing {mk}.",
  ],
  answer: [
    "{who}, your question about {h} deserves an answer for the record.",
    "As to {h}, {who}, I say here what I would put in writing.",
    "On the point you put to me, {who}, namely {h}, I state my view as follows.",
  ],
  hold: [
    "{who}, I have considered {h}, and it narrows my point without disposing of it.",
    "I note {h}, {who}, and maintain the point for the record.",
    "{H} goes to the degree, {who}, and not to the finding itself.",
  ],
  concede: [
    "{who}, I withdraw the inference I drew; {h} answers it.",
    "I had not given {h} sufficient weight, {who}, and I correct myself.",
    "On reflection {h} disposes of the point I made, {who}.",
  ],
  changeUp: [
    "In view of {h}, to which {who} has rightly drawn our attention, I amend my verdict to {v}.",
    "I amend my position: {who} has shown how far {h} carries, and I can support {v}.",
    "I do not move easily, {who}, but {h} obliges me to go to {v}.",
  ],
  changeDown: [
    "In view of {h}, which {who} put before us, I can no longer go further than {v}.",
    "I amend my position: {who} has shown what {h} implies, and my verdict is {v}.",
    "With regret, {who}, I must let {h} count, and that leaves {v}.",
  ],
  state: [
    "I therefore record a verdict of {v}, resting principally on {c}.",
    "On the present file my finding is {v}, and {c} is the ground for it.",
    "Subject to what may yet be shown, I say {v}, with {c} as the deciding head.",
    "I enter {v} under my name, provided it is noted that {c} decided it.",
  ],
  condition: [
    "I would accept {h} on a condition that can be checked: {m}.",
    "First, {h} is disclosed to everyone concerned; second, we obtain {m}; third, we review after six months.",
  ],
  press: [
    "It may assist if I put two passages side by side, as a court would.",
    "Several heads have been argued, and I take one that remains in dispute.",
    "I should like the minutes to show precisely where we differ.",
  ],
  withdraw: [
    "I have nothing to add to the record; my verdict is {v}.",
    "My position rests on {c}, and I leave it on record as {v}.",
    "I rest there, with {v}, and ask that my reasons be minuted as given.",
  ],
  raise: [
    "There is a head that has not been addressed, namely {c}.",
    "For completeness, and not only for completeness, I turn to {c}.",
    "I should be failing in my duty if I did not mention {c}.",
  ],
  reqMet: [
    "The applicable provision is {rl}, which calls for {r}, and it appears to be satisfied.",
    "Read with {rl}, which stipulates {r}, the passage is in order.",
  ],
  reqUnmet: [
    "The applicable provision is {rl}, which calls for {r}, and I cannot say that it is satisfied.",
    "Read with {rl}, which stipulates {r}, the passage discloses a shortfall.",
  ],
  remainFor: [
    "In fairness, {h} must be entered on the other side.",
    "I do not withdraw the credit given for {h}.",
  ],
  remainAgainst: [
    "{H} is, for the avoidance of doubt, not resolved.",
    "I would ask that {h} be kept under review.",
  ],
};
