import type { ViewTurn } from "./model.ts";

/** A view as a provider takes it: the messages of its finished turns, and the last turn, which may still grow. */
type LaidOut<Message> = { readonly finished: Message[]; readonly last: ViewTurn | null };

/**
 * Lays views out for the wire: turns without text are left out, neighbours of one role made one. A view only grows,
 * so that each finished turn is looked at once, and a call costs no more when the conversation is long.
 */
export function createLayout<Message>(
  convert: (turn: ViewTurn) => Message,
): (turns: readonly ViewTurn[]) => LaidOut<Message> {
  const layouts = new WeakMap<readonly ViewTurn[], GrowingLayout<Message>>();

  function take(layout: GrowingLayout<Message>, turn: ViewTurn): void {
    if (turn.parts.every(isBlank)) return;
    const before = layout.open?.role === turn.role ? layout.open : null;
    layout.open = before ? joined(before, turn) : turn;
    layout.messages.splice(before ? -1 : layout.messages.length, 1, convert(layout.open));
  }

  return (turns) => {
    const known = layouts.get(turns);
    const layout = known && known.taken < turns.length ? known : { messages: [], open: null, taken: 0 };
    layouts.set(turns, layout);
    for (const turn of turns.slice(layout.taken, -1)) {
      layout.taken++;
      take(layout, turn);
    }
    const { messages, open } = layout;
    const last = turns.at(-1);
    if (!last || last.parts.every(isBlank)) return { finished: messages.slice(0, -1), last: open };
    if (open?.role === last.role) return { finished: messages.slice(0, -1), last: joined(open, last) };
    return { finished: messages.slice(), last };
  };
}

/** Of the first `taken` turns; `open` is the last of them with text, which a neighbour may still join. */
type GrowingLayout<Message> = { readonly messages: Message[]; open: ViewTurn | null; taken: number };

function joined({ role, parts }: ViewTurn, next: ViewTurn): ViewTurn {
  return { role, parts: [...parts, ...next.parts] };
}

/** White space only: providers refuse such a block. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
