import {
  type ComposedBoard,
  composeBoard,
  findPanel,
  frameQuestion,
  listPanels,
  listPersonas,
  type Persona,
} from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";

let library: readonly Persona[] = [];
beforeAll(async () => {
  library = (await listPersonas({ cwd: "/nowhere" })).flatMap(({ persona }) => persona ?? []);
});

const frame = frameQuestion({ question: "Should we move the billing service to Rust?" });

/** Mean distance of priorities: 0 all alike, 1 nothing in common. */
function distanceOf({ seats }: Pick<ComposedBoard, "seats">, criteria = frame.criteria): number {
  const weights = seats.map(({ persona }) => criteria.map(({ id }) => persona.priorities[id] ?? 0));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);
  const distances = weights.flatMap((a, at) =>
    weights.slice(at + 1).map((b) => {
      const lengths = Math.sqrt(dot(a, a) * dot(b, b));
      return lengths === 0 ? 0.5 : 1 - dot(a, b) / lengths;
    }),
  );
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

describe("a board that is composed", () => {
  it("has its size, nobody twice, and a reason for each seat", () => {
    for (const size of [3, 5, 7]) {
      const { seats } = composeBoard({ frame, library, size });
      expect(new Set(seats.map(({ persona }) => persona.id)).size).toBe(size);
      expect(seats.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
    }
  });

  it("has a member that is critical of proposals, for any question", () => {
    const questions = [
      "Should we hire this candidate?",
      "Should we invest in Orion?",
      "Should we build our own CRM?",
      "Should we spend 40,000 euros on chairs?",
      "Should the school ban phones?",
      "Why did checkout fail?",
      "Should we pick Acorn or Borealis?",
      "Should I learn the cello?",
    ];
    for (const question of questions) {
      const { opposing } = composeBoard({ frame: frameQuestion({ question }), library });
      expect([question, opposing.length > 0]).toEqual([question, true]);
    }
  });

  it("stands further apart than one of people who weigh the same", () => {
    const finance = library
      .filter(({ priorities }) => (priorities.cost ?? 0) >= 5)
      .map(({ id }) => id);
    const alike = composeBoard({ frame, library, members: finance });
    const composed = composeBoard({ frame, library, size: finance.length });
    expect(distanceOf(composed)).toBeGreaterThan(distanceOf(alike) + 0.1);
  });

  it("that is named is seated as named, and says if no member is critical of proposals", () => {
    const { seats, notes, opposing } = composeBoard({
      frame,
      library,
      members: ["dario-ferri", "ines-moreau"],
    });
    expect(seats.map(({ persona }) => persona.id)).toEqual(["dario-ferri", "ines-moreau"]);
    expect(opposing).toEqual([]);
    expect(notes[0]).toMatch(/^No member tends to be critical of proposals\.$/);
    expect(notes[1]).toMatch(/^No member gives much weight to /);
  });

  it("names who is not there", () => {
    expect(() => composeBoard({ frame, library, members: ["dario-feri"] })).toThrow(
      /persona "dario-feri" not found[\s\S]*dario-ferri/,
    );
  });
});

describe("panels", () => {
  it("that ship are ten, each of people who are there and differ, with a sample that is there", async () => {
    const panels = await listPanels({ cwd: process.cwd() });
    expect(panels).toHaveLength(10);
    for (const { panel } of panels) {
      if (panel === null) return expect.fail("a shipped panel is invalid");
      const { question = "" } = panel.sample ?? {};
      const framed = frameQuestion({ question, panel });
      const board = composeBoard({ frame: framed, library, members: panel.members });
      const { opposing, unweighed } = board;
      expect([panel.id, opposing.length > 0 || panel.id === "incident-review"]).toEqual([
        panel.id,
        true,
      ]);
      expect([panel.id, distanceOf(board, framed.criteria) > 0.3, unweighed.length]).toEqual([
        panel.id,
        true,
        0,
      ]);
    }
  });

  it("are refused with the line that is wrong, and named where they are misspelt", async () => {
    await expect(findPanel("pricng", { cwd: process.cwd() })).rejects.toThrow(
      /panel "pricng" not found[\s\S]*pricing/,
    );
  });
});
