import { join } from "node:path";
import { leaveAct, leaveAnswer } from "../../engine/meeting/people/file-inbox.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { nameIn } from "../../engine/transcript/state.ts";
import { actInWords } from "../../engine/words/tell.ts";
import { words } from "../../engine/words/words.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../../home/process/io.ts";
import { seatAnswer, seatCall } from "../../showing/watching/seat.ts";
import { createSeatView } from "../../showing/watching/seat-view.ts";
import { refusalOfAct } from "../../showing/watching/source.ts";
import type { Desk } from "../web/desk.ts";
import type { Holdings } from "./holdings.ts";
import type { Planning } from "./planning.ts";
import type { Tray } from "./tray.ts";

type DeskSetup = Planning & {
  readonly path: string;
  readonly person: string;
  readonly holdings: Holdings;
  readonly knows: (id: string) => Promise<boolean>;
  readonly trayOf: (id: string) => Tray;
};

/** Acts go through the inbox, as from any other process; meetings held here also through their hold. */
export function deskOf({ path, person, holdings, knows, trayOf, plan, start }: DeskSetup): Desk {
  async function folderOf(id: string): Promise<string> {
    if (await knows(id)) return join(path, id);
    throw new BoardroomError("transcript-not-found", { message: "there is no such meeting here" });
  }

  function stateAt(folder: string) {
    return foldTranscript(createSeatView(person).events(inPathOrder(readTranscript(folder).events)));
  }

  async function told<Done>(id: string, work: () => Promise<Done>): Promise<Done> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BoardroomError)
        trayOf(id).refuse(error.problems.map(({ message }) => message).join("; "));
      throw error;
    }
  }

  return {
    plan,
    start,
    act: (id, does) =>
      told(id, async () => {
        const folder = await folderOf(id);
        const state = stateAt(folder);
        const why = refusalOfAct(state, does, null);
        if (why !== null) throw usage(why);
        const nameOf = (seat: string) => nameIn(state, seat);
        trayOf(id).left(leaveAct(folder, { person, does }), actInWords(person, does, { nameOf }));
        if (does.act !== "interject") holdings.get(id)?.hasten();
      }),
    hold: (id, asked) =>
      told(id, async () => {
        const folder = await folderOf(id);
        const holding = holdings.get(id);
        if (holding) {
          if (asked.do === "pause") holding.pacing.pause();
          else holding.pacing.resume();
          return holding.tell();
        }
        if (hasWriter(folder)) throw usage("another process holds this meeting: it is paused there");
        if (asked.do !== "resume") throw usage("no process runs this meeting now: continue it first");
        const { approve, because } = asked;
        await holdings.goOn(id, { ...(approve && { approve }), ...(because !== undefined && { because }) });
      }),
    answer: (id, asked) =>
      told(id, async () => {
        const { to } = asked;
        const folder = await folderOf(id);
        const call = seatCall(stateAt(folder), person);
        if (call?.path !== to) throw usage("this question has been answered already; what you wrote is kept");
        if ("another" in asked) {
          trayOf(id).makeRoom(to, asked.another);
          return null;
        }
        const read = seatAnswer(call, asked.answer);
        if ("problems" in read) {
          trayOf(id).setProblems(to, read.problems);
          return read.problems;
        }
        const file = leaveAnswer(folder, { person: call.person, answer: read.answer, to });
        trayOf(id).left(file, words.event.answered(call.person));
        if (holdings.get(id) === null && !hasWriter(folder)) await holdings.goOn(id, {});
        return null;
      }),
  };
}
