import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import type { SeatProblems } from "../../showing/watching/seat.ts";
import { PlanCard, type PlannedMeeting } from "../pages/start/plan-card.tsx";
import { treeOf } from "../pages/tree.ts";
import {
  type AskedAct,
  type AskedAnswer,
  type AskedHold,
  type AskedStart,
  askedActSchema,
  askedAnswerSchema,
  askedHoldSchema,
  askedMeetingSchema,
  askedStartSchema,
  type PageMeeting,
} from "./asked.ts";

/** A method throws before it has done anything. */
export type Desk = {
  readonly act: (id: string, asked: AskedAct) => Promise<void>;
  readonly hold: (id: string, asked: AskedHold) => Promise<void>;
  readonly answer: (id: string, asked: AskedAnswer) => Promise<SeatProblems | null>;
  readonly plan: (asked: PageMeeting) => Promise<PlannedMeeting>;
  readonly start: (asked: AskedStart) => Promise<string>;
};

/** Words alone; and with documents, each at most 2 MiB, in base64. */
const MOST_WORDS = 128 * 1024;
const MOST_WITH_DOCUMENTS = 24 * 1024 * 1024;

type Doing = {
  readonly desk: Desk;
  readonly clean: (text: string) => string;
};

export function addDoing(app: Hono, at: string, { desk, clean }: Doing): void {
  const answered = answeringWith(clean);
  const small = limitedTo(MOST_WORDS);
  const large = limitedTo(MOST_WITH_DOCUMENTS);
  app.post(`${at}/m/:id/act`, small, async (c) => {
    const id = c.req.param("id");
    return answered(c, askedActSchema, async (asked) => {
      await desk.act(id, asked);
      return { done: true };
    });
  });
  app.post(`${at}/m/:id/hold`, small, async (c) => {
    const id = c.req.param("id");
    return answered(c, askedHoldSchema, async (asked) => {
      await desk.hold(id, asked);
      return { done: true };
    });
  });
  app.post(`${at}/m/:id/answer`, limitedTo(1024 * 1024), async (c) => {
    const id = c.req.param("id");
    return answered(c, askedAnswerSchema, async (asked) => {
      const problems = await desk.answer(id, asked);
      return problems === null ? { done: true } : { problems };
    });
  });
  app.post(`${at}/plan`, large, (c) =>
    answered(c, askedMeetingSchema, async (asked) => {
      const planned = await desk.plan(asked);
      return { nodes: treeOf(PlanCard({ planned })) };
    }),
  );
  app.post(`${at}/start`, large, (c) =>
    answered(c, askedStartSchema, async (asked) => ({ id: await desk.start(asked) })),
  );
}

function limitedTo(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (c) =>
      c.json({ refused: `that is more than ${Math.round(maxSize / 1024)} KiB, the most that is taken` }, 413),
  });
}

/** Status 400 for what cannot be read, 422 for what cannot be done. */
function answeringWith(clean: Doing["clean"]) {
  return async <Asked>(
    c: Context,
    schema: z.ZodType<Asked>,
    work: (asked: Asked) => Promise<object>,
  ): Promise<Response> => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const asked = schema.safeParse(body);
    if (!asked.success) return c.json({ refused: z.prettifyError(asked.error) }, 400);
    try {
      const done = await work(asked.data);
      return c.json(done, "problems" in done ? 422 : 200);
    } catch (error) {
      if (error instanceof BoardroomError) return c.json({ refused: clean(error.message) }, 422);
      throw error;
    }
  };
}
