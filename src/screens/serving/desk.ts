import { join } from "node:path";
import { leaveAct, leaveAnswer } from "../../engine/meeting/people/file-inbox.ts";
import { type Act, bringing } from "../../engine/meeting/people/inbox.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { nameIn } from "../../engine/transcript/member-of.ts";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { actInWords } from "../../engine/words/tell.ts";
import { words } from "../../engine/words/words.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../../home/process/usage.ts";
import { floorRefusalOf } from "../../home/settings/protocols.ts";
import { documentOfBytes } from "../../scenario/documents/documents.ts";
import { refusalOfAct } from "../../showing/watching/acts.ts";
import type { Pacing } from "../../showing/watching/pacing.ts";
import { seatAnswer, seatCall } from "../../showing/watching/seat.ts";
import { createSeatView, type SeatView } from "../../showing/watching/seat-view.ts";
import type { AskedAct, AskedHold } from "../web/asked.ts";
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

  function tableAt(folder: string) {
    const seen = createSeatView(person);
    const state = foldTranscript(seen.events(inPathOrder(readTranscript(folder).events)));
    return { state, seen };
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
    act: (id, asked) =>
      told(id, async () => {
        const folder = await folderOf(id);
        const act = await actOf(asked, person);
        const { state, seen } = tableAt(folder);
        const why = refusalOfAct(state, act.does, floorRefusalOf(state.protocol));
        if (why !== null) throw usage(why);
        const nameOf = (seat: string) => nameIn(state, seat);
        trayOf(id).left(leaveAct(folder, onRecord(act, seen)), actInWords(person, act.does, { nameOf }));
        if (act.does.act === "adjourn") holdings.get(id)?.hasten();
      }),
    hold: (id, asked) =>
      told(id, async () => {
        const folder = await folderOf(id);
        const holding = holdings.get(id);
        if (holding) {
          holdBack(holding.pacing, asked);
          return holding.tell();
        }
        if (hasWriter(folder)) throw usage("another process holds this meeting: it is paused and paced there");
        if (asked.do !== "resume") throw usage("no process runs this meeting now: continue it first");
        const { approve, because } = asked;
        await holdings.goOn(id, { ...(approve && { approve }), ...(because !== undefined && { because }) });
      }),
    answer: (id, asked) =>
      told(id, async () => {
        const { to } = asked;
        const folder = await folderOf(id);
        const { state } = tableAt(folder);
        const call = seatCall(state, person);
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

async function actOf(asked: AskedAct, person: string): Promise<Act> {
  if (!("file" in asked)) return { person, does: asked };
  const { name, data } = asked.file;
  return bringing(person, await documentOfBytes(name, Buffer.from(data, "base64")));
}

function onRecord(act: Act, { seatOnRecord }: SeatView): Act {
  const { does } = act;
  return "to" in does ? { ...act, does: { ...does, to: seatOnRecord(does.to) } } : act;
}

function holdBack(pacing: Pacing, asked: AskedHold): void {
  switch (asked.do) {
    case "pause":
      return pacing.pause();
    case "resume":
      return pacing.resume();
    case "step":
      return pacing.step();
    case "pace":
      return pacing.setPace(asked.pace === "Infinity" ? Number.POSITIVE_INFINITY : asked.pace);
    default:
      return asked satisfies never;
  }
}
