import { PUT_YOUR_OWN } from "../../engine/meeting/turn/copied-form.ts";
import type { Draft, TurnEnding } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import { isAsAskedFor, REPAIRS_IN_VAIN } from "../../engine/transcript/turn-events.ts";
import { words } from "../../engine/words/words.ts";

type FormTrouble = {
  next(event: Draft): readonly string[];
  all(): readonly string[];
};

type FormCounts = { replies: number; missed: number; copied: number; told: Set<"copied" | "missed"> };
type Repairs = { inVain: number; isTold: boolean };

/** Fewer replies out of the form may be an accident. */
const LEAST_MISSED = 4;
const COPIED_AT_ONCE = 2;

export function createFormTrouble(nameOf: (seat: string) => string): FormTrouble {
  const models = new Map<string, FormCounts>();
  const repairs = new Map<string, Repairs>();
  const calls = new Map<string, { model: string; isRepaired: boolean }>();

  function next(event: Draft): readonly string[] {
    if (event.type === "call.answered") {
      const path = effectPath(event.path);
      const isRepaired = event.purpose === "repair" || calls.get(path)?.isRepaired === true;
      calls.set(path, { model: event.asked, isRepaired });
    }
    const call = isEnding(event) ? calls.get(event.path) : undefined;
    if (!isEnding(event) || call === undefined) return [];
    calls.delete(event.path);
    return [...count(event, call.model), ...countRepair(event, call.isRepaired)];
  }

  const copied = (model: string, counts: FormCounts) =>
    words.wrong.copied(counts.copied, counts.replies, model);
  const missed = (model: string, counts: FormCounts) =>
    words.wrong.missed(counts.missed, counts.replies, model);
  const unmended = (seat: string) => words.wrong.unmended(nameOf(seat), REPAIRS_IN_VAIN);

  function count(event: TurnEnding, model: string): readonly string[] {
    const counts = models.get(model) ?? { replies: 0, missed: 0, copied: 0, told: new Set() };
    models.set(model, counts);
    counts.replies += 1;
    if (isCopied(event)) counts.copied += 1;
    else if (isOutOfForm(event)) counts.missed += 1;
    const isDue = { copied: counts.copied >= COPIED_AT_ONCE, missed: isMostlyMissed(counts) };
    return (["copied", "missed"] as const).flatMap((kind) => {
      if (!isDue[kind] || counts.told.has(kind)) return [];
      counts.told.add(kind);
      return [(kind === "copied" ? copied : missed)(model, counts)];
    });
  }

  function countRepair(event: TurnEnding, isRepaired: boolean): readonly string[] {
    const own = repairs.get(event.speaker) ?? { inVain: 0, isTold: false };
    repairs.set(event.speaker, own);
    if (isAsAskedFor(event.type === "turn.absent" ? null : event)) own.inVain = 0;
    else if (isRepaired) own.inVain += 1;
    if (own.inVain < REPAIRS_IN_VAIN || own.isTold) return [];
    own.isTold = true;
    return [unmended(event.speaker)];
  }

  return {
    next,
    all: () => [
      ...[...models].flatMap(([model, counts]) => [
        ...(counts.copied > 0 ? [copied(model, counts)] : []),
        ...(isMostlyMissed(counts) ? [missed(model, counts)] : []),
      ]),
      ...[...repairs].flatMap(([seat, { isTold }]) => (isTold ? [unmended(seat)] : [])),
    ],
  };
}

function isMostlyMissed({ missed, replies }: FormCounts): boolean {
  return missed >= LEAST_MISSED && missed * 2 > replies;
}

function isEnding(event: Draft): event is TurnEnding {
  return ["message.spoken", "turn.passed", "turn.absent", "ballot.cast"].includes(event.type);
}

function isCopied(event: TurnEnding): boolean {
  return event.type === "turn.absent"
    ? event.reason.startsWith(PUT_YOUR_OWN)
    : event.flags.includes("form-copied");
}

function isOutOfForm(event: TurnEnding): boolean {
  return event.type === "turn.absent" || event.parse === "salvaged" || event.parse === "failed";
}
