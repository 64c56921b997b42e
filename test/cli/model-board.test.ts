import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

type Say = (seat: string, turn: number, instruction: string) => string;

/** A board of a language model that says this; ballots too. */
function boardThat(say: Say) {
  const lab: ModelFactory = ({ seat, spec }) => {
    let turn = 0;
    const one = ({ instruction }: { instruction: string }) =>
      say(seat.id, instruction.includes('-vote"') ? 0 : ++turn, instruction);
    return scriptedModel(
      Array.from({ length: 200 }, () => one),
      { spec, provider: "lab" },
    );
  };
  const cwd = workFolder();
  const io = { cwd, factories: { lab } };
  const run = (...flags: string[]) =>
    cli(["run", "small", "--model", "lab:m", "--seed", "7", "--approve", "--quiet", ...flags], io);
  const folder = "transcripts/small-7";
  return {
    run,
    command: (...argv: string[]) => cli([argv[0] ?? "", folder, ...argv.slice(1)], io),
    events: () => readTranscript(join(cwd, folder)).events,
  };
}

const talks: Say = (_, turn) =>
  reply({
    verdict: turn === 1 ? null : "YES",
    confidence: turn === 1 ? null : 0.8,
    reasoning: turn === 1 ? null : "One line holds.",
    withdrawn: turn > 3,
    content: turn === 0 ? "" : `Turn ${turn}.`,
  });

describe("a board of a language model", () => {
  it("is held, verified and shown by the values in its record", async () => {
    const { run, command, events } = boardThat(talks);
    expect((await run()).code).toBe(0);
    const [opened] = events();
    expect(opened).toMatchObject({
      scenario: {
        prompt: { view: "perspective", visibility: "until-verdict", scaffold: "verdict-last" },
      },
    });
    expect((await command("verify")).code).toBe(0);
    const turn = events().find(
      (event) => event.type === "message.spoken" && event.speaker === "chen",
    );
    const id = turn?.type === "message.spoken" ? turn.id : "";
    const shown = await command("show", "--prompt", id, "--speaker", "chen");
    expect(shown.code).toBe(0);
    expect(shown.out).toContain(
      "Your opening vote, which the others do not know: YES (confidence 0.8).",
    );
    expect(shown.out).toContain("You have not given a public verdict yet.");
  });
});
