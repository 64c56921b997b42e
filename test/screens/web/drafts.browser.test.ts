import type { Page } from "playwright-core";
import { expect, describe as group, it } from "vitest";
import { HAS_BROWSER } from "../pages/browser.ts";
import { inBrowser, until } from "./in-browser.ts";

const WRITTEN = `Object.fromEntries([...document.querySelectorAll("form[data-draft] [id]")]
  .filter(({ type }) => type !== "file" && type !== "submit" && type !== "button")
  .filter((field) => "value" in field && field.localName !== "li")
  .map((field) => [field.id, field.type === "checkbox" ? field.checked : field.value]))`;

const read = (page: Page) => page.evaluate(WRITTEN) as Promise<Record<string, string | boolean>>;

group.runIf(HAS_BROWSER)("what is typed into a form", () => {
  const { serve, open, run } = inBrowser();

  it("is kept through four refusals, a reload and a restart of the server", async () => {
    const { address, folder, restart } = await serve("--as", "ngo");
    const seat = ["--member", "sarah-chen=human:ngo", "--option", "openingBallot=false"];
    await run(folder, "run", "hiring", "--seed", "7", "--quiet", ...seat);
    const { page } = await open(`${address}m/hiring-7/`);
    await page.locator("body[data-live]").waitFor();
    await page.fill("#f-content", "Who checked line 58?\nI did not.");
    await page.selectOption("#f-verdict", "HIRE");
    await page.selectOption("#f-to", { index: 2 });
    await page.fill("#f-wouldChange", "A worse reference.");
    await page.fill("#f-cite", "resume.md#L58");
    await page.fill("#say-text", "Half a sentence");
    const give = () => page.getByText("Give the answer").click();
    const refused = page.locator(".seat .refused");
    let written = await read(page);
    expect(Object.values(written).filter((value) => value !== "" && value !== false)).toHaveLength(
      6,
    );

    // By the meeting, which asks again.
    await give();
    await refused.filter({ hasText: "Give the reasoning" }).waitFor();
    expect(await read(page)).toEqual(written);
    // By the page, twice.
    await page.fill("#f-reasoning", "The grants are real.");
    for (const sure of ["1.5", "very"]) {
      await page.fill("#f-confidence", sure);
      written = await read(page);
      // The refusal before shows the same words, so only the server's answer tells that this one came.
      const answered = page.waitForResponse("**/answer");
      await give();
      await (await answered).finished();
      await refused.filter({ hasText: "how sure you are" }).waitFor();
      expect(await page.locator(".seat .refused").count()).toBe(1);
      expect(await read(page)).toEqual(written);
    }
    // By a server that does not answer.
    await page.route("**/answer", (route) => route.abort());
    await give();
    await page.locator(".standing[data-refused]").waitFor();
    expect(await read(page)).toEqual(written);
    await page.unroute("**/answer");

    await page.reload();
    await page.locator("body[data-live]").waitFor();
    expect(await read(page)).toEqual(written);
    await page.fill("#f-content", "");
    await page.fill("#f-content", "Who checked line 59?");
    written = await read(page);
    await page.goto(`${await restart()}m/hiring-7/`);
    await page.locator("body[data-live]").waitFor();
    expect(await read(page)).toEqual(written);

    await page.fill("#f-confidence", "0.8");
    await give();
    await page
      .locator(".debate .said", { hasText: "Who checked line 59?" })
      .waitFor({ timeout: 30_000 });
    await until(page, `document.querySelector("form.seat #f-content")?.value === ""`);
    expect((await read(page))["say-text"]).toBe("Half a sentence");
  });

  it("is kept with the entries that were added to a list", async () => {
    const { address, folder, restart } = await serve("--as", "ngo");
    const seat = ["--member", "nadja-ferrante=human:ngo", "--option", "maxIterations=1"];
    await run(folder, "run", "code-review", "--seed", "7", "--quiet", ...seat);
    const { page } = await open(`${address}m/code-review-7/`);
    await page.locator("body[data-live]").waitFor();
    for (const at of [1, 2]) {
      await page.getByText("Another entry: findings").click();
      await page.locator(`#f-findings-${at}-ref`).fill(`change.md#L${at}`);
    }
    await page.goto(`${await restart()}m/code-review-7/`);
    await until(page, `document.querySelector("#f-findings-2-ref")?.value === "change.md#L2"`);
    expect(await page.inputValue("#f-findings-1-ref")).toBe("change.md#L1");
  });

  it("for a new meeting is kept with its documents through refusals and a reload, and its words through a restart", async () => {
    const { address, restart } = await serve();
    const { page } = await open(`${address}new`);
    const typed = `[...document.querySelectorAll("main :is(textarea, select, input:not([type=file]))")]
      .filter(({ name }) => name !== "member")
      .map((field) => [field.name, field.type === "radio" ? field.checked : field.value])`;
    const readTyped = () => page.evaluate(typed) as Promise<[string, string | boolean][]>;
    await page.fill("#asked", "Should we answer\nthe letter?");
    await page.selectOption("select[name=panel]", "policy");
    await page.setInputFiles("input[name=documents]", {
      name: "letter.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("A letter.\n"),
    });
    await page.locator(".files li", { hasText: "letter.md" }).waitFor();
    await page.check("input[name=model][value=other]");
    for (const model of ["gpt", "nobody:model", "openai", "ollama:"]) {
      await page.fill("input[name=other]", model);
      const written = await readTyped();
      await page.getByRole("button", { name: "Run the meeting" }).click();
      await until(page, `document.querySelector("#status").textContent === ""`);
      await page.locator("#model-fault", { hasText: model.split(":")[0] ?? "" }).waitFor();
      expect(await readTyped()).toEqual(written);
      expect(await page.locator(".files li").count()).toBe(1);
    }
    const written = await readTyped();
    await page.reload();
    await page.locator(".files li", { hasText: "letter.md" }).waitFor();
    expect(await readTyped()).toEqual(written);
    await page.goto(`${await restart()}new`);
    await until(page, `document.querySelector("#asked").value.endsWith("the letter?")`);
  });
});
