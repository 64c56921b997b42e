// The page by which a ranking that stopped continues. The report of such a ranking links to it.

import { join } from "node:path";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BoardroomError } from "../../errors.ts";
import { reopenRanking } from "../../studies/running/ranking-study.ts";
import { printServedPage } from "../pages/html.tsx";
import { ContinueRanking } from "../pages/ranking-begun.tsx";
import type { RouteSetup } from "./meeting-index.ts";
import { allowForms } from "./new-meeting.ts";

const MOST_BYTES = 64 * 1024;

export function addContinuing({ app, at, index, runningMeetings }: RouteSetup): void {
  const { io, shown, person } = index;
  const address = `${at}/m/:id/continue` as const;

  async function show(c: Context, id: string, error: BoardroomError | null) {
    const stopped = await index.stopped(id);
    if (!stopped) return c.redirect("report", 303);
    allowForms(c);
    const problems = error?.problems ?? [];
    const refused = problems.flatMap(({ message, remedy = "" }) => [message, remedy]);
    const isUnapproved = error?.code === "approval-required";
    const page = ContinueRanking({
      ...stopped,
      refused: isUnapproved ? refused.slice(0, 1) : refused,
      isUnapproved,
    });
    return c.html(printServedPage(stopped.title, page, { to: "../../" }), error ? 422 : 200);
  }

  app.get(address, (c) => show(c, c.req.param("id"), null));
  app.post(address, bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const id = c.req.param("id");
    if (!(await index.stopped(id))) return c.redirect("report", 303);
    const { approve, because = "" } = await c.req.parseBody();
    const flags = {
      as: person,
      approve: approve === "yes" || undefined,
      because: String(because).trim() || undefined,
    };
    try {
      const quiet = { ...io, stderr: { write: () => true } };
      const ranking = await reopenRanking(quiet, join(shown, id), flags);
      await runningMeetings.rank(ranking, flags);
      return c.redirect("report", 303);
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      return show(c, id, error);
    }
  });
}
