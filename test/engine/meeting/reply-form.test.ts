import { expect, it } from "vitest";
import { z } from "zod";
import {
  acceptOption,
  acceptPlace,
  acceptText,
  acceptYesNo,
  allowNull,
  createInstruction,
  defineForm,
  list,
} from "../../../src/engine/form/reply-form.ts";

const described = defineForm(
  "review",
  {
    reasons: list(acceptText("one of your reasons"), 2),
    at: allowNull(acceptPlace()),
    choice: acceptOption(["GO", "STOP"]),
    sure: acceptYesNo(),
  },
  { unread: null, isInstead: true, position: (reply) => reply?.choice ?? "UNREAD" },
);

it("gives a prompt's line, a schema, a position and what stands for an unread answer", () => {
  const instruction = createInstruction(described, ["Decide."]);
  expect(instruction.text).toBe(
    'Decide.\nReply with JSON instead of a message: {"reasons": ["one of your reasons"], "at": "name-of-document#Lfrom-Lto", "choice": "GO | STOP", "sure": (true or false)}.',
  );
  expect(z.toJSONSchema(instruction.reply)).toMatchObject({
    properties: {
      reasons: { maxItems: 2 },
      choice: { enum: ["GO", "STOP"] },
      sure: { type: "boolean" },
    },
    required: ["reasons", "choice", "sure"],
  });
  expect(instruction.stance?.({ reasons: [], choice: "STOP", sure: true })).toBe("STOP");
  expect(instruction.stance?.(null)).toBe("UNREAD");
  expect(instruction.verbatim).toEqual({ unread: null });
});
