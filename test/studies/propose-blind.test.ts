import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { withScripts } from "../support/scripts.ts";

const STUDY = `title: Does the name matter?
scenario: ../../scenarios/small
subjects: [cv.md]
seeds: 1..2
arms:
  named: {}
  blind: { blind: { names: [Ines Halvarin] } }
`;
const CV =
  "# Ines Halvarin\n\nStudied at the University of Aalsund.\nCaptain of the Aalsund rowing club, called Nessie there.\n";

function proposing(answer: string, study = STUDY) {
  const cwd = workFolder({ "studies/n/study.yaml": study, ...withScripts({ "studies/n/cv.md": CV }) });
  let read = "";
  const scripted: ModelFactory = ({ spec }) =>
    scriptedModel(
      [
        ({ shared }) => {
          read = shared;
          return answer;
        },
      ],
      { spec, provider: "scripted" },
    );
  const argv = ["check", "study", "n", "--propose", "scripted:m", "--approve", "--because", "a test"];
  return { cwd, ran: cli(argv, { cwd, factories: { scripted } }), request: () => read };
}

const answer = (...passages: [string, string, string][]) =>
  JSON.stringify({ passages: passages.map(([passage, instead, because]) => ({ passage, instead, because })) });

it("a model proposes what blinding left standing, and the file is left to the person", async () => {
  const { cwd, ran, request } = proposing(
    answer(
      ["Nessie", "[nickname]", "a nickname"],
      ["Aalsund rowing club", "[club A]", "a club that tells the town"],
      ["Nessie", "[again]", "twice"],
      ["Halvarin", "[name]", "stands there no more"],
    ),
  );
  const { code, out, err } = await ran;
  expect(code, err).toBe(0);
  expect(out).toContain(`Arm blind: scripted:m proposes 2.`);
  expect(out).toContain(`  cv.md:4 "Nessie": a nickname\n`);
  expect(out).toMatch(
    / {4}blind:\n {6}words:\n {8}"Nessie": "\[nickname\]"\n {8}"Aalsund rowing club": "\[club A\]"\n$/,
  );
  expect(err).toContain("removed, because no line contains it: Halvarin");
  // The model reads what members would.
  expect(request()).toContain("Nessie");
  expect(request()).not.toContain("Halvarin");
  expect(readFileSync(join(cwd, "studies/n/study.yaml"), "utf8")).toBe(STUDY);
  // What is confirmed goes in as it was printed.
  const [, words = ""] = / {4}blind:\n( {6}words:\n[\s\S]*)$/.exec(out) ?? [];
  const confirmed = STUDY.replace(
    "  blind: { blind: { names: [Ines Halvarin] } }\n",
    `  blind:\n    blind:\n      names: [Ines Halvarin]\n${words}`,
  );
  const again = proposing(answer(), confirmed);
  const checked = await again.ran;
  expect(checked.code, checked.err).toBe(0);
  expect(checked.out).toContain("+ Captain of the [club A], called [nickname] there.");
  expect(checked.out).toContain("Arm blind: scripted:m proposes nothing.");
});

it("an answer that is none, a simulated member and a scenario are refused", async () => {
  const unreadable = await proposing("I would rather not.").ran;
  expect(unreadable.code).toBe(4);
  expect(unreadable.err).toContain("scripted:m answered in no form that can be read");
  const cwd = workFolder({ "studies/n/study.yaml": STUDY, ...withScripts({ "studies/n/cv.md": CV }) });
  const simulated = await cli(["check", "study", "n", "--propose", "simulated"], { cwd });
  expect(simulated.err).toContain("a simulated member is no language model\n  Leave --propose out");
  const scenario = await cli(["check", "small", "--propose", "simulated"], { cwd });
  expect(scenario.err).toContain("--propose is for studies");
});

it("proposes a list for a study that has none yet", async () => {
  const study = STUDY.slice(0, STUDY.indexOf("  blind:"));
  const { ran, request } = proposing(answer(["Ines Halvarin", "Person A", "the name"]), study);
  const { code, out, err } = await ran;
  expect(code, err).toBe(0);
  expect(out).toContain("Arm named: scripted:m proposes 1.");
  expect(out).toMatch(/ {4}blind:\n {6}words:\n {8}"Ines Halvarin": "Person A"\n$/);
  expect(request()).toContain("Ines Halvarin");
});
