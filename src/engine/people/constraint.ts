// What holds the reply of a model to its form: a JSON Schema, a grammar for tags, or nothing. Each
// turn of a model asks for it.

import type { Capabilities } from "../../models/contract/capabilities.ts";
import type { ModelRequest } from "../../models/contract/model.ts";
import { toReplySchema } from "../form/reply-form.ts";
import type { Names } from "../perspective/names.ts";
import type { Instruction } from "../protocol/floor.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";
import { createGrammar, createStrictSchema, createWordedSchema } from "./message-form.ts";

type Constraint = Pick<ModelRequest, "json" | "grammar">;

export type Constrain = (
  state: MeetingState,
  speaker: string,
  instruction: Instruction,
  capabilities: Capabilities,
) => Constraint;

/**
 * A provider that caches prompts gets a schema in words: with another enforced schema, the prompt
 * has another prefix.
 */
export function createConstrain(names: Names): Constrain {
  return (state, speaker, instruction, { caching, form }) => {
    const inWords = caching !== "none" || undefined;
    if (instruction.reply) {
      const name = instruction.kind.replaceAll("-", "_");
      return { json: { name, schema: toReplySchema(instruction.reply), inWords } };
    }
    const question = { state, names, speaker, instruction };
    if (getMember(state, speaker).seat.form === "json") {
      const schema = inWords ? createWordedSchema(question) : createStrictSchema(question);
      return { json: { name: "message", schema, inWords } };
    }
    return form === "tags" ? {} : { grammar: createGrammar(question) };
  };
}
