import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSection } from "../../src/protocols/rounds/validate.ts";
import { cli } from "../cli/cli.ts";
import { emptyFolder } from "../support/folders.ts";

type Line = Record<string, unknown>;
type Folder = {
  claims: Line[];
  verifications: Line[];
  decisions: Line[];
  lead_history: Line[];
  artifacts: Record<string, string>;
};

function folder(): Folder {
  const refs = ["artifacts/round_01/action.md#edge_case", "artifacts/round_01/critic.md#attack"];
  const later = ["artifacts/round_02/action.md#cites", "artifacts/round_02/critic.md#cites"];
  const none = { claims_affected: [], claim_status_changes: [] };
  const file = "# A file\n\n## edge_case\n\nText.\n\n## attack\n\n## cites\n\n- D-1-1\n";
  return {
    claims: [
      {
        id: "C-1-1",
        round: 1,
        raised_by: "critic",
        text: "It has 3 failure points.",
        testable_as: "three attacks succeed",
        status: "pending",
        polarity: "weakness",
      },
      {
        id: "C-2-1",
        round: 2,
        raised_by: "critic",
        text: "It has 4.",
        testable_as: "four attacks succeed",
        status: "pending",
        supersedes: "C-1-1",
      },
    ],
    verifications: [
      {
        id: "V-1-1",
        round: 1,
        check: "critic_attack_on_action_trace",
        result: "BROKEN",
        evidence_refs: refs,
        notes: "The outcome flips.",
        claims_affected: ["C-1-1"],
        claim_status_changes: [{ claim_id: "C-1-1", from: "pending", to: "tested_confirmed" }],
      },
      {
        id: "V-1-4",
        round: 1,
        check: "all_vs_prior_decisions",
        result: "NOT_APPLICABLE",
        evidence_refs: [],
        notes: "Round 1.",
        ...none,
      },
      {
        id: "V-2-2",
        round: 2,
        check: "guardian_vs_observer_walkthrough",
        result: "NOT_APPLICABLE",
        evidence_refs: [],
        notes: "No guardian.",
        ...none,
      },
      {
        id: "V-2-4",
        round: 2,
        check: "all_vs_prior_decisions",
        result: "ROBUST",
        evidence_refs: later,
        notes: "Cited.",
        claims_affected: ["C-1-1"],
        claim_status_changes: [{ claim_id: "C-1-1", from: "tested_confirmed", to: "superseded" }],
      },
    ],
    decisions: [
      {
        id: "D-1-1",
        round: 1,
        text: "It is changed.",
        cites: [{ type: "claim", id: "C-1-1", relation: "based-on" }],
        made_by: "consensus",
        round_artifact_refs: [],
      },
    ],
    lead_history: [
      { round: 1, lead: "action", is_stress: false, absent_agent: null },
      { round: 2, lead: "observer", is_stress: true, absent_agent: "guardian" },
    ],
    artifacts: Object.fromEntries(
      [1, 2].flatMap((round) =>
        ["action", "observer", "critic", ...(round === 1 ? ["guardian"] : [])].map((role) => [
          `artifacts/round_0${round}/${role}.md`,
          file,
        ]),
      ),
    ),
  };
}

/** What `boardroom verify` finds wrong in a folder, a line each. */
async function errorsOf(
  change: (found: Folder) => void,
  edit: (texts: Record<string, string | null>) => void = () => {},
): Promise<readonly string[]> {
  const found = folder();
  change(found);
  const lines = (items: readonly Line[]) =>
    items.map((item) => `${JSON.stringify(item)}\n`).join("");
  const texts: Record<string, string | null> = {};
  for (const name of STATES) texts[`${name}.jsonl`] = lines(found[name]);
  edit(texts);
  return (await validated(texts, found.artifacts)).errors;
}

const STATE_FILES = [
  ..."claims verifications decisions lead_history".split(" ").map((name) => `${name}.jsonl`),
];
const STATES = ["claims", "verifications", "decisions", "lead_history"] as const;

async function validated(
  texts: Readonly<Record<string, string | null>>,
  artifacts: Folder["artifacts"],
) {
  const cwd = emptyFolder();
  const files = Object.entries(texts).map(([name, text]) => [`state/${name}`, text] as const);
  for (const [name, text] of [...files, ...Object.entries(artifacts)]) {
    if (text === null) continue;
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const { out, code } = await cli(["verify", "."], { cwd });
  const told = out.split("\n");
  const end = told.findIndex((line) => /: (?:everything holds|\d+ errors?)\./.test(line));
  expect(code).toBe(told[end]?.includes("everything holds") ? 0 : 1);
  return { errors: told.slice(0, end), out };
}

describe("a deliberation's files", () => {
  it("hold as they should be", async () => {
    expect(await errorsOf(() => {})).toEqual([]);
  });

  it.each<[string, (found: Folder) => void, string]>([
    [
      "an unknown claim in a verification",
      (f) => Object.assign(f.verifications[0]!, { claims_affected: ["C-1-1", "C-7-1"] }),
      "V-1-1: it affects C-7-1, which is not recorded",
    ],
    [
      "a status change on an unknown claim",
      (f) =>
        Object.assign(f.verifications[3]!, {
          claim_status_changes: [{ claim_id: "C-7-1", from: "pending", to: "tested_unclear" }],
        }),
      "V-2-4: it changes C-7-1, which is not recorded",
    ],
    [
      "an evidence file that is not there",
      (f) => delete f.artifacts["artifacts/round_01/critic.md"],
      "V-1-1: evidence artifacts/round_01/critic.md#attack: there is no file artifacts/round_01/critic.md",
    ],
    [
      "a section that is not there",
      (f) =>
        Object.assign(f.verifications[0]!, {
          evidence_refs: [
            "artifacts/round_01/action.md#nothing",
            "artifacts/round_01/critic.md#attack",
          ],
        }),
      "V-1-1: evidence artifacts/round_01/action.md#nothing: artifacts/round_01/action.md has no such section",
    ],
    [
      "a tested claim that no verification lists",
      (f) => Object.assign(f.claims[1]!, { status: "tested_confirmed" }),
      "C-2-1: it is tested_confirmed, and no verification lists it under claims_affected",
    ],
    [
      "a superseded claim that no claim names",
      (f) => delete f.claims[1]!.supersedes,
      "C-1-1: it is superseded, and no claim names it under supersedes",
    ],
    [
      "a decision without citations",
      (f) => Object.assign(f.decisions[0]!, { cites: [] }),
      "decisions.jsonl:1 D-1-1: cites: needs at least one citation",
    ],
    [
      "a claim without a test",
      (f) => delete f.claims[0]!.testable_as,
      "claims.jsonl:1 C-1-1: testable_as: is missing",
    ],
    [
      "an empty test",
      (f) => Object.assign(f.claims[0]!, { testable_as: " " }),
      "claims.jsonl:1 C-1-1: testable_as: is mandatory: one observable outcome",
    ],
    [
      "fewer than two references",
      (f) =>
        Object.assign(f.verifications[3]!, {
          evidence_refs: ["artifacts/round_02/action.md#cites"],
        }),
      "V-2-4: 1 references; at least 2 are needed",
    ],
    [
      "one reference named twice",
      (f) =>
        Object.assign(f.verifications[3]!, {
          evidence_refs: [
            "artifacts/round_02/action.md#cites",
            "artifacts/round_02/action.md#cites",
          ],
        }),
      "V-2-4: 1 references; at least 2 are needed",
    ],
    [
      "an unknown status",
      (f) => Object.assign(f.claims[0]!, { status: "confirmed" }),
      "claims.jsonl:1 C-1-1: status: ",
    ],
    [
      "an unknown result",
      (f) => Object.assign(f.verifications[0]!, { result: "SHAKEN" }),
      "verifications.jsonl:1 V-1-1: result: ",
    ],
    [
      "a malformed id",
      (f) => Object.assign(f.claims[1]!, { id: "C2-1" }),
      "claims.jsonl:2 C2-1: id: must look like C-3-1",
    ],
    ["an id used twice", (f) => f.claims.push({ ...f.claims[1]! }), "C-2-1: the id is used twice"],
    [
      "an id of another round",
      (f) => Object.assign(f.claims[1]!, { round: 3 }),
      "C-2-1: the id does not belong to round 3",
    ],
    [
      "a verification's id of another round",
      (f) => Object.assign(f.verifications[3]!, { round: 1 }),
      "V-2-4: the id does not belong to round 1",
    ],
    [
      "a decision's id of another round",
      (f) => Object.assign(f.decisions[0]!, { round: 2 }),
      "D-1-1: the id does not belong to round 2",
    ],
    [
      "a check under another's number",
      (f) => Object.assign(f.verifications[0]!, { check: "all_vs_prior_decisions" }),
      "V-1-1: check 1 is critic_attack_on_action_trace, not all_vs_prior_decisions",
    ],
    [
      "a pending claim that is superseded",
      (f) => Object.assign(f.verifications[0]!, { claim_status_changes: [] }),
      "V-2-4: C-1-1 from pending to superseded: a pending claim is tested before it is superseded",
    ],
    [
      "a from that is not the current status",
      (f) =>
        Object.assign(f.verifications[3]!, {
          claim_status_changes: [{ claim_id: "C-1-1", from: "pending", to: "superseded" }],
        }),
      "V-2-4: it changes C-1-1 from pending, and the claim was tested_confirmed",
    ],
    [
      "a return to pending",
      (f) =>
        Object.assign(f.verifications[3]!, {
          claim_status_changes: [{ claim_id: "C-1-1", from: "tested_confirmed", to: "pending" }],
        }),
      "V-2-4: C-1-1 from tested_confirmed to pending: tested_confirmed never returns to pending",
    ],
    [
      "a result that cannot make the status",
      (f) => Object.assign(f.verifications[0]!, { result: "ROBUST" }),
      "V-1-1: C-1-1 asserts a weakness: ROBUST makes it tested_refuted, not tested_confirmed",
    ],
    [
      "an UNCLEAR that confirms",
      (f) => Object.assign(f.verifications[0]!, { result: "UNCLEAR" }),
      "V-1-1: C-1-1: UNCLEAR does not make tested_confirmed",
    ],
    [
      "a change that is not listed as affected",
      (f) => Object.assign(f.verifications[3]!, { claims_affected: [] }),
      "V-2-4: it changes C-1-1 and does not list it under claims_affected",
    ],
    [
      "a cited id that is not on record",
      (f) =>
        Object.assign(f.decisions[0]!, {
          cites: [{ type: "decision", id: "D-9-9", relation: "builds-on" }],
        }),
      "D-1-1: it cites decision D-9-9, which is not recorded",
    ],
    [
      "an id cited as what it is not",
      (f) =>
        Object.assign(f.decisions[0]!, {
          cites: [{ type: "decision", id: "C-1-1", relation: "builds-on" }],
        }),
      "D-1-1: it cites decision C-1-1, which is not recorded",
    ],
    [
      "a decision that cites a later claim",
      (f) =>
        Object.assign(f.decisions[0]!, {
          cites: [{ type: "claim", id: "C-2-1", relation: "based-on" }],
        }),
      "D-1-1: it cites C-2-1, which is not earlier",
    ],
    [
      "a claim that supersedes a later one",
      (f) => Object.assign(f.claims[0]!, { supersedes: "C-2-1" }),
      "C-1-1: it supersedes C-2-1, which is not earlier",
    ],
    [
      "a claim that supersedes an unknown one",
      (f) => Object.assign(f.claims[0]!, { supersedes: "C-0-1" }),
      "C-1-1: it supersedes C-0-1, which is not recorded",
    ],
    [
      "a check left out for no reason",
      (f) =>
        Object.assign(f.lead_history[1]!, { is_stress: false, absent_agent: null }) &&
        Object.assign(f.artifacts, { "artifacts/round_02/guardian.md": "x" }),
      "V-2-2: it does not apply, and no absence or round 1 explains that",
    ],
    [
      "a check 4 left out after round 1",
      (f) => Object.assign(f.verifications[3]!, { result: "NOT_APPLICABLE", evidence_refs: [] }),
      "V-2-4: it does not apply, and no absence or round 1 explains that",
    ],
    [
      "a check left out without a word",
      (f) => Object.assign(f.verifications[2]!, { notes: "" }),
      "V-2-2: it does not apply, and the notes give no reason",
    ],
    [
      "an artifact of the absent role",
      (f) => Object.assign(f.artifacts, { "artifacts/round_02/guardian.md": "x" }),
      "round 2: the guardian is absent, and its artifact is there: hold the round again",
    ],
    [
      "a round that stands twice",
      (f) => f.lead_history.push({ ...f.lead_history[0]! }),
      "round 1: the round stands twice in lead_history",
    ],
    [
      "a stress round without an absent agent",
      (f) => Object.assign(f.lead_history[1]!, { absent_agent: null }),
      "round 2: a stress round names the absent agent",
    ],
    [
      "a lead who is absent",
      (f) => Object.assign(f.lead_history[1]!, { lead: "guardian" }),
      "round 2: the guardian leads a round it is absent from",
    ],
  ])("show %s", async (_, change, expected) => {
    expect((await errorsOf(change)).find((error) => error.startsWith(expected))).toBeDefined();
  });

  it("take a round in which nobody filed an artifact, though its lead filed a proposal", async () => {
    const nobodyFiled = (found: Folder) => {
      found.artifacts = Object.fromEntries(
        Object.entries(found.artifacts).filter(([path]) => path.includes("round_01/")),
      );
      found.artifacts["artifacts/round_02/lead-proposal.md"] = "A proposal.";
      found.claims.splice(1);
      Object.assign(found.verifications[3]!, {
        result: "NOT_APPLICABLE",
        evidence_refs: [],
        claims_affected: [],
        claim_status_changes: [],
      });
    };
    expect(await errorsOf(nobodyFiled)).toEqual([]);
  });

  it("fail over a malformed line, the last one too, and are read on behind it", async () => {
    const middle = await errorsOf(
      () => {},
      (texts) => (texts["claims.jsonl"] = `{"id": broken\n${texts["claims.jsonl"]}`),
    );
    expect(middle).toEqual(["claims.jsonl:1: not a JSON object"]);
    const last = await errorsOf(
      () => {},
      (texts) => (texts["decisions.jsonl"] += '{"id": "D-2-1", "rou'),
    );
    expect(last).toEqual(["decisions.jsonl:2: the last line is torn: not a JSON object"]);
    expect(
      await errorsOf(
        () => {},
        (texts) => (texts["claims.jsonl"] += "[1]\n"),
      ),
    ).toEqual(["claims.jsonl:3: not a JSON object"]);
    for (const line of ["null", "7", '"C-3-1"', "true"])
      expect(
        await errorsOf(
          () => {},
          (texts) => (texts["claims.jsonl"] += `${line}\n`),
        ),
      ).toEqual(["claims.jsonl:3: not a JSON object"]);
  });

  it("may be empty, but not missing", async () => {
    const empty = (texts: Record<string, string | null>) => {
      for (const file of STATE_FILES) texts[file] = "";
    };
    expect(await errorsOf(() => {}, empty)).toEqual([]);
    expect(
      await errorsOf(
        () => {},
        (texts) => (texts["decisions.jsonl"] = null),
      ),
    ).toContain("decisions.jsonl: file not found");
  });

  it("take a claim without polarity by who raised it", async () => {
    const bare = (raised_by: string) =>
      errorsOf((f) => {
        delete f.claims[0]!.polarity;
        f.claims[0]!.raised_by = raised_by;
      });
    expect(await bare("critic")).toEqual([]);
    expect(await bare("observer")).toEqual([
      "V-1-1: C-1-1 asserts a robustness: BROKEN makes it tested_refuted, not tested_confirmed",
    ]);
  });

  it("allow a tested claim to be tested again on new evidence or under stress only", async () => {
    const again = (round: number, refs: readonly string[]) => (f: Folder) => {
      f.claims.pop();
      f.verifications = [
        f.verifications[0]!,
        {
          ...f.verifications[0]!,
          id: `V-${round}-1`,
          round,
          evidence_refs: refs,
          claim_status_changes: [
            { claim_id: "C-1-1", from: "tested_confirmed", to: "tested_confirmed" },
          ],
        },
      ];
    };
    const same = ["artifacts/round_01/action.md#edge_case", "artifacts/round_01/critic.md#attack"];
    expect(await errorsOf(again(3, same))).toEqual([
      "V-3-1: C-1-1 is tested again without a stress test or new evidence",
    ]);
    expect(await errorsOf(again(2, same))).toEqual([]);
    expect(await errorsOf(again(3, [same[0]!, "artifacts/round_02/critic.md#attack"]))).toEqual([]);
  });
});

describe("a section", () => {
  it("is a heading, or begins a line, whatever its case and hyphens", () => {
    const text =
      '# Round 1\n\n## Happy path\n\n- Step 3: the queue grows\n{"id":"D-2-1","round":2}\n';
    for (const anchor of ["happy_path", "happy-path", "step 3", "D-2-1"])
      expect(hasSection(text, anchor)).toBe(true);
    for (const anchor of ["queue", "path of", "", "step 33", "D-2"])
      expect(hasSection(text, anchor)).toBe(false);
  });
});
