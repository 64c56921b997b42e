import {
  type Act,
  createDocumentAct,
  createMemoryInbox,
  type MeetingEvent,
  type Point,
  plainPalette,
  type Scenario,
  textTable,
  verdictTable,
} from "boardroom";
import { expect, it } from "vitest";
import { hold, type Spoken, saidIn, seeds, shipped } from "./meetings.ts";
import { breaches } from "./rules.ts";
import { smallCase } from "./small-case.ts";

const ines = "ines";
const hiring = await shipped("hiring");
const prepared = hiring.script!.voices.common.prepared;
const isPrepared = ({ content }: Spoken) => prepared.some((text) => content.includes(text));
const refsOf = ({ artifacts }: Spoken) =>
  artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : []));

/** Whether a message brings a point, or one that answers it. */
function takes(said: Spoken, { ref, id }: Point): boolean {
  const answering = hiring.script!.points.filter(({ answers }) => id in answers);
  return [ref, ...answering.map((each) => each.ref)].some((each) => refsOf(said).includes(each));
}

/** A meeting in which one person does something; what members said before and after it. */
async function heldWith(scenario: Scenario, seed: number, act: Act) {
  const inbox = createMemoryInbox();
  inbox.put(act);
  const { events, state, said } = await hold(scenario, seed, { inbox });
  const at = events.findIndex(({ type }) => type === "person.acted");
  expect(at).toBeGreaterThan(0);
  const [before, after] = [events.slice(0, at), events.slice(at)];
  return { events, state, said, before: saidIn(before, scenario), after: saidIn(after, scenario) };
}

const interject = (text: string, after = 6): Act => ({
  person: ines,
  does: { act: "interject", text },
  after,
});

it.each([
  ["a line", ({ ref }: { ref: string }) => `Please look at ${ref}.`],
  ["the id of a point", ({ id }: { id: string }) => `What about ${id}?`],
])("an interjection that names %s is taken up by whoever speaks next", async (_, words) => {
  const { points } = hiring.script!;
  let taken = 0;
  for (const seed of seeds(12)) {
    const point = points[(seed * 7) % points.length]!;
    const { after } = await heldWith(hiring, seed, interject(words(point)));
    taken += Number(after.slice(0, 3).some((said) => takes(said, point)));
    expect(after.slice(0, 3).filter(isPrepared)).toEqual([]);
  }
  expect(taken).toBeGreaterThan(10);
});

it.each(["What does the weather say?", "She seems nice."])(
  "an interjection that names nothing, %j, gets one stock line, and moves no mind",
  async (text) => {
    for (const seed of seeds(8)) {
      const { after, events, said } = await heldWith(hiring, seed, interject(text));
      expect(isPrepared(after[0]!)).toBe(true);
      expect(said.filter(isPrepared)).toHaveLength(1);
      // Whoever answers a person lets a question of a member wait.
      expect(breaches(hiring, events).filter((each) => !each.startsWith("not answered"))).toEqual(
        [],
      );
    }
  },
);

it("a private line that a person names is quoted by nobody who was not given it", async () => {
  const scenario = smallCase();
  for (const seed of seeds(8)) {
    const { before, after } = await heldWith(
      scenario,
      seed,
      interject("What about notes-ada-ash.md#L1?", 2),
    );
    const first = after.find((said) => refsOf(said).includes("notes-ada-ash.md#L1"));
    const isQuoted = before.some((said) => refsOf(said).includes("notes-ada-ash.md#L1"));
    if (first && !isQuoted) expect(first.speaker).toBe("ada-ash");
  }
});

it("a whisper is taken up by whom it was for, who does not give it away", async () => {
  const { points } = hiring.script!;
  let taken = 0;
  for (const seed of seeds(10)) {
    const point = points[(seed * 5) % points.length]!;
    const to = hiring.members[seed % hiring.members.length]!.id;
    const text = `Do not forget ${point.ref}.`;
    const act: Act = { person: ines, does: { act: "whisper", to, text }, after: 2 };
    const { after } = await heldWith(hiring, seed, act);
    const next = after.find(({ speaker }) => speaker === to);
    taken += Number(next !== undefined && takes(next, point));
    for (const said of after) {
      expect(said.content).not.toMatch(/whisper|\bines\b|you point us|reminded/i);
      expect(said.to).not.toBe(ines);
    }
  }
  expect(taken).toBeGreaterThan(5);
});

/** Hiring with a person on its first seat, who says this when it has the floor. */
async function withPerson(seed: number, content: string) {
  const [first, ...others] = hiring.members;
  const scenario = { ...hiring, members: [{ ...first!, model: "human:Ngo" }, ...others] };
  const vote = { verdict: "NO_HIRE", reasoning: "I have met her." };
  let turns = 0;
  const people = async (_: string, { form }: { form?: unknown }) =>
    form === "ballot"
      ? vote
      : turns++ === 0
        ? { ...vote, content }
        : { ...vote, content: "Thank you.", withdraw: true };
  const { said } = await hold(scenario, seed, { people: people as never });
  const at = said.findIndex((each) => each.content === content);
  return { said, after: said.slice(at + 1), seat: first!.id };
}

it("a person on a seat who names a line is answered by it, and can move a member with it", async () => {
  const sum = ({ bears }: Point) => Object.values(bears).reduce((total, each) => total + each, 0);
  const points = hiring.script!.points.toSorted((a, b) => sum(a) - sum(b));
  const moved: string[] = [];
  let taken = 0;
  for (const seed of seeds(16)) {
    const point = points[seed % 8]!;
    const content = `Look at ${point.ref}, that speaks for itself.`;
    const { said, after, seat } = await withPerson(seed, content);
    const message = said.find((each) => each.content === content)!;
    taken += Number(after.slice(0, 3).some((each) => takes(each, point)));
    for (const { movedBy, speaker } of said)
      if (movedBy && movedBy.message === message.id) moved.push(`${speaker} ${movedBy.passage}`);
    expect(said.filter(({ speaker }) => speaker !== seat).length).toBeGreaterThan(5);
  }
  expect(taken).toBeGreaterThan(12);
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.filter((each) => !each.includes("resume.md#L"))).toEqual([]);
});

it("a person on a seat who asks beyond the script gets the stock line once, and moves nobody", async () => {
  for (const seed of seeds(6)) {
    const { said, after, seat } = await withPerson(seed, "Does anybody know how she gets to work?");
    const lines = said.filter(isPrepared);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.to).toBe(seat);
    expect(after[0]).toBe(lines[0]);
    const own = said.filter(({ speaker }) => speaker === seat).map(({ id }) => id);
    for (const { movedBy } of said) expect(own).not.toContain(movedBy?.message);
  }
});

const PLAIN = { width: 200, palette: plainPalette };
const LETTER =
  "Both projects were delivered on time.\nAn audit confirmed that the figures were correct.";

it("an attached document is never weighed nor cited, and the table says how many were not read", async () => {
  const [first] = hiring.documents;
  const letter = { ...first!, name: "letter.md", title: "Letter", subject: false, text: LETTER };
  const attached = { ...hiring, documents: [...hiring.documents, letter] };
  const ballots = (events: readonly MeetingEvent[]) =>
    events.flatMap((each) => (each.type === "ballot.cast" ? [[each.speaker, each.verdict]] : []));
  for (const seed of seeds(4)) {
    const { said, events, state } = await hold(attached, seed);
    expect(said.flatMap(refsOf).some((ref) => ref.startsWith("letter.md"))).toBe(false);
    expect(ballots(events)).toEqual(ballots((await hold(hiring, seed)).events));
    const table = verdictTable(state, { headHash: "" });
    expect(table.read).toMatchObject({ unread: 1 });
    expect(textTable(table, PLAIN)).toContain("1 document not read by simulated members");
  }
  const plain = verdictTable((await hold(hiring, 1)).state, { headHash: "" });
  expect(textTable(plain, PLAIN)).not.toContain("not read by simulated members");
});

it("a document brought during a meeting is not weighed either, and counts as not read", async () => {
  const act = createDocumentAct(ines, { name: "letter.md", title: "Letter", text: LETTER }, 5);
  const { said, state } = await heldWith(hiring, 2, act);
  expect(said.flatMap(refsOf).some((ref) => ref.startsWith("letter.md"))).toBe(false);
  expect(verdictTable(state, { headHash: "" }).read).toMatchObject({ unread: 1 });
});
