import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitBudget } from "../../../src/home/spending/money.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import { HOST, OURS, serving, TOKEN } from "./serving.ts";

const PAPER = "# The plan\n\nThe plan costs the same as three years ago.\n";

/** A language model that answers as the members of `twoTurns`. */
const own: ModelFactory = (input) => ({
  ...twoTurns(input),
  spec: input.spec,
  provider: "own",
  deterministic: false,
});

const QUESTION = "Should we raise the price of the standard plan by 8 %?";

function withOwnModel() {
  const cwd = workFolder({ "plan.md": PAPER, "boardroom.yaml": "model: own:x\n" });
  return serving({ cwd, more: { factories: { own }, findMs: 1 } });
}

const idOf = (told: { nodes?: unknown }) =>
  /"action":"new(\?draft=[\w-]+)"/.exec(JSON.stringify(told))?.[1] ?? "";

describe("the form of a new meeting", () => {
  it("writes the scenario folder that ask writes", async () => {
    const { ask, cwd } = withOwnModel();
    const asked = { question: QUESTION, panel: "pricing", do: "run" };
    const { id, text } = await ask(asked, [{ name: "plan.md", data: PAPER }]);
    expect(id, text).not.toBe("");
    const other = workFolder({ "plan.md": PAPER });
    const argv = ["ask", QUESTION, "--panel", "pricing", "--document", "plan.md", "--yes"];
    await cli([...argv, "--model", "own:x", "--seed", "7"], { cwd: other, factories: { own } });
    const [name = ""] = readdirSync(join(other, "scenarios")).filter((each) => each !== "small");
    const folder = join("scenarios", name);
    expect(readdirSync(join(cwd, folder))).toEqual(readdirSync(join(other, folder)));
    for (const file of readdirSync(join(other, folder)))
      expect(readFileSync(join(cwd, folder, file), "utf8")).toBe(
        readFileSync(join(other, folder, file), "utf8"),
      );
  });

  it.each([
    ["a page elsewhere", { origin: "http://evil.example", "sec-fetch-site": "cross-site" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["another site", { "sec-fetch-site": "same-site" }, 403],
  ])("is refused to %s, and nothing is run", async (_, headers, status) => {
    const { ask, path } = withOwnModel();
    const asked = { question: QUESTION, panel: "pricing", do: "run" };
    expect((await ask(asked, [], headers)).status).toBe(status);
    expect(readdirSync(path)).toEqual([]);
  });

  it("is the only form, and takes no other body", async () => {
    const { app, post } = withOwnModel();
    expect((await post("new", { question: QUESTION, do: "run" })).status).toBe(415);
    const body = new FormData();
    const answer = await app.request(`http://${HOST}/${TOKEN}/m/t/act`, {
      method: "POST",
      headers: { host: HOST, origin: OURS.origin, "sec-fetch-site": "same-origin" },
      body,
    });
    expect(answer.status).toBe(415);
  });

  it("keeps what was typed and uploaded through a refusal, and changes the board as asked", async () => {
    const { ask } = withOwnModel();
    const first = await ask({ question: QUESTION, messages: "ten", do: "run" }, [
      { name: "../../the plan <b>.md", data: PAPER },
    ]);
    const draft = idOf(first.told);
    expect(first.text).toContain('Messages must be a whole number above 0, found \\"ten\\"');
    expect(first.text).toContain("the-plan-b-.md");
    const again = { question: QUESTION, messages: "ten", draft };
    const members = (text: string) =>
      [...text.matchAll(/"id":"member-([\w-]+)"/g)].map(([, id]) => id);
    const board = members(first.text);
    expect(board).toHaveLength(5);
    const swapped = members((await ask({ ...again, do: `swap ${board[0]}` })).text);
    expect(swapped.slice(1)).toEqual(board.slice(1));
    expect(swapped[0]).not.toBe(board[0]);
    expect(members((await ask({ ...again, do: `unseat ${board[1]}` })).text)).toHaveLength(4);
    const added = await ask({ ...again, member: "yuki-tanabe", do: "add" });
    expect(members(added.text)).toContain("yuki-tanabe");
    expect(added.text).toContain("the-plan-b-.md");
    const seat = await ask({ ...again, do: "seat yuki-tanabe" });
    expect(seat.text).toContain("You, as Yuki Tanabe");
    const other = await ask({ ...again, panel: "pricing", do: "look" });
    expect(members(other.text)).toContain("farid-haddad");
    expect(other.text).not.toContain("You, as");
    expect((await ask({ ...again, do: "drop-documents the-plan-b-.md" })).text).not.toContain(
      "the-plan-b-.md",
    );
  });

  it("that is sent twice runs one meeting", async () => {
    const { ask, path } = withOwnModel();
    const asked = { question: QUESTION, panel: "pricing" };
    const { told } = await ask({ ...asked, do: "look" }, [{ name: "plan.md", data: PAPER }]);
    const draft = idOf(told);
    expect((await ask({ ...asked, draft, do: "run" })).id).not.toBe("");
    const again = await ask({ ...asked, draft, do: "run" });
    expect(again.id).toBe("");
    expect(again.text).toContain(QUESTION);
    expect(readdirSync(path)).toHaveLength(1);
  });

  it("takes a person's seat, whose meeting waits for the person", async () => {
    const { ask, page } = withOwnModel();
    const asked = { question: QUESTION, panel: "pricing" };
    const { told } = await ask({ ...asked, do: "seat farid-haddad" }, [
      { name: "plan.md", data: PAPER },
    ]);
    const { id } = await ask({ ...asked, draft: idOf(told), do: "run" });
    expect(await page(id, (words) => words.includes("f-verdict"))).toContain("Farid Haddad");
  });

  it("takes at most twenty documents, and 24 MiB at once", async () => {
    const { ask } = withOwnModel();
    const files = (count: number, data: string) =>
      Array.from({ length: count }, (_, at) => ({ name: `paper-${at}.md`, data }));
    const many = await ask({ question: QUESTION, do: "look" }, files(21, "Paper.\n"));
    expect(many.text).toContain("Paper-20.md is one too many: at most 20 files are taken");
    const large = await ask({ question: QUESTION, do: "look" }, files(20, "x".repeat(1_300_000)));
    expect(large).toMatchObject({ status: 413, told: { refused: "at most 24 MiB at once" } });
  });
});

function toForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("a ranking from the page", () => {
  it("stops at the budget of the server, and says how far it came", async () => {
    const server = await startScriptedServer();
    onTestFinished(() => server.close());
    const cwd = workFolder();
    const budget = limitBudget(undefined, {
      whose: "the budget of this server",
      most: 0.15,
      spent: 0,
    });
    const env = {
      ANTHROPIC_API_KEY: "k".repeat(40),
      ANTHROPIC_BASE_URL: server.url,
      OLLAMA_HOST: server.url,
    };
    const { ask, shelf, runningMeetings } = serving({ cwd, more: { budget, env, fetch } });
    const cv = (name: string) => ({
      kind: "candidates",
      name: `${name}.md`,
      data: `# ${name}\n\n${name} has led a team of nine engineers since 2019.\n`,
    });
    const asked = { model: "anthropic:claude-sonnet-5-5" };
    const job = {
      name: "job-description.md",
      data: "# Job\n\nThe person has led a team of engineers.\n",
    };
    const drafted = await ask({ ...asked, do: "run" }, [job, cv("ida"), cv("lea")]);
    expect(drafted.text).toContain("Takes part in on-call work");
    const question = "Should we invite this candidate for an interview?";
    const draft = idOf(drafted.told);
    const ran = await ask({ ...asked, question, draft, do: "drop-requirement on-call" });
    expect(ran.text).not.toContain("Takes part in on-call work");
    const agreed = { ...asked, question, draft, approve: "yes", added: "Speaks German" };
    const { id, text } = await ask({ ...agreed, do: "run" });
    expect(id, text).toMatch(/candidates-\d+$/);
    await runningMeetings?.stopped();
    expect(budget.spent).toBeLessThanOrEqual(0.15);
    const [line] = await shelf.list();
    expect(line).toMatchObject({
      of: "ranking",
      status: { is: "suspended", why: expect.stringMatching(/^\d of 10 meetings held/) },
    });
    const [name = ""] = readdirSync(join(cwd, "scenarios")).filter((each) => each !== "small");
    expect(readFileSync(join(cwd, "scenarios", name, "scenario.yaml"), "utf8")).toMatch(
      /Has led a team\n[\s\S]*text: Speaks German/,
    );
    const again = serving({ cwd, more: { env, fetch } });
    const open = async (what: string, fields?: Readonly<Record<string, string>>) => {
      const { origin, "sec-fetch-site": site } = OURS;
      const answer = await again.app.request(`http://${HOST}/${TOKEN}/m/${id}/${what}`, {
        method: fields ? "POST" : "GET",
        headers: { host: HOST, origin, "sec-fetch-site": site },
        ...(fields && { body: toForm(fields) }),
      });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    expect((await open("report")).text).toContain('href="continue"');
    const page = await open("continue");
    expect(page.text).toMatch(/\d of 10 meetings held\. Meetings that have ended/);
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    const unapproved = await open("continue", {});
    expect(unapproved.status).toBe(422);
    expect(unapproved.text).toMatch(/need your approval: all together are expected to cost \$\d/);
    const continued = await open("continue", { approve: "yes" });
    expect([continued.status, continued.headers.get("location")]).toEqual([303, "report"]);
    await again.runningMeetings?.stopped();
    expect((await again.shelf.list())[0]).toMatchObject({ status: { is: "closed" } });
    expect((await open("report")).text).not.toContain('href="continue"');
    expect((await open("continue")).status).toBe(303);
  });
});
