import { board, type MeetingEvent, openMeeting, type Scenario } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";

export const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

/** What one member holds in private before anybody has spoken. */
export type Opening = Readonly<
  Pick<MeetingEvent<"ballot.cast">, "verdict" | "reasoning" | "wouldChange" | "confidence">
>;

/** Ballots cast before the debate, by seat. */
export function openingsIn(events: readonly MeetingEvent[]): Readonly<Record<string, Opening>> {
  const cast = events.filter(
    (event): event is MeetingEvent<"ballot.cast"> => event.type === "ballot.cast" && event.ballot === "opening",
  );
  return Object.fromEntries(
    cast.map(({ speaker, verdict, reasoning, wouldChange, confidence }) => [
      speaker,
      { verdict, reasoning, wouldChange, confidence },
    ]),
  );
}

export async function openingBallots(scenario: Scenario, seed?: string | number) {
  return openingsIn((await openedBoard(scenario, seed)).events);
}

/** Opens a board of simulated members and ends it as soon as somebody would speak. */
export async function openedBoard(scenario: Scenario, seed?: string | number) {
  const controller = new AbortController();
  const meeting = openMeeting({
    scenario,
    protocol: board,
    seed,
    signal: controller.signal,
    createModel: (seat, completed) => {
      const model = createSimulatedModel({ seat, scenario: completed });
      return {
        ...model,
        generate: (request, options) => {
          if (request.occasion?.kind === "floor") controller.abort();
          return model.generate(request, options);
        },
      };
    },
  });
  await meeting.run();
  return meeting.journal;
}
