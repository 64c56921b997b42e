import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedServer } from "../../support/scripted-server.ts";
import { expectToBeReadable, expectToFit, HAS_BROWSER } from "../pages/browser.ts";
import { inBrowser } from "./in-browser.ts";

const PROPOSAL = `# Proposal

The standard plan has cost the same for three years.
Renewals were 94 percent in the last year.
The two largest customers asked for a fixed price.
`;

const JOB = `# Head of Platform Engineering

The person has led a team of engineers for five years.
The person takes part in on-call work.
`;

const cv = (name: string) => `# ${name}\n\n${name} has led a team of nine engineers since 2019.\n`;

const file = (name: string, text: string) => ({
  name,
  mimeType: "text/markdown",
  buffer: Buffer.from(text),
});

describe.runIf(HAS_BROWSER)("the page of new meetings", () => {
  const { serveIn, open } = inBrowser();
  let model: Awaited<ReturnType<typeof startScriptedServer>>;
  beforeAll(async () => {
    model = await startScriptedServer();
  });
  afterAll(() => model.close());

  const serveEmpty = (...flags: readonly string[]) =>
    serveIn({ flags, env: { OLLAMA_HOST: model.url } });

  /** Counts what a person does with the mouse. Choosing files in the dialog of the system is one more. */
  function countClicks(page: Page) {
    let clicks = 0;
    return {
      async click(target: Locator) {
        clicks += 1;
        await target.click();
      },
      async choose(field: string, files: readonly ReturnType<typeof file>[]) {
        clicks += 2;
        const sent = page.waitForResponse((answer) => answer.request().method() === "POST");
        await page.setInputFiles(`input[name=${field}]`, [...files]);
        await (await sent).finished();
      },
      count: () => clicks,
    };
  }

  const findButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  it("takes a partner from an empty folder to a decision record, without a terminal", async () => {
    const { address, folder } = await serveEmpty();
    expect(readdirSync(folder)).toEqual([]);
    const { page, complaints } = await open(address);
    const begun = Date.now();
    const hand = countClicks(page);
    await hand.click(page.getByRole("link", { name: "Ask a question" }));
    await page.fill("#asked", "Should we raise the price of the standard plan by 8 %?");
    await hand.choose("documents", [file("our proposal.md", PROPOSAL)]);
    await page.locator(".files li", { hasText: "our-proposal.md" }).waitFor();
    await hand.click(findButton(page, "Run the meeting"));
    await page.waitForURL("**/m/**");
    await page.waitForURL("**/report", { timeout: 90_000 });
    expect(hand.count()).toBe(4);
    expect(Date.now() - begun).toBeLessThan(120_000);
    expect(await page.locator("body").textContent()).toContain("Should we raise the price");
    const [name = ""] = readdirSync(join(folder, "scenarios"));
    expect(readdirSync(join(folder, "scenarios", name)).toSorted()).toEqual([
      "our-proposal.md",
      "scenario.yaml",
    ]);
    expect(readFileSync(join(folder, "scenarios", name, "scenario.yaml"), "utf8")).toContain(
      "were drafted by ollama:qwen3:8b",
    );
    expect(complaints).toEqual([]);
  });

  it("takes a recruiter from an empty folder to a ranking, without a terminal", async () => {
    const { address, folder } = await serveEmpty();
    const { page, complaints } = await open(address);
    const begun = Date.now();
    const hand = countClicks(page);
    await hand.click(page.getByRole("link", { name: "Ask a question" }));
    await hand.choose("documents", [file("job-description.md", JOB)]);
    await hand.click(page.getByText("Compare several candidates"));
    await hand.choose(
      "candidates",
      ["Ida Halloran", "Lea Fontaine"].map((name) => file(`${name}.md`, cv(name))),
    );
    await hand.click(findButton(page, "Draft the requirements"));
    await page.getByLabel("Requirement 1", { exact: true }).waitFor();
    expect(await page.getByLabel("Requirement 1", { exact: true }).inputValue()).toBe(
      "Has led a team",
    );
    expect(await page.inputValue("#asked")).toBe(
      "Should we invite this candidate for an interview?",
    );
    await expectToFit(page, [390, 820, 1280]);
    await hand.click(findButton(page, "Run the meetings"));
    await page.waitForURL("**/report", { timeout: 60_000 });
    await page.getByText("Ida Halloran").first().waitFor({ timeout: 90_000 });
    await page.getByText("10 meetings").first().waitFor({ timeout: 90_000 });
    expect(hand.count()).toBe(8);
    expect(Date.now() - begun).toBeLessThan(180_000);
    const [name = ""] = readdirSync(join(folder, "scenarios"));
    expect(readdirSync(join(folder, "scenarios", name, "candidates"))).toEqual([
      "Ida-Halloran.md",
      "Lea-Fontaine.md",
    ]);
    expect(complaints).toEqual([]);
  });

  it("works without a script: files, the board, a mistake and the start", async () => {
    const { address, folder } = await serveEmpty();
    const { page, complaints } = await open(`${address}new`, { javaScriptEnabled: false });
    await page.fill("#asked", "Should we raise the price?");
    await page.setInputFiles("input[name=documents]", file("proposal.md", PROPOSAL));
    await findButton(page, "Add the chosen files").first().click();
    await page.locator(".files li", { hasText: "proposal.md" }).waitFor();
    expect(new URL(page.url()).searchParams.get("draft")).not.toBeNull();
    await findButton(page, "Remove Lena Brandt").click();
    expect(await page.locator(".cards h3").count()).toBe(4);
    await page.getByText("Limits").click();
    await page.fill("input[name=messages]", "ten");
    await findButton(page, "Run the meeting").click();
    await page.locator("#limits-fault", { hasText: 'found "ten"' }).waitFor();
    expect(await page.inputValue("#asked")).toBe("Should we raise the price?");
    expect(await page.inputValue("input[name=messages]")).toBe("ten");
    await page.fill("input[name=messages]", "20");
    await findButton(page, "Run the meeting").click();
    await page.waitForURL("**/m/**");
    const [name = ""] = readdirSync(join(folder, "scenarios"));
    const scenario = readFileSync(join(folder, "scenarios", name, "scenario.yaml"), "utf8");
    expect(scenario).not.toContain("lena-brandt");
    expect(complaints).toEqual([]);
  });

  it("is readable with everything on it, and no wider than any window", async () => {
    const { address } = await serveEmpty();
    const { page, complaints } = await open(address);
    await expectToFit(page);
    await expectToBeReadable(page);
    await page.goto(`${address}new`);
    await page.setInputFiles("input[name=documents]", [
      file("job-description.md", JOB),
      file(`${"long-".repeat(30)}name.md`, PROPOSAL),
    ]);
    await page.locator(".files li").nth(1).waitFor();
    await page.setInputFiles("input[name=candidates]", [
      file("ida.md", cv("Ida")),
      file("scan.png", "no text"),
    ]);
    await page.locator("#candidates-fault").waitFor();
    await findButton(page, "Draft the requirements").click();
    await page.locator("#candidates-fault", { hasText: "cannot be compared" }).waitFor();
    await page.setInputFiles("input[name=candidates]", file("lea.md", cv("Lea")));
    await page.locator(".files li", { hasText: "lea.md" }).waitFor();
    await findButton(page, "Draft the requirements").click();
    await page.getByLabel("Requirement 2", { exact: true }).waitFor();
    await page.getByText("Limits").click();
    await page.fill("input[name=dollars]", "-1");
    await findButton(page, "Run the meetings").click();
    await page.locator("#limits-fault").waitFor();
    await expectToFit(page);
    await expectToBeReadable(page);
    expect(complaints).toEqual([]);
  });
});
