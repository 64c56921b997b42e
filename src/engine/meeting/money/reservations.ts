import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";

/** Tokens of input, the output limit with thinking, and dollars. */
export type CallEstimate = { readonly input: number; readonly output: number; readonly cost: number | null };

export type Planned = {
  readonly speaker: string;
  readonly estimate: CallEstimate;
  readonly isClosing: boolean;
  /** Others will read the reply, so the closing ballot's prompts grow by it. */
  readonly isShown: boolean;
};

export type Amount = { tokens: number; dollars: number };

export type Reservation = {
  add(planned: Planned): void;
  spent(before: MeetingState, after: MeetingState): void;
  release(): void;
};

export function createReservations(seats: readonly string[]) {
  const all: Amount = { tokens: 0, dollars: 0 };
  const own: ReadonlyMap<string, Amount> = new Map(seats.map((seat) => [seat, { tokens: 0, dollars: 0 }]));

  function move(seat: string, { tokens, dollars }: Amount, sign: 1 | -1): void {
    for (const sum of [all, own.get(seat)]) {
      if (!sum) continue;
      sum.tokens += sign * tokens;
      sum.dollars += sign * dollars;
    }
  }

  function reservation(): Reservation {
    let held: { readonly seat: string; readonly amount: Amount }[] = [];
    const add = (seat: string, amount: Amount): void => {
      held.push({ seat, amount });
      move(seat, amount, 1);
    };
    return {
      add: ({ speaker, estimate }) => add(speaker, amountOf(estimate)),
      spent(before, after) {
        for (const [seat, { spending }] of after.members) {
          const [was, is] = [chargedTo(memberOf(before, seat).spending), chargedTo(spending)];
          add(seat, { tokens: is.tokens - was.tokens, dollars: is.dollars - was.dollars });
        }
      },
      release() {
        for (const { seat, amount } of held) move(seat, amount, -1);
        held = [];
      },
    };
  }

  return { all, own, reservation };
}

export function amountOf({ input, output, cost }: CallEstimate): Amount {
  return { tokens: input + output, dollars: cost ?? 0 };
}

export function chargedTo(spending: MeetingState["spending"]): Amount {
  return { tokens: spending.chargedTokens, dollars: spending.chargedDollars };
}

export function total(amounts: readonly Amount[]): Amount {
  const sum = { tokens: 0, dollars: 0 };
  for (const { tokens, dollars } of amounts) {
    sum.tokens += tokens;
    sum.dollars += dollars;
  }
  return sum;
}
