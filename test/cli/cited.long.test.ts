import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { screenText, watching } from "../screens/tui/watching.ts";
import { cli, workFolder } from "./cli.ts";

const FALSE = "the founders have left the company";

/** Cites a line that is there and words that are not, and says both aloud; withdraws at once. */
const misquoting: ModelFactory = ({ seat, spec }) => {
  const reply = ({ instruction }: { instruction: string }) =>
    `<Message><Speaker>${seat.persona.name}</Speaker><Artifacts><Artifact ref="paper.md#L1">The only line</Artifact><Artifact ref="paper.md#L1">${FALSE}</Artifact></Artifacts><Verdict>YES</Verdict><VerdictReasoning>It says "${FALSE}".</VerdictReasoning><Withdrawn>true</Withdrawn><Content>${instruction.includes('-vote"') ? "" : `As it says: "${FALSE}".`}</Content></Message>`;
  return {
    ...scriptedModel(Array(20).fill(reply), { spec, provider: "simulated" }),
    deterministic: true,
  };
};

async function views(cwd: string, folder: string, member: string, name: string) {
  const verdicts = async (format: string) =>
    (
      await cli(["show", folder, ...(format === "table" ? ["--quiet"] : ["--format", format])], {
        cwd,
        columns: 200,
      })
    ).out;
  const rowOf = (text: string) =>
    text.split("\n").find((line) => /^[|│]/.test(line) && line.includes(name)) ?? "";
  const [head = "", ...rows] = (await verdicts("csv")).split("\n");
  const columns = head.split(",");
  const cells =
    rows.find((row) => row.includes(`,${member},`))?.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  const cell = (column: string) => Number(cells[columns.indexOf(column)]?.replace(",", ""));
  const json = JSON.parse(await verdicts("json")).meetings[0].members.find(
    ({ id }: { id: string }) => id === member,
  ).cited;
  await cli(["report", folder, "--output", "r.html"], { cwd });
  const html = readFileSync(join(cwd, "r.html"), "utf8");
  const { events } = readTranscript(join(cwd, folder));
  const size = { columns: 160, rows: 80 };
  const screen = screenText(watching(events, { panel: "member", chosen: member, size }));
  const [, tuiFound, , tuiAbsent] = CITED.exec(screen) ?? [];
  const row = html.slice(html.indexOf(`id="m-${member}"`));
  const [, htmlFound, htmlNear = "0", htmlAbsent] =
    CITED.exec(row.slice(row.indexOf("<dt>Citations</dt>"))) ?? [];
  const pair = (found: number, absent: number) => `${found}/${found + absent}`;
  return {
    table: / (\d+\/\d+) /.exec(rowOf(await verdicts("table")))?.[1],
    csv: pair(cell("cited_exact") + cell("cited_near"), cell("cited_absent")),
    json: pair(json.exact + json.near, json.absent),
    markdown: / (\d+\/\d+) /.exec(rowOf(await verdicts("md")))?.[1],
    report: pair(Number(htmlFound) + Number(htmlNear), Number(htmlAbsent)),
    tui: pair(Number(tuiFound), Number(tuiAbsent)),
  };
}

const CITED = /(\d+) found,(?: (\d+) nearly,)? (\d+) not found/;

const everywhere = (cited: string) => ({
  ...{ table: cited, csv: cited, json: cited, markdown: cited, report: cited, tui: cited },
});

describe("what a member cited", () => {
  it("counts a false quotation once in every view, cited, said and given as a ground", async () => {
    const cwd = workFolder();
    const factories = { simulated: misquoting };
    await cli(["run", "small", "--seed", "7", "--output", "t", "--quiet"], { cwd, factories });
    expect(await views(cwd, "t", "chen", "Chen")).toEqual(everywhere("1/2"));
  });

  it.each([
    ["code-review", "nadja-ferrante", "Nadja"],
    ["niche-decision", "panelist-a", "Panelist A"],
  ])("counts what judges and panels cite in the same column: %s", async (sample, member, name) => {
    const log = readFileSync(`transcripts/${sample}-sample/events.jsonl`, "utf8");
    const cwd = workFolder({ "t/events.jsonl": log });
    const shown = await views(cwd, "t", member, name);
    expect(shown.json).toMatch(/^[1-9]\d*\/[1-9]\d*$/);
    expect(shown).toEqual(everywhere(shown.json));
  });
});
