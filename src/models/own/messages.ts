import { jsonInstructions } from "../port/json-schema.ts";
import { createLayout, isBlank } from "../port/layout.ts";
import type { ModelRequest } from "../port/model.ts";

export type ChatMessage = { readonly role: "system" | "user" | "assistant"; readonly content: string };

/** System first, then the debate, and the cue as the user's last words. User and assistant alternate. */
export function messagesOf({ shared, individual, turns, cue, json, exchange }: ModelRequest): ChatMessage[] {
  const { finished: messages, last } = layOut(turns);
  if (last?.role === "assistant") messages.push(toMessage(last.role, last.parts));
  const isMended = exchange !== undefined && !isBlank(exchange.reply);
  const asked = [
    ...(last?.role === "user" ? last.parts : []),
    cue,
    ...(json ? [jsonInstructions(json.schema)] : []),
    ...(exchange && !isMended ? [exchange.problem] : []),
  ];
  messages.push(toMessage("user", asked));
  if (isMended) messages.push(toMessage("assistant", [exchange.reply]), toMessage("user", [exchange.problem]));
  const layers = [shared, individual];
  return layers.every(isBlank) ? messages : [toMessage("system", layers), ...messages];
}

const layOut = createLayout(({ role, parts }) => toMessage(role, parts));

function toMessage(role: ChatMessage["role"], parts: readonly string[]): ChatMessage {
  return { role, content: parts.filter((part) => !isBlank(part)).join("\n\n") };
}
