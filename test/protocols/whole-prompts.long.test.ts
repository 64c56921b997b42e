import { beforeAll, describe, expect, it } from "vitest";
import { createEnforcedSchema } from "../../src/models/contract/json-schema.ts";
import { everyRequest, kindOf, MEETINGS, type Sent, told } from "./sent-prompts.ts";

// What one seat is sent for one instruction, from the first word to the last: no sentence of it may gainsay another.

const EVERY_KIND =
  "answer arbitration closing-ballot cross-examination decision-sheet divergence floor judge opening-ballot panel-answer proposals question rounds-action rounds-assessment rounds-check rounds-closing-ballot rounds-critic rounds-drift rounds-guardian rounds-observer rounds-proposal rounds-stress rounds-supplement rounds-synthesis statement synthesis talk trial-ballot".split(
    " ",
  );

const GAINSAYING: readonly (readonly [what: string, one: RegExp, other: RegExp])[] = [
  [
    "withdrawing and staying",
    /Members withdraw when they have|<Withdrawn>true/,
    /cannot withdraw|[Dd]o not withdraw/,
  ],
  [
    "a verdict on record and none",
    /You have not given a (?:public )?verdict/,
    /Your own answer was|Your current verdict|In the last vote/,
  ],
  [
    "answering others and answering alone",
    /Respond to what others said|ask the colleague/,
    /answer this question independently/,
  ],
  [
    "answering others and a phase without answers",
    /Respond to what others said/,
    /Others reply later/,
  ],
  [
    "150 words and another measure",
    /at most 150 words of plain prose per turn\./,
    /\d+ to \d+ words|about \d+ words\.$/m,
  ],
  ["no verdicts but these and one more", /and no others/, /UNCLEAR|NO_CONSENSUS/],
  ["judging nothing and judging", /Do not judge which/, /[Jj]udge (?:from|whether|how)|outcome:/],
  ["stating no verdict and stating one", /state no verdict/, /<Verdict>|recommendation/],
];

describe.each(Object.keys(MEETINGS))("%s", (name) => {
  let sent: readonly Sent[] = [];

  beforeAll(async () => {
    sent = await everyRequest(...MEETINGS[name]!);
  }, 60_000);

  it("asks for its answers by the lines and JSON Schemas on record", async () => {
    const forms = new Map<string, object>();
    for (const { request } of sent) {
      const [line] = /Reply with JSON.*$/m.exec(request.instruction) ?? [];
      const name = `${request.json?.name}: ${line}`;
      if (request.json && !forms.has(name)) forms.set(name, { line, ...request.json });
    }
    if (forms.size === 0) return;
    const text = `${JSON.stringify([...forms.values()], null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/forms-${name.replaceAll(" ", "-")}.json`);
  });

  it("is shown one shared layer, the same bytes for everybody who is sent the documents", () => {
    expect(sent.length).toBeGreaterThan(3);
    const documented = sent.filter((each) => kindOf(each) !== "divergence");
    expect(new Set(documented.map(({ request }) => request.shared)).size).toBe(1);
  });

  it.each(GAINSAYING)("is not told both of %s", (_, one, other) => {
    const both = sent.filter((each) => one.test(told(each)) && other.test(told(each)));
    expect(both.map(kindOf)).toEqual([]);
  });

  it("is asked for one form at a time: tags, or JSON that the instruction names", () => {
    for (const each of sent) {
      const { json, instruction, shared } = each.request;
      expect(shared).not.toContain("unless the instruction asks for JSON");
      const hasTags = shared.includes("<Content>");
      expect([kindOf(each), /\bJSON\b/.test(instruction)]).toEqual([
        kindOf(each),
        json !== undefined,
      ]);
      if (!hasTags) expect([kindOf(each), json !== undefined]).toEqual([kindOf(each), true]);
      else if (json) expect(instruction).toMatch(/\bReply with JSON\b/);
      if (hasTags) expect(each.request.individual).not.toContain("JSON");
    }
  });

  it("asks for JSON in schemas that strict modes enforce whole", () => {
    const asked = sent.flatMap((each) =>
      each.request.json ? [[kindOf(each), each.request.json] as const] : [],
    );
    const loose = asked.filter(([, { schema }]) => createEnforcedSchema(schema)?.complete !== true);
    expect([...new Set(loose.map(([kind]) => kind))]).toEqual([]);
  });

  it("primes no verdict, no choice and no number in any form", () => {
    for (const each of sent) {
      const { shared, instruction } = each.request;
      const form = shared.slice(shared.indexOf("<Message>"), shared.indexOf("</Message>"));
      const example = /Reply with JSON.*/.exec(instruction)?.[0] ?? "";
      const placed = [
        ...[...form.matchAll(/>([^<>\n]+)</g)].map(([, place]) => place!),
        ...[...example.matchAll(/:\s*(?:"([^"]*)"|([^\s"{[(,}]+))/g)].map(
          ([, text, bare]) => text ?? bare!,
        ),
      ];
      const verdicts = /Verdicts \(choose one\):\n([\s\S]*?)\n\n/
        .exec(shared)![1]!
        .match(/(?<=^- )\S+/gm)!;
      const primed = placed.filter(
        (place) => verdicts.includes(place) || /^(?:[\d.]+|true|false|null)$/.test(place.trim()),
      );
      expect([kindOf(each), primed]).toEqual([kindOf(each), []]);
    }
  });

  it("draws its members' words at 0.8, and leaves chair, classifier, arbiter and their like to their models", () => {
    for (const { seat, request } of sent)
      expect([seat.id, request.sampling?.temperature]).toEqual([
        seat.id,
        seat.kind === "member" ? 0.8 : undefined,
      ]);
  });

  it("tells process agents, whoever they are, neither to vote nor to leave", () => {
    const own = sent
      .filter(({ seat }) => seat.kind === "agent")
      .map(({ request }) => request.individual);
    for (const layer of own) expect(layer).toContain("You do not vote or take sides");
    expect(
      sent.some(({ request }) =>
        /<Instruction[^>]*>[\s\S]*(?:current verdict|not given a verdict)/.test(
          request.instruction,
        ),
      ),
    ).toBe(!["judges", "a chamber"].includes(name));
  });
});

it("these meetings put every question that a procedure has, a person's claims aside", async () => {
  const kinds = new Set<string>();
  for (const [name, changes] of Object.values(MEETINGS))
    for (const each of await everyRequest(name, changes)) kinds.add(kindOf(each));
  expect([...kinds].sort()).toEqual(EVERY_KIND);
}, 60_000);

it("a juror who is polled again is told how it voted, and nobody else is", async () => {
  const sent = await everyRequest("trial", {});
  const ballots = sent.filter((each) => kindOf(each) === "trial-ballot");
  const first = new Set(ballots.map(({ seat }) => seat.id)).size;
  expect(
    ballots
      .slice(0, first)
      .filter(({ request }) => request.instruction.includes("In the last vote you chose")),
  ).toEqual([]);
  const later = ballots.slice(first);
  expect(later.length).toBeGreaterThan(0);
  for (const { request } of later)
    expect(request.instruction).toMatch(
      /In the last vote you chose (?:NOT_)?\w+\. No one else knows\./,
    );
  expect(
    sent.flatMap(({ request }) => request.turns.flatMap(({ parts }) => parts)).join(),
  ).not.toContain("you voted");
});

it("an anonymous meeting shows no seat's id and no member's name, to the chair either", async () => {
  const [scenario, changes] = MEETINGS["an anonymous board"]!;
  const sent = await everyRequest(scenario, changes);
  const members = sent.flatMap(({ seat }) => (seat.kind === "member" ? [seat] : []));
  const names = [...new Set(members.flatMap(({ id, persona }) => [id, persona.name]))];
  for (const { request } of sent) {
    const all = [
      request.individual,
      request.instruction,
      JSON.stringify(request.json ?? {}),
      request.exchange?.problem ?? "",
    ];
    expect(names.filter((name) => all.some((text) => text.includes(name)))).toEqual([]);
  }
});
