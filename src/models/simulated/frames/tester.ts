import type { Frames } from "./frame.ts";

/** Quiet and literal: what was tested, how it could fail, in order of cost. */
export const TESTER: Frames = {
  open: [
    "I looked for the part that could break first, and it is {c}.",
    "I have tested very little of this myself, so I will be exact about {c}.",
    "There are several failure modes on these pages; the most expensive sits in {c}.",
    "I would take the thing apart at one joint only, and that is {c}.",
  ],
  citeFor: [
    "I would put a tick beside {l}: {q}.",
    "I found no crack in {l}: {q}.",
    "Whatever else is thrown away, I would keep {l}: {q}.",
    "The part that holds under load is {l}: {q}.",
    "It would take more than a doubt to move {l}: {q}.",
    "{q}: I read {l} three times, and it says only that, which I like.",
  ],
  citeAgainst: [
    "I would put a cross beside {l}: {q}.",
    "The first thing I would want changed is in {l}: {q}.",
    "I would open a ticket for {l} today: {q}.",
    "The part that gives way under load is {l}: {q}.",
    "It takes more than an afternoon to put right {l}: {q}.",
    "{q}: I read {l} three times, and it does not get better.",
  ],
  defend: [
    "{who}, {h} is one fault, and I looked at what holds around it.",
    "I separated {h} from what depends on it, {who}, and less depends on it than I feared.",
    "{H} is in my log too, {who}, and so is this.",
    "Isolate {h}, {who}, and see what still runs.",
    "{who}, {h} tells me where it could break, not that it will.",
  ],
  doubt: [
    "{who}, {h} shows the case that works; I looked for the one that does not.",
    "I could not reproduce the enthusiasm about {h}, {who}.",
    "{H} covers the common case, {who}, and I went looking for the edge.",
    "{who}, {h} depends on a component that nobody has mentioned.",
    "I have not tested {h}, {who}; I did read what stands next to it.",
  ],
  agreeFor: [
    "{who}, {h} matches what I found when I looked myself.",
    "I ran into {h} from the other end, {who}, and it held.",
    "{H} is one part that holds, {who}, and I found a second.",
  ],
  agreeAgainst: [
    "{who}, {h} is one symptom, and I found another.",
    "I logged {h} as well, {who}, one level above a warning.",
    "There is a dependency behind {h}, {who}, with the same defect.",
  ],
  weighFor: [
    "I would sign off on {c} and let it go into production.",
    "So {c} is built, not rented, as far as I can tell.",
    "I found no part of {c} that I would be afraid to touch.",
    "With that, {c} passes my own acceptance test.",
  ],
  weighAgainst: [
    "I would not sign off on {c}, and I would not let it go into production.",
    "So {c} is partly rented, and rent goes up.",
    "There is one part of {c} that I would be afraid to touch.",
    "With that, {c} fails my own acceptance test.",
  ],
  want: [
    "The next thing on my list to check is {m}.",
    "I have not seen {m}, so I will not guess.",
    "An afternoon would be enough to establish {mk}.",
    "Next to my own notes I would like to lay {mp}.",
    "My notebook has a blank line for {m}.",
  ],
  answer: [
    "{who}, you asked about {h}, and I went back to look.",
    "About {h}, {who}, I report a reading and not a measurement.",
    "I looked {h} up again before answering, {who}.",
  ],
  hold: [
    "{who}, I ran my argument again with {h} included, and the output is the same.",
    "{H} is a different code path, {who}.",
    "I have nothing against {h}, {who}; it does not touch the part I meant.",
  ],
  concede: [
    "{who}, I had not tested against {h}, and my claim fails there.",
    "{H} is a valid counterexample, {who}; I close my ticket.",
    "My estimate ignored {h}, {who}, and I am adjusting it now.",
  ],
  changeUp: [
    "I adjust the estimate, {who}: with {h} confirmed it reads {v}.",
    "{who}, {h} was the piece I lacked, and it says {v}.",
    "I did not plan to move, {who}, but {h} is evidence, so {v}.",
  ],
  changeDown: [
    "I adjust the estimate, {who}: with {h} open it reads {v}.",
    "{who}, {h} is a regression I had not seen, and it says {v}.",
    "I would have shipped before {h}, {who}; now I say {v}.",
  ],
  state: [
    "As far as I have been able to check, {v}; the deciding component is {c}.",
    "I would tag this build {v}, with {c} as the release note.",
    "If nothing else turns up I say {v}, because of {c}.",
    "Status of my review: {v}, and {c} is what it depends on.",
  ],
  condition: [
    "I would gate it on {h}: no release without {m}.",
    "Put a monitor on {h}, and let the first month show us {m}.",
  ],
  press: [
    "We are rerunning the same tests and expecting a new result.",
    "I ran two of our claims against each other, since both cannot come first.",
    "I see no new evidence in the log, only new tone.",
  ],
  withdraw: [
    "My review is complete, and the result is {v}.",
    "I have nothing left to test, so it stays {v}.",
    "Closing my notebook: {v}, and {c} is on its last page.",
  ],
  raise: [
    "One subsystem has not been inspected, and it is {c}.",
    "Before I forget to look at it: {c}.",
    "There is an interface nobody has exercised, namely {c}.",
  ],
  reqMet: [
    "The specification in {rl} requires {r}, and the behaviour conforms.",
    "I compared it with {rl}, where {r} is written, and found no difference that matters.",
  ],
  reqUnmet: [
    "The specification in {rl} requires {r}, and the behaviour deviates.",
    "I compared it with {rl}, where {r} is written, and the difference matters.",
  ],
  remainFor: [
    "{H} keeps running in the background of my judgement.",
    "I leave {h} switched on as a point in favour.",
  ],
  remainAgainst: [
    "{H} stays on my list of known issues.",
    "I leave {h} open, with a low number and a real owner.",
  ],
};
