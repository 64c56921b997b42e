import type { z } from "zod";
import { BoardroomError } from "../../../errors.ts";
import { pairs } from "../../../lists.ts";
import { drawFrom } from "../../routing/draw.ts";
import type { Selection } from "../../routing/select.ts";
import type { Message } from "../../scaffold/message.ts";
import type { Draft, TurnEnding } from "../../transcript/events.ts";
import type { Fold } from "../../transcript/folding/fold.ts";
import type { Cue, Floor, HumanAnswer, Turn } from "../contract/floor.ts";
import { askPerson } from "../turn/hear-person.ts";
import { afterWords, countWords } from "../turn/read.ts";
import type { Effect } from "../turn/runtime.ts";
import { takeTurn } from "../turn/turn.ts";
import { createEffects, type FloorSetup } from "./effects.ts";

type OwnFloor = { readonly floor: Floor; nextPath(): string };

const TURN_ENDINGS = ["message.spoken", "turn.passed", "turn.absent", "ballot.cast"] as const;

export function createFloor(standing: FloorSetup): OwnFloor {
  const { runtime, fold } = standing;
  const { answered, exclusive, hear, nextPath, openGroup, take } = createEffects(standing);

  const floor: Floor = {
    get state() {
      return fold.state;
    },
    signal: runtime.signal,
    hear,
    random: (purpose) => drawFrom(fold.state.seed, nextPath(), purpose),

    async turn(chosen, cue) {
      const speaker = typeof chosen === "string" ? chosen : chosen.speaker;
      requireSeat(fold, speaker);
      const ending = await answered({ types: TURN_ENDINGS, by: speaker }, (effect) => {
        if (typeof chosen !== "string") effect.write(selected(effect, chosen));
        return takeTurn(effect, speaker, cue);
      });
      return turnOf(ending, cue);
    },

    async announce(agent, { kind, text, about, topic }) {
      requireSeat(fold, agent);
      const words = countWords(text);
      await answered({ types: ["notice.given"], by: agent }, (effect) =>
        written(effect, {
          type: "notice.given",
          path: effect.path,
          at: afterWords(fold.state.now, words),
          agent,
          kind,
          text,
          about: [...about],
          words,
          ...(topic !== undefined && { topic }),
        }),
      );
    },

    async record(name, data) {
      await answered({ types: ["fact.recorded"] }, (effect) => {
        const told = runtime.tell.ofFact({ name, data, path: effect.path }, fold.state);
        const at = fold.state.now;
        return written(effect, { type: "fact.recorded", path: effect.path, at, name, data, ...told });
      });
    },

    async wait(until) {
      await answered({ types: ["time.passed"] }, (effect) => {
        const { now } = fold.state;
        return written(effect, {
          type: "time.passed",
          path: effect.path,
          at: until > now ? until : now,
          until,
        });
      });
    },

    async ask(person, request) {
      const event = await answered({ types: ["human.answered"] }, (effect) =>
        askPerson(effect, { path: effect.path, person, request }),
      );
      return event.answer as HumanAnswer;
    },

    parallel: (branches, plan) =>
      exclusive(async (path) => {
        const group = openGroup(path, branches.length, plan);
        const held = branches.map((): Draft[] => []);
        const runs = pairs(branches, held).map(([branch, drafts], index) => () => {
          const onEvent = (draft: Draft) => drafts.push(draft);
          const own = fold.branch();
          const opening = { runtime, fold: own, prefix: `${path}/${index + 1}/`, onEvent, group };
          const ended = branch(createFloor(opening).floor);
          if (!group.isOneByOne) return ended;
          return ended.finally(() => group.reservation.spent(fold.state, own.state));
        });
        const results = await settleAll(runs, runtime.sequential || group.isOneByOne);
        for (const draft of held.flat()) take(draft);
        if (!standing.group) group.reservation.release();
        return results.map((result) => {
          if (result.status === "rejected") throw result.reason;
          return result.value;
        });
      }),
  };
  return { floor, nextPath };
}

async function written<Event extends Draft>(effect: Effect, draft: Event): Promise<Event> {
  effect.write(draft);
  return draft;
}

function selected({ path, fold }: Effect, { selector, speaker, weights, draw, why }: Selection): Draft {
  const at = fold.state.now;
  return { type: "speaker.selected", path, at, selector, speaker, weights: [...weights], draw, why };
}

async function settleAll<T>(
  runs: readonly (() => Promise<T>)[],
  sequential: boolean,
): Promise<PromiseSettledResult<T>[]> {
  if (!sequential) return Promise.allSettled(runs.map((run) => run()));
  const settled: PromiseSettledResult<T>[] = [];
  for (const run of runs) settled.push(...(await Promise.allSettled([run()])));
  return settled;
}

function requireSeat(fold: Fold, id: string): void {
  const { members } = fold.state;
  if (members.has(id)) return;
  throw new BoardroomError("unknown-member", {
    message: `No member of this meeting is called "${id}". Seated: ${[...members.keys()].join(", ")}.`,
    remedy: "Give the floor to one of these seats by its id.",
  });
}

function turnOf<Reply>(ending: TurnEnding, cue: Cue<Reply>): Turn<Reply> {
  switch (ending.type) {
    case "turn.passed":
      return { status: "passed" };
    case "turn.absent":
      return { status: "absent", reason: ending.reason };
    case "ballot.cast": {
      const message = ballotMessage(ending);
      return {
        status: "spoke",
        reply: cue.reply ? replyOf(ending, cue.reply, cue) : (message as Reply),
        message,
      };
    }
    case "message.spoken":
      return {
        status: "spoke",
        reply: cue.reply ? cue.reply.parse(ending.reply) : (ending as unknown as Reply),
        message: ending,
      };
    default:
      return ending satisfies never;
  }
}

function replyOf<Reply>(
  { parse, reply }: Draft<"ballot.cast">,
  schema: z.ZodType<Reply>,
  { verbatim }: Cue<Reply>,
): Reply {
  return parse === "failed" && verbatim ? verbatim.unread : schema.parse(reply);
}

function ballotMessage(ballot: Draft<"ballot.cast">): Message {
  const { speaker, at, verdict, abstains, reasoning, wouldChange, confidence, text: content = "" } = ballot;
  const silent = { to: null, artifacts: [], ready: false, withdrawn: false, content };
  return {
    id: `b${ballot.path}`,
    at,
    speaker,
    verdict,
    ...(abstains && { abstains }),
    reasoning,
    wouldChange,
    confidence,
    ...silent,
  };
}
