import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import type { MeetingEvent } from "../../../src/engine/transcript/events.ts";
import { createSeatView, isSeatedIn } from "../../../src/showing/watching/seat-view.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";

const LEAVE = [
  "--say",
  "Enough, says kumar.",
  "--verdict",
  "NO",
  "--because",
  "Too risky",
  "--withdraw",
];

/** A meeting in which ngo sits as kumar: up to the first question, and as it ended. */
async function held(...flags: readonly string[]) {
  const cwd = workFolder();
  const factories = { simulated: twoTurns };
  const seated = [
    "--member",
    "kumar=human:ngo",
    "--output",
    "t",
    "--quiet",
    "--option",
    "openingBallot=true",
  ];
  await cli(["run", "small", "--seed", "7", ...seated, ...flags], { cwd, factories });
  const first = readTranscript(join(cwd, "t")).events;
  for (let turn = 0; turn < 6; turn++)
    await cli(["act", "t", "--as", "ngo", ...LEAVE, "--quiet"], { cwd, factories });
  return { first, all: readTranscript(join(cwd, "t")).events };
}

const votes = (events: readonly MeetingEvent[]) =>
  events.flatMap((event) => (event.type === "ballot.cast" ? [event.speaker] : []));

describe("what whoever holds a seat is shown", () => {
  it("is no private ballot of others before the close, and all of them after it", async () => {
    const { first, all } = await held();
    expect(votes(first).length).toBeGreaterThan(0);
    expect(votes(createSeatView("ngo").events(first)).filter((seat) => seat !== "kumar")).toEqual(
      [],
    );
    expect(createSeatView("somebody else").events(first)).toBe(first);
    // The chair answers for every person, and a caller who may be any member hears what all of them hear.
    for (const viewer of ["chair", null])
      expect(
        votes(createSeatView(viewer).events(first)).filter((seat) => seat !== "kumar"),
      ).toEqual([]);
    expect(isSeatedIn(opening(first), "ngo")).toBe(true);
    expect(isSeatedIn(opening(first), "chair")).toBe(false);
    expect(all.at(-1)?.type).toBe("meeting.closed");
    expect(createSeatView("ngo").events(all)).toEqual(all);
  });

  it("is labels everywhere where members are anonymous, seats and model included, in an order that tells nothing", async () => {
    const { all } = await held("--view", "anonymous");
    const view = createSeatView("ngo");
    const shown = view.events(all);
    const text = JSON.stringify(shown);
    for (const { id, persona } of opening(all).seats.filter(({ kind }) => kind === "member")) {
      expect(text).not.toContain(`"${id}"`);
      expect(text).not.toContain(persona.name);
      expect(view.shownSeat(id)).toMatch(/^member-/);
      expect(view.mask(`as ${persona.name} said`)).not.toContain(persona.name);
    }
    expect(
      opening(shown)
        .seats.filter(({ kind }) => kind === "member")
        .map(({ id }) => id),
    ).toEqual(
      opening(shown)
        .seats.filter(({ kind }) => kind === "member")
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("is the same event again as the record grows", async () => {
    const { all } = await held("--view", "anonymous");
    const view = createSeatView("ngo");
    const open = all.filter(({ type }) => type !== "meeting.closed");
    const before = view.events(open.slice(0, -1));
    const after = view.events(open);
    expect(before.length).toBeGreaterThan(20);
    for (const [index, event] of before.entries()) expect(after[index]).toBe(event);
  });

  it("is no private document, whisper or reply of others", async () => {
    const { first } = await held();
    const line = { seq: 90, at: "2026-01-05T09:00:00.000Z", path: "9", prev: "" };
    const document = { name: "a.md", title: "A", subject: false, sha256: "", by: null };
    const text = "first secret\nsecond secret";
    const hiddenLines = (shownTo: Record<string, [number, number][]>) =>
      ({ ...line, ...document, type: "document.added", text, shownTo }) as MeetingEvent;
    const whisper = (to: string) =>
      ({
        ...line,
        type: "person.acted",
        person: "mai",
        order: 0,
        does: { act: "whisper", to, text: "secret" },
      }) as MeetingEvent;
    const asked = {
      ...line,
      type: "human.asked",
      person: "li",
      request: { kind: "turn", seat: "chen", typed: { verdict: "secret" } },
    };
    const others = [hiddenLines({ chen: [[1, 2]] }), whisper("chen"), asked] as MeetingEvent[];
    const own = [hiddenLines({ chen: [[1, 1]], kumar: [[2, 2]] }), whisper("kumar")];
    for (const viewer of ["ngo", "chair"]) {
      expect(JSON.stringify(createSeatView(viewer).events([...first, ...others]))).not.toContain(
        "secret",
      );
      const shown = JSON.stringify(createSeatView(viewer).events([...first, ...own]));
      expect(shown).not.toContain("first secret");
      expect(shown.match(/secret/g)).toHaveLength(2);
    }
  });

  it("has no sealed verdict of others", async () => {
    const { first } = await held("--visibility", "sealed");
    const verdicts = createSeatView("ngo")
      .events(first)
      .flatMap((event) =>
        event.type === "message.spoken" && event.speaker !== "kumar" ? [event.verdict] : [],
      );
    expect(new Set(verdicts)).toEqual(verdicts.length === 0 ? new Set() : new Set([null]));
  });
});

function opening([opened]: readonly MeetingEvent[]): MeetingEvent<"meeting.opened"> {
  if (opened?.type !== "meeting.opened") throw new Error("no opening");
  return opened;
}
