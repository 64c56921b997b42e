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
    "A passing test is recorded in {l}: {q}.",
    "Something was actually run in {l}: {q}.",
    "Whatever else is thrown away, I would keep {l}: {q}.",
    "The part that holds under load is {l}: {q}.",
    "It would take a competent team a long time to reproduce {l}: {q}.",
    "{q}: I read {l} three times, and it says only that, which I like.",
  ],
  citeAgainst: [
    "A failing test is recorded in {l}: {q}.",
    "The failure I would fix first is in {l}: {q}.",
    "I would open a ticket for {l} today: {q}.",
    "The part that gives way under load is {l}: {q}.",
    "It would take a competent team some months to repair {l}: {q}.",
    "{q}: I read {l} three times, and it does not get better.",
  ],
  defend: [
    "{who}, {h} is a fault with a known cause, and those are the cheap ones.",
    "I separated {h} from what depends on it, {who}, and less depends on it than I feared.",
    "{H} was reported, {who}, and there is a patch.",
    "Reproduce {h} today, {who}, and I think you would fail.",
    "{who}, {h} tells me where the system broke, not whether it still does.",
  ],
  doubt: [
    "{who}, {h} is a demonstration; I would ask who chose the examples.",
    "I could not reproduce the enthusiasm about {h}, {who}.",
    "{H} covers the common case, {who}, and I went looking for the edge.",
    "{who}, {h} depends on a component that nobody has mentioned.",
    "I have not tested {h}, {who}; I did read what stands next to it.",
  ],
  agreeFor: [
    "{who}, {h} matches what I found when I looked myself.",
    "I ran into {h} from the other end, {who}, and it held.",
    "There is a second component of the same quality as {h}, {who}.",
  ],
  agreeAgainst: [
    "{who}, {h} is the symptom; I think I have the cause.",
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
    "The test I would run next is simple: {m}.",
    "I have not seen {m}, so I will not guess.",
    "An afternoon would be enough to establish {m}.",
    "My notebook has a blank line for {m}.",
  ],
  answer: [
    "{who}, you asked about {h}, and I can report what I could verify.",
    "About {h}, {who}: I will separate what I know from what I assume.",
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
    "{who}, {h} was the measurement I lacked, and it says {v}.",
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
    "Put a monitor on {h}, and make {m} part of the first month.",
  ],
  press: [
    "We are rerunning the same tests and expecting a new result.",
    "The open issues fit on one line, so I will read it out.",
    "I see no new evidence in the log, only new tone.",
  ],
  withdraw: [
    "My review is complete, and the result is {v}.",
    "I have nothing left to test, so it stays {v}.",
    "Closing my notebook: {v}, and the notes on {c} are yours.",
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
