import { fileURLToPath } from "node:url";
import {
  type Act,
  board,
  bringing,
  findScenario,
  loadScenario,
  type MeetingEvent,
  memoryInbox,
  type Point,
  runMeeting,
  type Scenario,
  verdictTable,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);
const ines = "ines";

type Spoken = MeetingEvent<"message.spoken">;

async function load(name: string): Promise<Scenario> {
  return loadScenario(await findScenario(name, { cwd: ROOT }));
}

/** A board to which one person does something; what was said before it and the three messages after it. */
async function heldWith(scenario: Scenario, seed: number, act: Act) {
  const inbox = memoryInbox();
  inbox.put(act);
  const { meeting } = await runMeeting({
    ...{ scenario, protocol: board, seed, inbox },
    createModel: (seat, completed) => createSimulatedModel({ seat, scenario: completed }),
  });
  const { events } = meeting.journal;
  const at = events.findIndex(({ type }) => type === "person.acted");
  const spoken = (all: readonly MeetingEvent[]) =>
    all.filter((event): event is Spoken => event.type === "message.spoken");
  return {
    meeting,
    before: spoken(events.slice(0, at)),
    after: at < 0 ? [] : spoken(events.slice(at)).slice(0, 3),
    all: spoken(events),
  };
}

function refsIn({ artifacts }: Spoken): readonly string[] {
  return artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : []));
}

/** Ways to point at a passage. */
const POINTING: Readonly<Record<string, (point: Point, scenario: Scenario) => string>> = {
  "its line": ({ ref }, { documents }) => {
    const [name, line] = ref.split(/#L|-/);
    const { title, subject } = documents.find((each) => each.name === name)!;
    return `What about line ${line}${subject ? "" : ` of the ${title.toLowerCase()}`}?`;
  },
  "its reference": ({ ref }) => `Please look at ${ref}.`,
  "its first words": ({ quote }) => `Has anybody read "${quote.split(" ").slice(0, 7).join(" ")}"?`,
  "what it shows": ({ says }) => `One thing has not been weighed: ${says}.`,
};

describe.each(["hiring", "investment"])("on the board of %s", (name) => {
  it.each(Object.keys(POINTING))("an interjection that names a passage by %s is taken up", async (how) => {
    const scenario = await load(name);
    const { points } = scenario.casebook!;
    let heard = 0;
    let taken = 0;
    let atOnce = 0;
    for (const seed of SEEDS) {
      const point = points[(seed * 7) % points.length]!;
      const text = POINTING[how]!(point, scenario);
      const { after } = await heldWith(scenario, seed, {
        ...{ person: ines, does: { act: "interject", text }, after: 4 + (seed % 9) },
      });
      if (after.length === 0) continue;
      heard++;
      const takes = (said: Spoken) => refsIn(said).includes(point.ref);
      if (after.some(takes)) taken++;
      if (takes(after[0]!)) atOnce++;
    }
    expect(heard).toBeGreaterThan(20);
    expect(taken / heard).toBeGreaterThan(0.8);
    expect(atOnce / heard).toBeGreaterThan(0.7);
  });

  it("a document that is brought is read, cited soon, and counted in the table", async () => {
    const scenario = await load(name);
    const text = [
      "# Letter",
      "The two largest customers complained in writing about late deliveries.",
      "Both projects of last year were delivered on time and within budget.",
      "An audit confirmed that the figures were correct.",
    ].join("\n");
    let heard = 0;
    let taken = 0;
    for (const seed of SEEDS.slice(0, 15)) {
      const act = bringing(ines, { name: "letter.md", title: "Letter", text }, 4 + (seed % 9));
      const { after, before, meeting, all } = await heldWith(scenario, seed, act);
      if (after.length === 0) continue;
      heard++;
      if (after.some((said) => refsIn(said).some((ref) => ref.startsWith("letter.md")))) taken++;
      expect(before.flatMap(refsIn).some((ref) => ref.startsWith("letter.md"))).toBe(false);
      // What was said before it came is not forgotten: nobody states a first verdict twice.
      for (const { id } of scenario.members) {
        const own = all.filter(({ speaker, verdict }) => speaker === id && verdict !== null);
        const repeats = own.filter((said, index) => index > 0 && said.verdict === own[index - 1]!.verdict);
        expect(repeats.map(({ content }) => content)).toEqual([]);
      }
      expect(verdictTable(meeting.state, { headHash: "" }).read).toMatchObject({ by: "hand and rules" });
    }
    expect(heard).toBeGreaterThan(10);
    expect(taken / heard).toBeGreaterThan(0.8);
  });

  it("a whisper is spoken to by whom it was for, who does not give it away", async () => {
    const scenario = await load(name);
    const { points } = scenario.casebook!;
    let heard = 0;
    let taken = 0;
    for (const seed of SEEDS) {
      const point = points[(seed * 5) % points.length]!;
      const to = scenario.members[seed % scenario.members.length]!.id;
      const {
        after: _,
        all,
        before,
      } = await heldWith(scenario, seed, {
        ...{ person: ines, does: { act: "whisper", to, text: `Do not forget ${point.ref}.` }, after: 4 },
      });
      const next = all.slice(before.length).find(({ speaker }) => speaker === to);
      if (next === undefined) continue;
      heard++;
      if (refsIn(next).includes(point.ref)) taken++;
      expect(next.content).not.toMatch(/whisper|\bines\b|you point us|reminded/i);
    }
    expect(heard).toBeGreaterThan(20);
    expect(taken / heard).toBeGreaterThan(0.8);
  });
});
