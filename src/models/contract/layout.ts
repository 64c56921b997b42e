// Turns of a view as messages of a provider, converted once although the history grows.

import type { Capabilities } from "./capabilities.ts";
import type { ModelRequest, ViewTurn } from "./model.ts";

type LaidOut<Message> = { finished: Message[]; last: ViewTurn | null };

/** Omits empty turns and joins neighbours of one role. A view only grows, so each turn is read once. */
export function createLayout<Message>(
  convert: (turn: ViewTurn) => Message,
): (turns: readonly ViewTurn[]) => LaidOut<Message> {
  const layouts = new WeakMap<readonly ViewTurn[], GrowingLayout<Message>>();

  function take(layout: GrowingLayout<Message>, turn: ViewTurn): void {
    if (turn.parts.every(isBlank)) return;
    const before = layout.open?.role === turn.role ? layout.open : null;
    layout.open = before ? joinTurns(before, turn) : turn;
    layout.messages.splice(before ? -1 : layout.messages.length, 1, convert(layout.open));
  }

  return (turns) => {
    const known = layouts.get(turns);
    const layout =
      known && known.taken < turns.length ? known : { messages: [], open: null, taken: 0 };
    layouts.set(turns, layout);
    for (const turn of turns.slice(layout.taken, -1)) {
      layout.taken++;
      take(layout, turn);
    }
    const { messages, open } = layout;
    const last = turns.at(-1);
    if (!last || last.parts.every(isBlank)) return { finished: messages.slice(0, -1), last: open };
    if (open?.role === last.role)
      return { finished: messages.slice(0, -1), last: joinTurns(open, last) };
    return { finished: messages.slice(), last };
  };
}

/** Of the first `taken` turns; `open` is the last with text, which a neighbour may still join. */
type GrowingLayout<Message> = {
  messages: Message[];
  open: ViewTurn | null;
  taken: number;
};

function joinTurns({ role, parts }: ViewTurn, next: ViewTurn): ViewTurn {
  return { role, parts: [...parts, ...next.parts] };
}

/** Providers refuse a block of white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** The last message is the cut reply itself, which the model continues, and not a question for the rest. */
export function isPrefilled({ exchange }: ModelRequest, { prefill }: Capabilities): boolean {
  return prefill === true && exchange?.isCut === true;
}

/** The layers of one seat in the order of the prompt, without empty ones. */
export function listIndividualLayers({
  individual,
  openingVote = "",
}: Pick<ModelRequest, "individual" | "openingVote">): string[] {
  return [individual, openingVote].filter((layer) => !isBlank(layer));
}

export function createSingleRequest(
  asked: Pick<ModelRequest, "shared" | "instruction" | "json" | "maxOutputTokens" | "cacheKey">,
): ModelRequest {
  return { ...asked, individual: "", turns: [], chance: "" };
}

export const ONE_OBJECT = "Answer with one JSON object and nothing else.";
