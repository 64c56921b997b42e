import type { Model } from "../../../models/port/model.ts";
import { createScanner } from "../../scaffold/scan.ts";
import type { Pacing } from "./pacing.ts";

/** Milliseconds a visible character takes at pace 1: about 300 words a minute. */
export const READING_MS = 33;

/** Milliseconds before the first word at pace 1. */
const THINKING_MS = 700;

/** The replies, and so the log, stay the same. */
export function pacedModel(model: Model, hold: Pick<Pacing, "rest">): Model {
  return {
    ...model,
    async generate(request, options) {
      const pieces: string[] = [];
      const { onText } = options;
      const reply = await model.generate(request, {
        ...options,
        onText: onText && ((piece) => pieces.push(piece)),
      });
      await hold.rest(onText ? THINKING_MS : 0);
      const scanner = createScanner();
      for (const piece of pieces) {
        const shown = scanner.push(piece).length;
        onText?.(piece);
        if (shown > 0) await hold.rest(shown * READING_MS);
      }
      return reply;
    },
  };
}
