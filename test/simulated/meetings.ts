import {
  board,
  chamber,
  findScenario,
  type Inbox,
  judges,
  jury,
  loadScenario,
  type MeetingEvent,
  type ModelRequest,
  modelsFrom,
  openMeeting,
  type Protocol,
  rounds,
  type Scenario,
} from "boardroom";
import { decodeText } from "../../src/text/entities.ts";

type People = NonNullable<Parameters<typeof openMeeting>[0]["people"]>;
export type Spoken = MeetingEvent<"message.spoken">;

export function protocolOf({ protocol }: Scenario): Protocol {
  return [board, chamber, judges, jury, rounds].find(({ name }) => name === protocol)!;
}

/** A shipped scenario, or one of a folder, with a simulated member on every seat. */
export async function shipped(name: string): Promise<Scenario> {
  const scenario = await loadScenario(await findScenario(name, { cwd: process.cwd() }));
  return {
    ...scenario,
    members: scenario.members.map((seat) => ({ ...seat, model: "simulated" })),
  };
}

export type Asked = {
  seat: string;
  request: ModelRequest;
  text: string;
};

/** A meeting of simulated members; `asked` sees every request with its reply, as they stood then. */
export async function hold(
  scenario: Scenario,
  seed: number | string,
  more: {
    inbox?: Inbox;
    people?: People;
    signal?: AbortSignal;
    asked?: (asked: Asked) => void;
  } = {},
) {
  const { asked, ...ports } = more;
  const protocol = protocolOf(scenario);
  const create = modelsFrom({ env: {} });
  const meeting = openMeeting({
    ...{ scenario, protocol, seed, ...ports },
    createModel: (seat, completed) => {
      const model = create(seat, completed);
      if (asked === undefined) return model;
      return {
        ...model,
        async generate(request, options) {
          const reply = await model.generate(request, options);
          const turns = request.turns.map(({ role, parts }) => ({ role, parts: [...parts] }));
          if (reply.type === "answer")
            asked({ seat: seat.id, request: { ...request, turns }, text: reply.text });
          return reply;
        },
      };
    },
  });
  await meeting.run();
  const { events } = meeting.journal;
  return { events, state: meeting.state, said: saidIn(events, scenario) };
}

/** What members said, in order. */
export function saidIn(events: readonly MeetingEvent[], { members }: Scenario): Spoken[] {
  const seats = new Set(members.map(({ id }) => id));
  return events.filter(
    (event): event is Spoken => event.type === "message.spoken" && seats.has(event.speaker),
  );
}

export const modelsFromEnv = () => modelsFrom({ env: {} });

export function notSent({ request, text }: Asked): string[] {
  const said = request.turns.flatMap(({ parts }) => parts);
  const sent = decodeText(
    [request.shared, request.individual, ...said, request.instruction].join("\n"),
  ).replaceAll("`", "");
  const cited = [...text.matchAll(/<Artifact ref="([^"]*)">([^<]*)</g)];
  return cited.flatMap(([, ref = "", quote = ""]) => {
    // Documents are sent without the marks of Markdown.
    const words = decodeText(quote).replaceAll("`", "").split("…");
    return words.every((part) => sent.replace(/\s+/g, " ").includes(part.trim())) ? [] : [ref];
  });
}

export const seeds = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => from + at);
