import { readTranscript } from "boardroom";
import { expect, test } from "vitest";
import { findQuestion, quoteBriefly, readHeard } from "../../../src/engine/perspective/heard.ts";
import { createFold } from "../../../src/engine/transcript/fold.ts";

test("what is kept as entries arrive is what a new reading of the whole debate finds", () => {
  const { events } = readTranscript("transcripts/hiring-sample");
  const fold = createFold();
  let compared = 0;
  for (const event of events) {
    fold.apply(event);
    if (event.type !== "message.spoken") continue;
    const { state } = fold;
    const copied = { ...state, entries: [...state.entries] };
    for (const reader of [null, event.speaker, "watson"]) {
      expect(readHeard(state, reader)).toEqual(readHeard(copied, reader));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(100);
  const { cited, messages } = readHeard(fold.state, null);
  expect(messages.length).toBe(compared / 3);
  expect(cited.size).toBeGreaterThan(0);
});

test("a message that a fork took out is not heard", () => {
  const { events } = readTranscript("transcripts/hiring-sample");
  const fold = createFold();
  for (const event of events) fold.apply(event);
  const { messages } = readHeard(fold.state, null);
  const [first] = messages;
  const hidden = new Set([first?.message.id ?? ""]);
  expect(readHeard(fold.state, null, hidden).messages).toEqual(messages.slice(1));
});

test.each([
  ["I doubt it. Who has counted them? I have not.", "Who has counted them?"],
  // The speaker goes on, so no answer is awaited.
  ["Eleven chances to lose it? That is not playing safe. I say yes.", null],
  ["Whose is it? The memo names two persons, and it was written before either of them came.", null],
  ['Her manager was "slow to commit"?', 'Her manager was "slow to commit"?'],
  // What another has asked is no question of the speaker.
  ["“Do we mind the dinghies?” That was your question, and I answered it.", null],
  ['The rule is "No draw before the cover." I like it. Shall I move it?', "Shall I move it?"],
  // One word says nothing without the sentence before it.
  [
    "She ran it alone. Five people she had never met. Strangers?",
    "Five people she had never met. Strangers?",
  ],
  ["Nothing is asked.", null],
])("the question of %s", (content, question) => {
  expect(findQuestion(content)?.trim() ?? null).toBe(question);
});

test("a quotation has one pair of double marks", () => {
  expect(quoteBriefly('He said "never" and „nie“.')).toBe("“He said 'never' and 'nie'”");
});
