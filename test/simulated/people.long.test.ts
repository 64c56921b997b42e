import {
  type Act,
  createDocumentAct,
  createMemoryInbox,
  type MeetingEvent,
  plainPalette,
  type Scenario,
  textTable,
  verdictTable,
} from "boardroom";
import { expect, it } from "vitest";
import { hold, type Spoken, saidIn, seeds, shipped } from "./meetings.ts";
import { breaches } from "./rules.ts";

const ines = "ines";
const hiring = await shipped("hiring");
const profile = await shipped("hidden-profile");
const isPreparedIn =
  (scenario: Scenario) =>
  ({ content }: Spoken) =>
    scenario.script!.prepared.some((text) =>
      text.split("{name}").every((part) => content.includes(part)),
    );
const isPrepared = isPreparedIn(hiring);
const refsOf = ({ artifacts }: Spoken) =>
  artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : []));

const plays = Object.values(hiring.script!.plays);
const textsOf = (...voiced: (object | undefined)[]) =>
  voiced.flatMap((by) => Object.values(by ?? {}).flat() as string[]);
const says = ({ content }: Spoken, ...voiced: (object | undefined)[]) =>
  textsOf(...voiced).some((text) => content.endsWith(text));

/** The beats of hiring that others than the owner of a play say, with a line. */
const beats = plays.flatMap(({ who, beats: own }) =>
  Object.values(own).flatMap((beat) => {
    const next = beat.then.flatMap((id) => own[id] ?? []);
    return beat.by && beat.cite[0] ? [{ ...beat, who, ref: beat.cite[0].ref, next }] : [];
  }),
);

/** The beats with a line that could follow after these messages. */
function openBeats(said: readonly Spoken[]) {
  const opened = plays.filter((play) => said.some((each) => says(each, play.says, play.brief)));
  const open = opened.flatMap(({ start, beats: own }) => {
    const all = Object.values(own);
    const last = said.findLast((each) => all.some(({ me, by }) => says(each, me, by)));
    const beat = last && all.find(({ me, by }) => says(last, me, by));
    return (beat?.then ?? start).flatMap((id) => own[id] ?? []);
  });
  return beats.filter(
    ({ by, ref }) =>
      open.some((each) => each.by === by) &&
      !said.some((each) => says(each, by) || refsOf(each).includes(ref)),
  );
}

/** Whether a message cites a line, or says what may follow a beat with this line. */
function follows(said: Spoken, ref: string): boolean {
  const answers = beats.filter((each) => each.ref === ref).flatMap(({ next }) => next);
  return answers.some(({ me, by }) => says(said, me, by)) || refsOf(said).includes(ref);
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

it("an interjection that names the line of a beat is taken up by those who can say it", async () => {
  let taken = 0;
  for (const seed of seeds(12)) {
    const { before } = await heldWith(hiring, seed, interject("Good morning."));
    const open = openBeats(before);
    if (open.length === 0) continue;
    const { ref } = open[seed % open.length]!;
    const { after } = await heldWith(hiring, seed, interject(`Please look at ${ref}.`));
    taken += Number(after.slice(0, 3).some((said) => follows(said, ref)));
    expect(after.filter(isPrepared)).toEqual([]);
  }
  expect(taken).toBeGreaterThan(8);
});

it.each(
  ["What does the weather say?", "She seems nice."].flatMap((text) =>
    [hiring, profile].map((scenario) => [text, scenario.name, scenario] as const),
  ),
)(
  "an interjection that names nothing, %j, gets one stock line in %s, and moves no mind",
  async (text, _, scenario) => {
    const isStock = isPreparedIn(scenario);
    for (const seed of seeds(8)) {
      const { after, events, said } = await heldWith(scenario, seed, interject(text));
      expect(isStock(after[0]!)).toBe(true);
      expect(said.filter(isStock)).toHaveLength(1);
      // Whoever answers a person lets a question of a member wait.
      expect(breaches(scenario, events).filter((each) => !each.startsWith("not answered"))).toEqual(
        [],
      );
    }
  },
);

it("a stock line that asks something back is answered by no other stock line", async () => {
  const trial = await shipped("trial");
  const asks = trial.script!.prepared.filter((text) => text.endsWith("?"));
  const only = { ...trial, script: { ...trial.script!, prepared: asks } };
  for (const seed of seeds(4)) {
    const { said } = await heldWith(only, seed, interject("What does the weather say?"));
    expect(said.filter(isPreparedIn(only))).toHaveLength(1);
  }
});

it("a private line that a person names is quoted by nobody who was not given it", async () => {
  const ref = "traffic.md#L3";
  for (const seed of seeds(8)) {
    const { after } = await heldWith(profile, seed, interject(`What about ${ref}?`, 2));
    for (const said of after.filter((each) => refsOf(each).includes(ref)))
      expect(said.speaker).toBe("boyd-achterberg");
  }
});

it("a whisper is taken up by whom it was for, who does not give it away", async () => {
  let taken = 0;
  for (const seed of seeds(16)) {
    const { before } = await heldWith(hiring, seed, interject("Good morning."));
    const open = openBeats(before);
    if (open.length === 0) continue;
    const { ref, by } = open[seed % open.length]!;
    const names = Object.keys(by!);
    const { id: persona } = hiring.script!.members[names[seed % names.length]!]!;
    const to = hiring.members.find((each) => each.persona.id === persona)!.id;
    const text = `Do not forget ${ref}.`;
    const act: Act = { person: "uma", does: { act: "whisper", to, text }, after: 6 };
    const { after, events } = await heldWith(hiring, seed, act);
    const next = after.find(({ speaker }) => speaker === to);
    taken += Number(next !== undefined && refsOf(next).includes(ref));
    expect(breaches(hiring, events)).toEqual([]);
    for (const said of after) {
      expect(said.content).not.toMatch(/whisper|\buma\b|you point us/i);
      expect(said.to).not.toBe("uma");
      expect(isPrepared(said)).toBe(false);
    }
  }
  expect(taken).toBeGreaterThan(5);
});

/** Hiring with a person on its first seat, who says this when it has the floor for the second time. */
async function withPerson(seed: number, content: string, to: string | null = null) {
  const [first, ...others] = hiring.members;
  const scenario = { ...hiring, members: [{ ...first!, model: "human:Ngo" }, ...others] };
  const vote = { verdict: "NO_HIRE", reasoning: "I have met her." };
  const turns = [
    { ...vote, content: "I have met her, and I would not hire her." },
    { ...vote, content, ...(to && { to }) },
  ];
  const people = async (_: string, { form }: { form?: unknown }) =>
    form === "ballot"
      ? vote
      : (turns.shift() ?? { ...vote, content: "Thank you.", withdraw: true });
  const { said } = await hold(scenario, seed, { people: people as never });
  const at = said.findIndex((each) => each.content === content);
  return { said, before: said.slice(0, at), after: said.slice(at + 1), seat: first!.id };
}

it("a person on a seat who names a line is answered by it, and can move a member with it", async () => {
  const isTurning = ({ next }: (typeof beats)[number]) =>
    next.some(({ turns }) => turns !== undefined);
  const moved: string[] = [];
  let [asked, taken] = [0, 0];
  for (const seed of seeds(40)) {
    const open = openBeats((await withPerson(seed, "Please go on.")).before);
    const beat = open.find(isTurning) ?? open[0];
    if (beat === undefined) continue;
    asked += 1;
    const { ref, who } = beat;
    const { id: persona } = hiring.script!.members[who[0]!]!;
    const owner = hiring.members.find((each) => each.persona.id === persona)!;
    const content = `Look at ${ref}, that speaks for itself.`;
    const { said, after, seat } = await withPerson(seed, content, owner.persona.name);
    const message = said.find((each) => each.content === content)!;
    taken += Number(after.slice(0, 3).some((each) => follows(each, ref)));
    for (const { movedBy, speaker } of said)
      if (movedBy && movedBy.message === message.id) moved.push(`${speaker} ${movedBy.passage}`);
    expect(said.filter(({ speaker }) => speaker !== seat).length).toBeGreaterThan(5);
  }
  expect(asked).toBeGreaterThan(6);
  expect(taken).toBeGreaterThan(asked / 2);
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.filter((each) => !/\w+\.md#L/.test(each))).toEqual([]);
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
    events.flatMap((each) =>
      each.type === "ballot.cast" && each.ballot === "opening"
        ? [[each.speaker, each.verdict]]
        : [],
    );
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
