import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { h, type VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Io } from "../../../src/home/process/io.ts";
import {
  createTree,
  createTreeMaker,
  listChanges,
  type PageChange,
  type PageNode,
} from "../../../src/screens/pages/tree.ts";
import { createMailbox, followMeeting, followRecord } from "../../../src/screens/web/follow.ts";
import { createMeetingIndex } from "../../../src/screens/web/meeting-index.ts";
import { openRoom, type RoomMessage } from "../../../src/screens/web/room.ts";
import { createHandler } from "../../../src/screens/web/server.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";

const TOKEN = "t".repeat(43);
const HOST = "127.0.0.1:4747";

function folderOfMeetings(): string {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-web-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync("transcripts/hiring-sample", join(folder, "whole"), { recursive: true });
  const lines = readFileSync("transcripts/hiring-sample/events.jsonl", "utf8").split("\n");
  for (const [name, text] of [
    ["half", `${lines.slice(0, 40).join("\n")}\n`],
    ["broken", `${lines.slice(0, 20).join("\n")}\n{"oops":1}\n`],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "events.jsonl"), text);
  }
  return folder;
}

const stopped = new AbortController().signal;

function shelfIn(path: string, env: Io["env"] = {}) {
  const how = { stdout: NOWHERE, stderr: NOWHERE, isTTY: false, stopSignal: () => stopped };
  const io = { cwd: path, env, ...how } as unknown as Io;
  return createMeetingIndex({
    io,
    folder: { path, shown: "meetings" },
    person: "chair",
    runningMeetings: null,
  });
}

function follow(id: string, folder: string, until = stopped) {
  const how = {
    person: "chair",
    runningMeetings: null,
    mailbox: createMailbox(""),
    stopped: until,
  } as const;
  return followMeeting({ id, path: join(folder, id), shown: id, ...how });
}

it("a server that stops leaves no folder watched, so that it ends at once", async () => {
  const watched = () =>
    process.getActiveResourcesInfo().filter((each) => each === "FSEventWrap").length;
  const before = watched();
  const stop = new AbortController();
  await follow("half", folderOfMeetings(), stop.signal);
  expect(watched()).toBeGreaterThan(before);
  stop.abort();
  await vi.waitFor(() => expect(watched()).toBe(before));
});

/** Elements of a page by an attribute, in order. */
function found(nodes: readonly PageNode[], name: string, value: string): readonly PageNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    return node.props[name] === value ? [node] : found(node.children, name, value);
  });
}

function server(folder = folderOfMeetings(), env: Io["env"] = {}) {
  const app = createHandler({ hosts: [HOST], token: TOKEN }, shelfIn(folder, env));
  return async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await app.request(`http://${HOST}/${path}`, {
      method,
      headers: { host: HOST, ...headers },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

const NOWHERE = { write: () => true };

describe("who is let in", () => {
  it.each([
    ["our own page", {}, 200],
    ["a typed address", { "sec-fetch-site": "none" }, 200],
    ["a page of ours", { "sec-fetch-site": "same-origin" }, 200],
    ["our origin", { origin: `http://${HOST}` }, 200],
    ["a page elsewhere", { "sec-fetch-site": "cross-site" }, 403],
    ["a page of another port", { "sec-fetch-site": "same-site" }, 403],
    [
      "a local page that opens it in a tab",
      {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      200,
    ],
    [
      "a frame of a page elsewhere",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
      403,
    ],
    ["an origin that lies", { origin: "http://127.0.0.1:4748" }, 403],
    ["no origin at all", { origin: "null" }, 403],
    ["a name pointed here", { host: "evil.example:4747" }, 421],
    ["our address on another port", { host: "127.0.0.1:80" }, 421],
  ])("%s", async (_, headers, status) => {
    const ask = server();
    expect((await ask(`${TOKEN}/`, headers)).status).toBe(status);
  });

  it("nobody without the token, and it says nothing of what there is", async () => {
    const ask = server();
    for (const path of ["", "x/", `${TOKEN}x/`, `${TOKEN.slice(1)}/`, `${TOKEN.toUpperCase()}/`]) {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe("Page not found.\n");
    }
  });

  it("a page that is not there, with a way back", async () => {
    const answer = await server()(`${TOKEN}/m/nobody/`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("Page not found");
    expect(answer.text).toContain(`href="/${TOKEN}/"`);
  });

  it("nobody who would change anything", async () => {
    const ask = server();
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect((await ask(`${TOKEN}/`, { origin: `http://${HOST}` }, method)).status).toBe(405);
  });

  it("sends every answer with what keeps words from being more than words", async () => {
    const ask = server();
    for (const path of [`${TOKEN}/`, `${TOKEN}/m/whole/`, `${TOKEN}/nowhere`, "x"]) {
      const { headers } = await ask(path);
      expect(headers.get("content-security-policy")).toContain(
        "require-trusted-types-for 'script'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
  });
});

describe("what is shown", () => {
  it("lists meetings by how they stand", async () => {
    const { text } = await server()(`${TOKEN}/`);
    expect(text).toMatch(/href="m\/whole\/report">[^<]+, 3 of 5 for</);
    expect(text).toMatch(/href="m\/half\/">Stopped: it can be continued</);
    expect(text).toMatch(/href="m\/broken\/">Damaged: its last line is no event</);
    expect(text).not.toContain('href="m/half/report"');
  });

  it("shows copies of a record once, and several runs in one row that opens", async () => {
    const cwd = workFolder();
    for (const seed of ["1", "2"])
      await cli(["run", "small", "--quiet", "--seed", seed], {
        cwd,
        factories: { simulated: twoTurns },
      });
    const folder = join(cwd, "transcripts");
    cpSync(join(folder, "small-1"), join(folder, "copy"), { recursive: true });
    const { text } = await server(folder)(`${TOKEN}/`);
    expect(text.match(/data-kind="meeting"/g)).toHaveLength(1);
    expect(text).toMatch(
      /×2.*?2 runs.*?href="m\/(?:copy|small-1)\/report".*?href="m\/small-2\/report"/s,
    );
    expect(text.match(/href="m\/(?:copy|small-1)\/report"/g)).toHaveLength(2);
    expect(text).toMatch(/href="m\/(copy|small-1)\/">\1<\/a> is a copy of (?!\1)(?:copy|small-1)</);
  });

  it("says who answers and how far a meeting is", async () => {
    const followed = await follow("half", folderOfMeetings());
    const words = JSON.stringify(createTree(followed.page()));
    followed.close();
    expect(words).toContain("Simulated members, no language model used");
    expect(words).toMatch(/turn \d+ of at most 80/);
  });

  it("lists a ranking as one row that leads to its report", async () => {
    const cwd = workFolder({
      "a.md": "# Ada\n\nWord of Ada.\n",
      "b.md": "# Ben\n\nWord of Ben.\n",
    });
    const argv = ["run", "small", "--documents", "a.md", "b.md"];
    expect((await cli(argv, { cwd, factories: { simulated: twoTurns } })).code).toBe(0);
    const ask = server(join(cwd, "transcripts"));
    expect((await ask(`${TOKEN}/`)).text).toMatch(
      /data-kind="ranking".*?href="m\/small-candidates-1\/report".*?2 of 2 meetings held.*?ranking/s,
    );
    const { text } = await ask(`${TOKEN}/m/small-candidates-1/report`);
    expect(text).toContain("An order needs 5 runs of each candidate");
    const [, meeting = ""] = /href="(meetings\/[^"]+)"/.exec(text) ?? [];
    const own = await ask(`${TOKEN}/m/small-candidates-1/${meeting}`);
    expect(own.text).toContain('<a class="brand" href="../../../../../../../">');
    expect((await ask(`${TOKEN}/m/small-candidates-1/meetings/none/report.html`)).status).toBe(404);
    expect((await ask(`${TOKEN}/m/small-candidates-1/`)).status).toBe(404);
    const results = join(cwd, "transcripts/small-candidates-1/results.jsonl");
    const [row = ""] = readFileSync(results, "utf8").split("\n");
    writeFileSync(results, `${row}\n`);
    const begun = await ask(`${TOKEN}/m/small-candidates-1/report`);
    expect(begun.text).toMatch(/Without a meeting that has ended: [ab]\./);
    expect(begun.text).toContain("<b>1 of 2 meetings held.</b>");
    const reason = "no member can be heard";
    writeFileSync(
      results,
      `${row.replace('"closed","reason":null', `"failed","reason":"${reason}"`)}\n`,
    );
    const { text: failed } = await ask(`${TOKEN}/m/small-candidates-1/report`);
    expect(failed).toContain("<b>0 of 2 meetings held, 1 failed.</b>");
    expect(failed).toContain(`The last one failed: ${reason}`);
    expect(failed).toContain('<p class="answer">No order yet</p>');
  });

  it("keeps its lines for one build of the program, since another has other words", async () => {
    const home = mkdtempSync(join(tmpdir(), "boardroom-home-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const folder = folderOfMeetings();
    const show = async () => (await server(folder, { HOME: home })(`${TOKEN}/`)).text;
    const question = /Should the institute hire[^<"]+/g;
    expect(await show()).toMatch(question);
    const lists = join(home, ".config/boardroom/lists");
    const [name = ""] = readdirSync(lists);
    const kept = readFileSync(join(lists, name), "utf8").replace(question, "What was kept?");
    writeFileSync(join(lists, name), kept);
    expect(await show()).toContain("What was kept?");
    const { program, ...others } = JSON.parse(kept);
    writeFileSync(
      join(lists, name),
      JSON.stringify({ program: `${program} words-7Qz1.js`, ...others }),
    );
    const shown = await show();
    expect(shown).not.toContain("What was kept?");
    expect(shown).toMatch(question);
  });

  it("leads from a closed meeting to its report, and shows the sound lines of a damaged one", async () => {
    const ask = server();
    const { status, headers } = await ask(`${TOKEN}/m/whole/`);
    expect({ status, to: headers.get("location") }).toEqual({ status: 302, to: "report" });
    expect((await ask(`${TOKEN}/m/whole/report`)).text).toContain(
      '<a class="brand" href="../../">',
    );
    const broken = await ask(`${TOKEN}/m/broken/`);
    expect(broken.status).toBe(200);
    expect(broken.text).toMatch(/events\.jsonl:21/);
    expect(broken.text).toContain('id="debate"');
  });

  it("links its pages to styles, scripts and pages that are there", async () => {
    const ask = server();
    const followed: string[] = [];
    for (const page of ["", "m/whole/report", "m/half/", "m/broken/"]) {
      const { text } = await ask(`${TOKEN}/${page}`);
      for (const [, link = ""] of text.matchAll(
        /<(?:link|script|a) [^>]*?(?:href|src)="([^"#:]+)"/g,
      )) {
        const path = new URL(link, `http://${HOST}/${TOKEN}/${page}`).pathname.slice(1);
        expect([page, link, (await ask(path)).status]).toEqual([page, link, 200]);
        followed.push(link);
      }
    }
    expect(followed).toContain("../../");
    expect(followed).toContain("../../assets/live.js");
  });

  it("gives the report its own policy, by the hashes of its own style and script", async () => {
    const { headers, text } = await server()(`${TOKEN}/m/whole/report`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'sha256-[^']+'/);
    expect(policy).not.toContain("'self'");
    expect(text).toContain("<!doctype html>");
  });

  it.each(["../whole", "..%2fwhole", "nowhere", ".", "whole%00"])(
    "knows no meeting %s",
    async (id) => {
      const ask = server();
      for (const rest of ["", "report", "events"]) {
        const { status, text } = await ask(`${TOKEN}/m/${id}/${rest}`);
        expect(status).toBe(404);
        expect(text).not.toContain("root:");
      }
      expect((await ask(`${TOKEN}/assets/..%2f..%2fpackage.json`)).status).toBe(404);
    },
  );
});

describe("a page as data", () => {
  it("says what the page says", async () => {
    const folder = folderOfMeetings();
    const followed = await follow("half", folder);
    const page = followed.page();
    const [ours, theirs] = [
      createTree(page).map(markupOf).join(""),
      renderToStaticMarkup(page),
    ].map(closed);
    expect(ours).toBe(theirs);
    followed.close();
  });

  it("grows with the record", async () => {
    const folder = folderOfMeetings();
    const lines = readFileSync(join(folder, "whole", "events.jsonl"), "utf8").split("\n");
    const followed = await follow("half", folder);
    const before = createTree(followed.page());
    appendFileSync(join(folder, "half", "events.jsonl"), `${lines.slice(40, 50).join("\n")}\n`);
    await followed.changed(AbortSignal.timeout(50_000));
    const after = createTree(followed.page());
    const changes = listChanges(before, after);
    expect(JSON.stringify(applied(before, changes))).toBe(JSON.stringify(after));
    expect(JSON.stringify(changes).length).toBeLessThan(JSON.stringify(after).length / 2);
    followed.close();
  });

  it("is made of an event where it is new, and every other part of a debate is the same again", async () => {
    const folder = folderOfMeetings();
    const lines = readFileSync(join(folder, "whole", "events.jsonl"), "utf8").split("\n");
    const record = join(folder, "half", "events.jsonl");
    writeFileSync(record, `${lines.slice(0, 100).join("\n")}\n`);
    const followed = await follow("half", folder);
    const makeTree = createTreeMaker();
    const stretchesNow = () => found(makeTree(followed.page()), "class", "stretch");
    const before = stretchesNow();
    appendFileSync(record, `${lines.slice(100, 103).join("\n")}\n`);
    await followed.changed(AbortSignal.timeout(50_000));
    const after = stretchesNow();
    expect(before.length).toBeGreaterThan(1);
    expect(after.length).toBe(before.length);
    expect(after.map((stretch, index) => stretch === before[index])).toEqual(
      after.map((_, index) => index < after.length - 1),
    );
    followed.close();
  });

  it("is sent as the one message that was made, and whole only to who does not have it", async () => {
    let title = "one";
    let tell: () => void = () => {};
    const followed = {
      page: () => h<{ title: string }>("p", { title }, "words") as VNode,
      changed: () => new Promise<void>((resolve) => (tell = resolve)),
      ...{ close: () => {}, isClosed: () => false },
    };
    const room = openRoom(followed, "room");
    const heard: RoomMessage[][] = [[], []];
    const leave = new AbortController();
    const after = [undefined, room.page().at];
    const done = Promise.all(
      heard.map((messages, index) =>
        room.show({
          ...{ send: async (message) => void messages.push(message), signal: leave.signal },
          after: after[index],
        }),
      ),
    );
    await expect.poll(() => heard.map(({ length }) => length), { timeout: 50_000 }).toEqual([1, 0]);
    title = "two";
    tell();
    await expect.poll(() => heard.map(({ length }) => length), { timeout: 50_000 }).toEqual([2, 1]);
    leave.abort();
    await done;
    room.close();
    const [one = [], other = []] = heard;
    expect(one[1]).toMatchObject({ changes: [[[0], { props: { title: "two" } }]] });
    expect(one[1] === other[0]).toBe(true);
  });

  it("ends the room of a page that cannot be drawn, and not the server", async () => {
    let tell = () => {};
    let isSound = true;
    const room = openRoom(
      {
        page: () => {
          if (!isSound) throw new Error("the folder is gone");
          return h("main", null, "here") as VNode;
        },
        changed: () => new Promise<void>((resolve) => (tell = resolve)),
        ...{ close: () => {}, isClosed: () => false },
      },
      "room",
    );
    const shown = room.show({ send: async () => {}, signal: new AbortController().signal });
    isSound = false;
    const viewersAfterChange = () => {
      tell();
      return room.viewers;
    };
    await expect.poll(viewersAfterChange, { timeout: 50_000 }).toBe(0);
    await shown;
    room.close();
  });

  it("says what is wrong with a damaged meeting whose folder is removed while it is read", async () => {
    const folder = folderOfMeetings();
    const path = join(folder, "broken");
    const record = await followRecord({
      path,
      signal: AbortSignal.timeout(50_000),
      read: () => {},
      changed: () => rmSync(path, { recursive: true, force: true }),
    });
    expect(record.damage).toContain("events.jsonl:21:");
    expect(record.events).toEqual([]);
  });

  const node: fc.Memo<PageNode> = fc.memo((depth) =>
    depth <= 1
      ? fc.string({ minLength: 1, maxLength: 3 })
      : fc.oneof(
          fc.string({ minLength: 1, maxLength: 3 }),
          fc.record({
            tag: fc.constantFrom("p", "b"),
            props: fc.constantFrom<Record<string, string>>({}, { id: "x" }),
            children: fc.array(node(depth - 1), { maxLength: 3 }),
          }),
        ),
  );

  it("becomes any other by what changes between them", () => {
    const pages = fc.array(node(3), { maxLength: 3 });
    fc.assert(
      fc.property(pages, pages, (before, after) => {
        expect(applied(before, listChanges(before, after))).toEqual(after);
        expect(listChanges(after, after)).toEqual([]);
      }),
    );
  });
});

describe("boardroom serve", () => {
  it("refuses a folder that is not there, and a port that is taken, by its number", async () => {
    const missing = await cli(["serve", "nowhere"]);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain("folder not found");
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const refused = await cli(["serve", "transcripts", "--port", String(port)]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`port ${port}`);
    expect(refused.err).toContain("another program listens there");
    expect((await cli(["serve", "--port", "x"])).err).toContain("a port from 0 to 65535");
  });

  it("opens the pages without the address in the arguments of another program", async () => {
    const stop = new AbortController();
    const opened: { path: string; mode: number; page: string }[] = [];
    const openFile = (path: string) => {
      opened.push({ path, mode: statSync(path).mode & 0o777, page: readFileSync(path, "utf8") });
      setTimeout(() => stop.abort(), 20);
    };
    const more = { openFile, stopSignal: () => stop.signal };
    const { out } = await cli(["serve", "transcripts", "--open", "--port", "0"], more);
    const address = out.trim();
    expect(opened).toMatchObject([
      { mode: 0o600, page: expect.stringContaining(`url=${address}"`) },
    ]);
    const { path } = opened[0]!;
    expect(path).not.toContain(address.split("/").at(-2));
    expect(existsSync(path)).toBe(false);
  });

  it("prints an address that is new at every start, and stops when it is told to", async () => {
    const addresses: string[] = [];
    for (let start = 0; start < 2; start++) {
      const stop = new AbortController();
      const { code } = await cli(["serve", "transcripts", "--port", "0"], {
        stopSignal: () => stop.signal,
        stdout: {
          write: (text) => {
            addresses.push(text.trim());
            stop.abort();
          },
        },
      });
      expect(code).toBe(0);
    }
    expect(addresses[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/);
    expect(addresses[0]?.split("/")[3]).not.toBe(addresses[1]?.split("/")[3]);
  });
});

function applied(page: readonly PageNode[], changes: readonly PageChange[]): readonly PageNode[] {
  return changes.reduce<readonly PageNode[]>(
    (nodes, [place, node]) => put(nodes, place, node),
    page,
  );
}

function put(
  nodes: readonly PageNode[],
  [at = 0, ...rest]: readonly number[],
  node: PageChange[1],
): readonly PageNode[] {
  if (node === null && rest.length === 0) return nodes.slice(0, at);
  const old = nodes[at];
  const next =
    rest.length === 0 || old === undefined || typeof old === "string"
      ? settled(old, node)
      : { ...old, children: put(old.children, rest, node) };
  return next === null ? nodes : [...nodes.slice(0, at), next, ...nodes.slice(at + 1)];
}

function settled(old: PageNode | undefined, node: PageChange[1]): PageNode | null {
  if (node === null || typeof node === "string" || !("add" in node)) return node;
  return `${typeof old === "string" ? old : ""}${node.add}`;
}

function markupOf(node: PageNode): string {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(node.props).map(([name, value]) =>
    value === true
      ? ` ${name}`
      : ` ${name.replace("Span", "span").replace("Index", "index")}="${escaped(String(value))}"`,
  );
  return `<${node.tag}${attributes.join("")}>${node.children.map(markupOf).join("")}</${node.tag}>`;
}

function closed(markup: string): string {
  return markup
    .replace(/<(\w+)((?: [\w-]+(?:="[^"]*")?)*)\/>/g, "<$1$2></$1>")
    .replaceAll('=""', "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
