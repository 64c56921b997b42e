import type { Frames } from "./frame.ts";

/** Clipped and arithmetical: ratios before opinions, no comment. */
export const TERSE: Frames = {
  open: [
    "Figures before nouns. I begin with {c}.",
    "One column decides this for me. It is headed {c}.",
    "I rebuilt what could be rebuilt, {c} first.",
    "Page by page, the entry that matters is {c}.",
  ],
  citeFor: [
    "Entered as an asset, {l}: {q}.",
    "The books say so in {l}: {q}.",
    "A good entry stands in {l}: {q}.",
    "To be counted in full, {l}: {q}.",
    "I checked {l} before I believed it: {q}.",
    "{q}: so much for {l}, and it adds up.",
  ],
  citeAgainst: [
    "Entered as a liability, {l}: {q}.",
    "The books also say this, in {l}: {q}.",
    "A bad entry stands in {l}: {q}.",
    "To be deducted in full, {l}: {q}.",
    "I checked {l} because I hoped to be wrong: {q}.",
    "{q}: so much for {l}, and it does not add up.",
  ],
  defend: [
    "{who}, {h} is one entry. There are others.",
    "Divide {h} by the whole, {who}, and watch it get smaller.",
    "You have counted more than once, {who}, with {h}.",
    "{H} is one side of the page, {who}. The balance needs both.",
    "Net {h} against the next line, {who}.",
  ],
  doubt: [
    "{who}, {h} is gross. I want net.",
    "{H} is one line, {who}. What does the next one say?",
    "{who}, {h} was picked out because it flatters.",
    "{who}, take {h} and subtract what comes next.",
    "{H} is the good page, {who}. I turned it over.",
  ],
  agreeFor: [
    "Confirmed, {who}. I get the same result for {h}.",
    "{who}, {h} matches a second entry.",
    "{who} has it right on {h}. Now from another source.",
  ],
  agreeAgainst: [
    "{who}, {h} is on my list too. Third from the top.",
    "Agreed on {h}, {who}. There is one more to add.",
    "{H} and the next one have the same sign, {who}.",
  ],
  weighFor: [
    "The sum for {c} comes out positive this time.",
    "The column for {c} closes in the black.",
    "I have no adjective for {c}. It works.",
    "That carries {c}, with something left over.",
  ],
  weighAgainst: [
    "The sum for {c} comes out negative this time.",
    "The column for {c} closes in the red.",
    "I have no adjective for {c}. It does not work yet.",
    "That sinks {c}, unless something arrives by return of post.",
  ],
  want: [
    "Missing from the file: {m}.",
    "I asked for one entry more: {m}.",
    "Send me {mp}. One page will do.",
    "Unknown to me, and it should not be: {mk}.",
    "Where I do not have {m}, I round down.",
  ],
  answer: [
    "{who}, you get my answer on {h}.",
    "{who} asked about {h}. Here is my entry.",
    "On {h}, {who}, one line from my side.",
  ],
  hold: [
    "{who}, {h} does not change the quotient.",
    "Noted, {who}. After {h} my sum is still the same.",
    "{H} is a different column, {who}.",
  ],
  concede: [
    "{who}, I had counted around {h}. Corrected.",
    "{H} belongs in the sum, {who}. My error.",
    "You found what I had left out, {who}: {h}.",
  ],
  changeUp: [
    "Once I put {h} into the sum as {who} says, the result reads {v}.",
    "There is a new total after {who} and {h}: {v}.",
    "One step up for me. {who} was right about {h}. My verdict is {v}.",
  ],
  changeDown: [
    "Once I have deducted {h}, {who}, the result is {v}.",
    "I have a lower total after {who} and {h}: {v}.",
    "One step down for me. {who} was right about {h}. My verdict is {v}.",
  ],
  state: [
    "Bottom of the page: {v}. Largest term: {c}.",
    "All added up, the result reads {v}, mostly through {c}.",
    "My figure for this is {v}. Source: {c}.",
    "The result so far is {v}. It hangs on {c}.",
  ],
  condition: [
    "I would hedge {h} with one thing and no more: {m}.",
    "Two signatures, and before them {m}. Because of {h}.",
  ],
  press: [
    "Much talk in the last minutes, few new entries.",
    "We are moving the same figures to and fro.",
    "Two terms of the equation pull against each other. I name both.",
  ],
  withdraw: [
    "Books closed on my side: {v}.",
    "My total stands. I have nothing to restate. {v}.",
    "No further entries. The result is {v}, by way of {c}.",
  ],
  raise: [
    "One column is still empty, the one for {c}.",
    "Nobody has audited {c} so far. I did it last night.",
    "Next entry, and a different page: {c}.",
  ],
  reqMet: ["There is a target in {rl}: {r}. Met.", "The limit was set in {rl}: {r}. This is inside it."],
  reqUnmet: ["There was a target in {rl}: {r}. Missed.", "The limit was set in {rl}: {r}. This is outside it."],
  remainFor: ["In my books I still carry {h} at full value.", "{H} remains in the black."],
  remainAgainst: ["I write nothing off: {h} remains.", "{H} stays open at the end of the year."],
};
