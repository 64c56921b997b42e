import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { reopenJournal } from "boardroom";

import { describe, expect, it } from "vitest";
import { expectToBeReadable, expectToFit, HAS_BROWSER } from "../pages/browser.ts";
import { inBrowser, until } from "./in-browser.ts";

const BELOW = `(document.querySelector(".talk").getBoundingClientRect().bottom - innerHeight)`;
const AT_END = `${BELOW} < 2`;

describe.runIf(HAS_BROWSER)("a meeting held from the browser", () => {
  const { serve, open, run } = inBrowser();

  it("is begun, heard, paused, spoken to, stopped, continued and brought to its close", async () => {
    const { address, transcripts } = await serve();
    const { page, complaints } = await open(`${address}new?scenario=hiring`);
    await page.click("text=Run the meeting");
    await page.locator(".under-way").first().waitFor({ timeout: 60_000 });
    await page.evaluate("globalThis.isSamePage = true");
    const early = (await page.locator(".under-way").first().textContent())?.length ?? 0;
    await until(
      page,
      `(document.querySelector(".under-way")?.textContent ?? "").length > ${early} + 20 || document.querySelector("#t1")`,
    );
    await page.click("#pause");
    await page.locator('#pause[data-hold="resume"]').waitFor();
    expect(await page.locator(".standing").textContent()).toContain("Paused");
    await page.fill("#say-text", "Ten minutes left.");
    await page.click("#say button");
    await page
      .locator(".told", { hasText: "Before the next turn: chair says to all: Ten minutes left." })
      .waitFor();
    expect(await page.inputValue("#say-text")).toBe("");
    await page.click("#pause");
    await page.locator(".debate", { hasText: "Ten minutes left." }).waitFor({ timeout: 60_000 });
    await page.click("#adjourn");
    await page.locator(".standing.stopped").waitFor({ timeout: 60_000 });
    await page.getByText("Continue here").click();
    await page.locator("#closing").waitFor();
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
    await page.click("#closing");
    await page.waitForURL("**/report", { timeout: 60_000 });
    expect(await page.locator("#decision .answer").count()).toBe(1);
    const [id = ""] = readdirSync(transcripts);
    await expect
      .poll(() => readdirSync(join(transcripts, id)), { timeout: 30_000 })
      .toContain("verdicts.csv");
    expect(complaints).toEqual([]);
  });

  it("seats a person: the tab calls, typed words survive, a click cites, the meeting goes on", async () => {
    const { address, folder, transcripts } = await serve("--as", "ngo");
    const seat = ["--member", "sarah-chen=human:ngo", "--option", "openingBallot=false"];
    await run(folder, "run", "hiring", "--seed", "7", "--max-messages", "6", "--quiet", ...seat);
    const { page, complaints } = await open(`${address}m/hiring-7/`);
    await until(page, `document.title.includes("your turn, ngo")`);
    await page.fill("#f-content", "Who checked line 58?");
    await page.locator("#documents summary").first().click();
    await page.locator("#documents .lines p").nth(57).locator(".text").click();
    expect(await page.inputValue("#f-cite")).toBe("resume.md#L58");
    // The page changes under what is typed, and is loaded anew.
    await page.fill("#say-text", "Beside the debate.");
    await page.click("#say button");
    await page.locator(".told", { hasText: "Beside the debate." }).waitFor();
    expect(await page.inputValue("#f-content")).toBe("Who checked line 58?");
    await page.reload();
    await until(page, `document.querySelector("#f-content")?.value === "Who checked line 58?"`);
    await page.fill("#f-verdict", "").catch(() => {});
    await page.selectOption("#f-verdict", "HIRE");
    await page.getByText("Give the answer").click();
    // A verdict needs its reason: the same question comes back, with what was written.
    await page.locator(".seat .refused", { hasText: "reasoning" }).waitFor({ timeout: 30_000 });
    expect(await page.inputValue("#f-content")).toBe("Who checked line 58?");
    await page.fill("#f-reasoning", "The grants are real.");
    await page.getByText("Give the answer").click();
    await page
      .locator(".debate .said", { hasText: "Who checked line 58?" })
      .waitFor({ timeout: 30_000 });
    await page.locator("#closing").click();
    for (let turn = 0; turn < 12 && !page.url().endsWith("/report"); turn++) {
      await until(
        page,
        `document.querySelector("form.seat") || location.pathname.endsWith("/report")`,
      );
      const form = page.locator("form.seat");
      if ((await form.count()) === 0) break;
      const id = await form.getAttribute("id");
      if ((await form.locator("[data-pass]").count()) > 0)
        await form.locator("[data-pass]").click();
      else {
        await form.locator("summary", { hasText: "Do not answer" }).click();
        await form.locator("#absent").fill("away");
        await form.locator("[data-decline]").click();
      }
      await until(page, `document.querySelector("form.seat")?.id !== ${JSON.stringify(id)}`);
    }
    await page.waitForURL("**/report", { timeout: 60_000 });
    const said = readFileSync(join(transcripts, "hiring-7", "events.jsonl"), "utf8");
    expect(said).toContain("Who checked line 58?");
    expect(complaints.filter((words) => !words.includes("422"))).toEqual([]);
  });

  it("gives the lists of a form as many entries as somebody needs, one at a time", async () => {
    const { address, folder, transcripts } = await serve("--as", "ngo");
    const seat = ["--member", "nadja-ferrante=human:ngo", "--option", "maxIterations=1"];
    await run(folder, "run", "code-review", "--seed", "7", "--quiet", ...seat);
    const { page, complaints } = await open(`${address}m/code-review-7/`);
    await page.fill("#f-analysis", "Four things are wrong.");
    for (const at of [1, 2, 3]) {
      await page.getByText("Another entry: findings").click();
      await until(page, `document.activeElement?.id === "f-findings-${at}-ref"`);
    }
    expect(await page.inputValue("#f-analysis")).toBe("Four things are wrong.");
    for (const at of [0, 1, 2, 3]) {
      await page.fill(`#f-findings-${at}-ref`, "change.md#L1");
      await page.fill(`#f-findings-${at}-quote`, "webhooks");
      await page.fill(`#f-findings-${at}-says`, `fault number ${at + 1}`);
    }
    for (const grade of ["correctness", "security", "tests", "operations", "clarity"])
      await page.fill(`#f-grades-${grade}`, "3");
    await page.selectOption("#f-verdict", "REWORK");
    await page.getByText("Give the answer").click();
    await until(
      page,
      `document.querySelector(".live.held") || location.pathname.endsWith("/report")`,
    );
    const said = readFileSync(join(transcripts, "code-review-7", "events.jsonl"), "utf8");
    for (const number of [1, 2, 3, 4]) expect(said).toContain(`fault number ${number}`);
    expect(complaints).toEqual([]);
  });

  it("shows what is said now to whoever comes, and takes them along as long as they stay at the end", async () => {
    const { address, folder, transcripts } = await serve("--as", "ngo");
    const seat = ["--member", "sarah-chen=human:ngo", "--option", "openingBallot=false"];
    await run(folder, "run", "hiring", "--seed", "7", "--quiet", ...seat);
    const seated = await open(`${address}m/hiring-7/`);
    await until(seated.page, AT_END);
    const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split(/(?<=\n)/);
    const file = join(transcripts, "grows", "events.jsonl");
    mkdirSync(join(transcripts, "grows"));
    writeFileSync(file, lines.slice(0, 84).join(""));
    const { page } = await open(`${address}m/grows/`);
    await page.locator("body[data-live]").waitFor();
    // The page hears of a scroll in the next frame.
    const scrollTo = async (to: string) => {
      await page.evaluate(`scrollTo({ top: ${to} })`);
      await page.evaluate("new Promise((heard) => requestAnimationFrame(() => setTimeout(heard)))");
    };
    await scrollTo(`scrollY + ${BELOW}`);
    await until(page, AT_END);
    const many = "document.querySelectorAll('.debate .entry').length";
    const before = Number(await page.evaluate(many));
    appendFileSync(file, lines.slice(84, 104).join(""));
    await until(page, `${many} > ${before} && ${AT_END}`);
    await scrollTo("0");
    appendFileSync(file, lines.slice(104, -1).join(""));
    await until(page, `${many} > ${before} + 6`);
    expect(await page.evaluate("scrollY")).toBe(0);
    appendFileSync(file, lines.slice(-1).join(""));
    await page.waitForURL("**/report");
  });

  it("leads to the report of a meeting that has closed since its page was drawn", async () => {
    const { address, transcripts } = await serve("--read-only");
    const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split(/(?<=\n)/);
    const file = join(transcripts, "grows", "events.jsonl");
    mkdirSync(join(transcripts, "grows"));
    writeFileSync(file, lines.slice(0, 40).join(""));
    const { page, complaints } = await open(address);
    const rest = lines.slice(40);
    await page.route("**/events*", async (route) => {
      appendFileSync(file, rest.splice(0).join(""));
      await route.continue();
    });
    await page.goto(`${address}m/grows/`);
    await page.waitForURL("**/report");
    expect(await page.locator("#decision").textContent()).toContain("Hire");
    expect(complaints).toEqual([]);
  });

  it("says why a meeting is suspended, waits for a person elsewhere, or is damaged", async () => {
    const { address, folder, transcripts } = await serve();
    const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split(/(?<=\n)/);
    mkdirSync(join(transcripts, "damaged"));
    writeFileSync(
      join(transcripts, "damaged", "events.jsonl"),
      `${lines.slice(0, 40).join("")}{"oops":1}\n`,
    );
    const suspended = join(transcripts, "suspended");
    mkdirSync(suspended);
    writeFileSync(join(suspended, "events.jsonl"), lines.slice(0, 40).join(""));
    const { journal } = reopenJournal(suspended);
    const { path = "", at = "" } = journal.events.at(-1) ?? {};
    const reason = "the key for anthropic is <b>wrong</b>";
    journal.append({
      type: "meeting.suspended",
      path,
      at,
      reason,
      kind: "auth",
      speaker: "sarah-chen",
    });
    journal.close();
    const stopped = await open(`${address}m/suspended/`);
    await stopped.page.locator(".standing.suspended").waitFor();
    await stopped.page.locator(".reason", { hasText: reason }).waitFor();
    await stopped.page.getByText("boardroom resume transcripts/suspended").waitFor();
    await stopped.page.getByText("Continue here").click();
    await stopped.page.locator("#closing").click();
    await stopped.page.waitForURL("**/report", { timeout: 60_000 });
    const damaged = await open(`${address}m/damaged/`);
    await damaged.page.locator(".standing.damaged").waitFor();
    await damaged.page.locator(".reason", { hasText: "events.jsonl:41" }).waitFor();
    expect(await damaged.page.locator(".debate .entry").count()).toBeGreaterThan(3);
    const list = await open(address);
    expect(await list.page.locator("main").textContent()).toContain("Damaged");
    await run(
      folder,
      "run",
      "hiring",
      "--seed",
      "9",
      "--quiet",
      "--member",
      "sarah-chen=human:ngo",
    );
    const beside = await open(`${address}m/hiring-9/`);
    await beside.page.locator(".standing.waiting").waitFor();
    expect([
      ...stopped.complaints,
      ...damaged.complaints,
      ...list.complaints,
      ...beside.complaints,
    ]).toEqual([]);
  });

  it("is readable with its list and its form, and no wider than any window", async () => {
    const { address, folder, transcripts } = await serve("--as", "ngo");
    await run(
      folder,
      "run",
      "hiring",
      "--seed",
      "7",
      "--quiet",
      "--member",
      "sarah-chen=human:ngo",
    );
    for (const name of readdirSync("transcripts").filter((each) => each.endsWith("-sample")))
      cpSync(join("transcripts", name), join(transcripts, name), { recursive: true });
    const { page, complaints } = await open(address);
    expect(await page.locator("[data-kind]").count()).toBe(readdirSync(transcripts).length);
    for (const path of ["", "new", "m/hiring-7/"]) {
      await page.goto(`${address}${path}`);
      if (path === "new") await page.locator(".runbar").waitFor();
      if (path === "m/hiring-7/") await page.locator("body[data-live]").waitFor();
      await expectToFit(page);
      await expectToBeReadable(page);
    }
    expect(complaints).toEqual([]);
  });

  it("lets go of its stream while it is hidden, and catches up", async () => {
    const { address, transcripts } = await serve("--read-only");
    const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split(/(?<=\n)/);
    const file = join(transcripts, "grows", "events.jsonl");
    mkdirSync(join(transcripts, "grows"));
    writeFileSync(file, lines.slice(0, 40).join(""));
    const { page } = await open(`${address}m/grows/`);
    await page.locator("body[data-live]").waitFor();
    const hide = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"));`,
      );
    await hide(true);
    const before = await page.locator(".debate .entry").count();
    appendFileSync(file, lines.slice(40, 90).join(""));
    await page.waitForTimeout(1_200);
    expect(await page.locator(".debate .entry").count()).toBe(before);
    await hide(false);
    await until(page, `document.querySelectorAll(".debate .entry").length > ${before}`);
  });
});
