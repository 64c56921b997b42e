import { jsonInstructions } from "../port/json-schema.ts";
import { createLayout, isBlank } from "../port/layout.ts";
import type { ModelRequest } from "../port/model.ts";

/** A message as chat interfaces have them. */
export type ChatMessage = { readonly role: "system" | "user" | "assistant"; readonly content: string };

/**
 * A request as the messages of a chat: what a member is told of the meeting and of itself first, then the debate as it
 * has heard it, what is asked now as the last words of the user, and a reply that is to be mended with what is wrong
 * with it. Between user and assistant the roles alternate.
 */
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
