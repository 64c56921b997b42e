/** The requests by which a page acts on a meeting: say, answer, pause, resume, approve and end. */

import { join } from "node:path";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { sortByPath } from "../../engine/transcript/path.ts";
import { describeAct } from "../../engine/transcript/people-events.ts";
import { getMemberName } from "../../engine/transcript/state.ts";
import { words } from "../../engine/words/words.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError } from "../../home/process/io.ts";
import { writeAct, writeAnswer } from "../../home/seats/inbox.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import { seatAnswer, seatCall } from "../../showing/watching/seat.ts";
import { createSeatView } from "../../showing/watching/seat-view.ts";
import { refuseAct } from "../../showing/watching/source.ts";
import { isTooDeep, TOO_DEEP } from "../../text/json-in.ts";
import type { RouteSetup } from "./meeting-index.ts";

const written = z.string().trim().min(1).max(8000);

const consent = { approve: z.boolean().optional(), because: written.optional() };

const actSchema = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("interject"), text: written }),
  z.strictObject({ act: z.enum(["close-debate", "adjourn"]) }),
]);

const runSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("pause") }),
  z.strictObject({ do: z.literal("resume"), ...consent }),
]);

const to = z.string().min(1).max(80);
const answerSchema = z.union([
  z.strictObject({ to, answer: z.record(z.string(), z.json()) }),
  z.strictObject({ to, another: z.string().min(1).max(400) }),
]);

/** Words alone, and an answer. */
const MOST_WORDS = 128 * 1024;
const MOST_ANSWER = 1024 * 1024;

const DONE = { done: true };

export function addActs({ app, at, index, runningMeetings }: RouteSetup): void {
  const { path, person } = index;
  const stateAt = (folder: string) =>
    foldTranscript(createSeatView(person).events(sortByPath(readTranscript(folder).events)));

  function post<Asked>(
    does: string,
    maxSize: number,
    schema: z.ZodType<Asked>,
    work: (id: string, asked: Asked) => Promise<object>,
  ): void {
    const most = `that is more than ${Math.round(maxSize / 1024)} KiB, the most that is taken`;
    const limit = bodyLimit({ maxSize, onError: (c) => c.json({ refused: most }, 413) });
    app.post(`${at}/${does}`, limit, async (c: Context) => {
      const body: unknown = await c.req.json().catch(() => ({}));
      if (isTooDeep(body)) return c.json({ refused: TOO_DEEP }, 400);
      const asked = schema.safeParse(body);
      const wrong = explainIssues(asked.error?.issues ?? [], schema, body);
      if (!asked.success)
        return c.json({ refused: wrong.map(({ message }) => message).join("; ") }, 400);
      const id = c.req.param("id");
      try {
        if (id !== undefined && !(await index.knows(id)))
          throw new BoardroomError("transcript-not-found", { message: "meeting not found here" });
        const done = await work(id ?? "", asked.data);
        return c.json(done, "problems" in done ? 422 : 200);
      } catch (error) {
        if (!(error instanceof BoardroomError)) throw error;
        if (id !== undefined)
          index.openMailbox(id).refuse(error.problems.map(({ message }) => message).join("; "));
        return c.json({ refused: index.clean(error.message) }, 422);
      }
    });
  }

  post("m/:id/act", MOST_WORDS, actSchema, async (id, does) => {
    const folder = join(path, id);
    const state = stateAt(folder);
    const why = refuseAct(state, does, null);
    if (why !== null) throw createUsageError(why);
    const getName = (seat: string) => getMemberName(state, seat);
    index
      .openMailbox(id)
      .left(writeAct(folder, { person, does }), describeAct(person, does, { getName }));
    if (does.act !== "interject") runningMeetings.get(id)?.hasten();
    return DONE;
  });

  post("m/:id/hold", MOST_WORDS, runSchema, async (id, asked) => {
    const active = runningMeetings.get(id);
    if (active) {
      if (asked.do === "pause") active.pacing.pause();
      else active.pacing.resume();
      active.notify();
      return DONE;
    }
    if (hasWriter(join(path, id)))
      throw createUsageError("this meeting runs in another process: pause it there");
    if (asked.do !== "resume")
      throw createUsageError("no process runs this meeting now: continue it first");
    await runningMeetings.goOn(id, { approve: asked.approve, because: asked.because });
    return DONE;
  });

  post("m/:id/answer", MOST_ANSWER, answerSchema, async (id, asked) => {
    const folder = join(path, id);
    const mailbox = index.openMailbox(id);
    const call = seatCall(stateAt(folder), person);
    if (call?.path !== asked.to)
      throw createUsageError("this question has been answered already; what you wrote is kept");
    if ("another" in asked) {
      mailbox.makeRoom(asked.to, asked.another);
      return DONE;
    }
    const read = seatAnswer(call, asked.answer);
    if ("problems" in read) {
      mailbox.setProblems(asked.to, read.problems);
      return { problems: read.problems };
    }
    const line = writeAnswer(folder, { person: call.person, answer: read.answer, to: asked.to });
    mailbox.left(line, words.event.answered(call.person));
    if (runningMeetings.get(id) === null && !hasWriter(folder)) await runningMeetings.goOn(id, {});
    return DONE;
  });
}
