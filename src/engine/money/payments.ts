// What the calls of one running meeting cost. Each call reserves its price before it begins: above
// the approved sum a person is asked, and a budget that several meetings share is charged too.

import { isAbove } from "../protocol/compare.ts";
import { MeetingStop } from "../protocol/floor.ts";
import type { Draft } from "../transcript/events.ts";
import { type Consent, roundUpApproval } from "./approval.ts";
import { type Reserved, readCharge, type SharedBudget } from "./budget.ts";

type PaymentsSetup = {
  /** Dollars in all before `consent` is asked. */
  upTo: number;
  spent: number;
  consent: Consent;
  sharedBudget: SharedBudget | undefined;
};

type Spender = { path: string; speaker: string };

export type Payments = {
  /** Reserves the price of a call. Throws if the meeting has to stop instead. */
  reserve(dollars: number, spender: Spender): Promise<Payment>;
};

export type Payment = {
  /** Null if the call was not recorded: then the whole price counts as spent. */
  settle(call: Draft<"call.answered" | "call.failed"> | null): Promise<void>;
};

export function createPayments({ upTo, spent, consent, sharedBudget }: PaymentsSetup): Payments {
  let agreed = upTo;
  let total = spent;
  let asking: Promise<void> | null = null;

  async function askForApproval(path: string): Promise<void> {
    const dollars = total;
    const next = roundUpApproval(dollars);
    if (await consent(dollars, next)) {
      agreed = next;
      return;
    }
    const reason = `up to $${agreed} is approved, and the next call may bring the total to $${dollars.toFixed(2)}`;
    throw new MeetingStop({ kind: "waiting", reason, path, upTo: next });
  }

  async function takeShared(dollars: number, spender: Spender): Promise<Reserved | null> {
    if (!sharedBudget) return null;
    const taken = await sharedBudget.reserve(dollars);
    if (!("refused" in taken)) return taken;
    throw new MeetingStop({
      kind: "suspended",
      reason: taken.refused,
      cause: "budget",
      ...spender,
    });
  }

  async function reserve(dollars: number, spender: Spender): Promise<Reserved | null> {
    if (dollars <= 0) return null;
    while (isAbove(total, agreed)) {
      asking ??= askForApproval(spender.path).finally(() => {
        asking = null;
      });
      await asking;
    }
    return takeShared(dollars, spender);
  }

  return {
    async reserve(dollars, spender) {
      // Counted before anything is awaited, so that calls made at the same time see each other's.
      total += dollars;
      try {
        const shared = await reserve(dollars, spender);
        return {
          async settle(call) {
            const charge = call ? readCharge(call) : dollars;
            total += charge - dollars;
            await shared?.settle(charge);
          },
        };
      } catch (stop) {
        total -= dollars;
        throw stop;
      }
    },
  };
}
