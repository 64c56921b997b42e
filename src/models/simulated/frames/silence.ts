/** Sentences for what the documents do not say. */

/** Something is asked for that no page answers; {q} is quoted from {l}, {L} the same at the head. */
export const ABSENCES: readonly string[] = [
  "{L} asks for this: {q}. No line that we were sent says so in these words.",
  "I see nothing that speaks directly to {l}: {q}.",
  "I held the pages against {l}, {q}, and nothing in them names it.",
  "{q}, says {l}, and whoever wrote the pages did not take it up by name.",
  "I went looking for what {l} wants, {q}, and have to guess from other lines.",
  "Against {l} I can write down hints at best: {q}.",
  "{L} is plain enough, {q}, and the answer to it is not.",
  "We asked for one thing in {l}, {q}, and were told about others.",
  "Whoever wrote {l} meant it: {q}. A sentence with those words would have helped us.",
  "There is a demand in {l}, {q}, and no line that takes it up in so many words.",
  "Read {l} once more: {q}. Then show me the line that answers it outright.",
  "I would gladly tick off {l}, {q}, but nobody has claimed it in plain words.",
  "{L} wants more than goodwill: {q}. I could only infer it.",
  "My list has a question mark at {l}: {q}.",
];

/** There is nothing to quote on {c} at all. */
export const NOTHING: readonly string[] = [
  "I looked for something to quote on {c} and found nothing that speaks for or against.",
  "On {c} these pages hold their tongue.",
  "There is no line on {c} that I could put before you.",
  "As to {c}, I would be guessing, and I do not vote on guesses.",
  "Nothing here lets me take the measure of {c}.",
  "I can tell you what the pages are about, and it is not {c}.",
  "For {c} I have neither a merit nor a fault to show you.",
  "Whoever put this together was not asked about {c}, or did not answer.",
  "I turned every page for {c}, and it did not take me long.",
  "Where {c} should stand I see white paper.",
];

/** What one would want to see where there is nothing to ask about, as a noun phrase. */
export const UNWRITTEN: readonly string[] = [
  "a second document beside this one",
  "two references whom we may call",
  "a list of results with their dates",
  "a sample of the work itself",
  "the figures of the last three years",
  "the same pages with facts in them",
  "an hour of questions and answers",
  "a plain account of what was done, and when",
  "one example that can be checked",
  "a statement by somebody who has seen it at work",
  "a description of the worst week and what was done about it",
  "anything with a number and a date in it",
];
