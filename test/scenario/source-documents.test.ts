import { join } from "node:path";
import { type BoardroomError, readDocument } from "boardroom";
import { describe, expect, it, test } from "vitest";
import { readDiff } from "../../src/scenario/documents/diff.ts";
import { folderWith } from "./folder.ts";

async function read(name: string, content: string | Uint8Array) {
  const { cwd } = folderWith({ [name]: content });
  return readDocument({ path: join(cwd, name), shown: name });
}

async function refusal(name: string, content: string): Promise<string> {
  const error = await read(name, content).then(
    () => expect.fail("was not refused"),
    (reason: BoardroomError) => reason,
  );
  return `${error.code}\n${error.message}`;
}

/** `refund.ts:2 added`, by line of the diff. */
async function mapLines(content: string): Promise<(string | null)[]> {
  const { text } = await read("change.diff", content);
  return readDiff(text).lines.map((each) =>
    each ? `${each.file}:${each.line} ${each.side}` : null,
  );
}

test("source is read as it stands: quotation marks, blanks and forms of letters stay", async () => {
  const code = "s = ‘a’ + “b” …\n\n\n\tif x:  \n# W O R K\ncafe\u0301 👩‍💻 ❤️";
  const { text, title, notes } = await read("job.py", `\uFEFF${code.replaceAll("\n", "\r\n")}\r\n`);
  expect(text).toBe(code);
  expect(title).toBe("job.py");
  expect(notes).toBeUndefined();
});

test("pages, tables and code of any usual kind are documents, and other files are not", async () => {
  expect((await read("cv.html", "<!doctype html>\n<p>“Led” eleven</p>")).text).toBe(
    "<!doctype html>\n<p>“Led” eleven</p>",
  );
  expect((await read("ana-lindgren.html", "<p>x</p>")).title).toBe("Ana Lindgren");
  expect((await read("team figures.csv", "a,b\r\n1,2")).text).toBe("a,b\n1,2");
  for (const name of ["a.ts", "a.RS", "a.d.ts", "b.yaml", "c.sql", "a b.tsx"])
    expect((await read(name, "x = 1")).text).toBe("x = 1");
  for (const name of ["a.png", "a.xlsx", "a.xml", "Makefile", "diff", "a.diff.orig"])
    expect(await refusal(name, "x = 1")).toMatch(/^document-unsupported\n.*\n {2}Allowed: \.md, /);
  expect(await refusal("a.ts", "%PDF-1.7")).toContain("is a PDF, in spite of its ending");
});

test("characters that hide or turn text are shown by their code, and named with their line", async () => {
  const { text, notes } = await read(
    "a.c",
    "a/*\u202E } if (admin) \u2066*/\nb\u200B\u3164\x1B[31m\r\n\u2028c\rd\u{E0041}",
  );
  expect(text).toBe(
    "a/*[U+202E] } if (admin) [U+2066]*/\nb[U+200B][U+3164][U+001B][31m\n[U+2028]c[U+000D]d[U+E0041]",
  );
  expect(notes).toEqual([
    "hidden characters are shown by their code: U+202E in line 1, U+2066 in line 1, U+200B in line 2, U+3164 in line 2, U+001B in line 2, U+2028 in line 3, U+000D in line 3, U+E0041 in line 3",
  ]);
  const prose = await read("memo.md", "One\nTwo \u202Eowt\u202C three\u200B");
  expect(prose).toMatchObject({
    text: "One\nTwo owt three",
    notes: ["hidden characters are omitted: U+202E in line 2, U+202C in line 2"],
  });
});

test("a very long row of carriage returns is read in a moment", async () => {
  const start = performance.now();
  await read("a.c", `${"\r".repeat(30_000)}x\ny`);
  expect(performance.now() - start).toBeLessThan(5_000);
});

describe("a diff", () => {
  const hunk = "@@ -3,2 +3,3 @@ function pay() {\n const a = 1;\n-old\n+new\n+more";
  const lines = (old: string, now: string) => [
    `${now}:3 kept`,
    `${old}:4 removed`,
    `${now}:4 added`,
    `${now}:5 added`,
  ];

  test.each<[title: string, head: string, old: string, now: string]>([
    ["of git", "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts", "x.ts", "x.ts"],
    ["without prefixes", "diff --git a/x.ts a/x.ts\n--- a/x.ts\n+++ a/x.ts", "a/x.ts", "a/x.ts"],
    ["with other prefixes", "diff --git i/x.ts w/x.ts\n--- i/x.ts\n+++ w/x.ts", "x.ts", "x.ts"],
    [
      "of a renamed file",
      "diff --git a/x.ts b/lib/y.ts\nsimilarity index 90%\nrename from x.ts\nrename to lib/y.ts\n--- a/x.ts\n+++ b/lib/y.ts",
      "x.ts",
      "lib/y.ts",
    ],
    [
      "of a path with spaces",
      "--- a/my dir/x y.ts\t\n+++ b/my dir/x y.ts\t",
      "my dir/x y.ts",
      "my dir/x y.ts",
    ],
    [
      "of a path in octal",
      '--- "a/t\\303\\244st.ts"\n+++ "b/t\\303\\244st.ts"',
      "täst.ts",
      "täst.ts",
    ],
    [
      "of other programs",
      "--- old/x.ts\t2026-01-01 00:00:00\n+++ new/x.ts\t2026-01-02",
      "old/x.ts",
      "new/x.ts",
    ],
    ["of a new file", "--- /dev/null\n+++ b/x.ts", "x.ts", "x.ts"],
    ["of a deleted file", "--- a/x.ts\n+++ /dev/null", "x.ts", "x.ts"],
  ])("%s tells the file and line of each of its lines", async (_, head, old, now) => {
    const text = `${head}\n${hunk}`;
    const [before, after] = [head.split("\n").length + 1, lines(old, now)];
    expect((await mapLines(text)).slice(before)).toEqual(after);
    expect((await mapLines(text.replaceAll("\n", "\r\n"))).slice(before)).toEqual(after);
  });

  it("has lines that look like headers, remarks, binary parts and a mail around them", async () => {
    const mapped = await mapLines(
      [
        "From 1234 Mon Sep 17 00:00:00 2001",
        "Subject: [PATCH 1/2] Say less",
        "@@ -1 +1 @@",
        "---",
        " 2 files changed",
        "diff --git a/q.sql b/q.sql",
        "--- a/q.sql",
        "+++ b/q.sql",
        "@@ -1,2 +1 @@",
        "--- a comment of SQL",
        "-++ x",
        "\\ No newline at end of file",
        "+++ y",
        "\\ No newline at end of file",
        "@@ -9 +8 @@",
        "-a",
        "+b",
        "diff --git a/pic.png b/pic.png",
        "GIT binary patch",
        "literal 3",
        "Kc${Nk-~a#s",
        "-- ",
        "2.39.5",
      ].join("\n"),
    );
    expect(mapped.flatMap((each, index) => (each ? [`${index + 1} ${each}`] : []))).toEqual([
      "10 q.sql:1 removed",
      "11 q.sql:2 removed",
      "13 q.sql:1 added",
      "16 q.sql:9 removed",
      "17 q.sql:8 added",
    ]);
  });

  it("that was changed by hand gives no line behind the change", async () => {
    const mapped = await mapLines(`--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\nremark\n+c`);
    expect(mapped).toEqual([null, null, null, "x:1 kept", "x:2 removed", null, null]);
  });

  test.each<[title: string, text: string]>([
    [
      "Change to x",
      "Subject: [PATCH v2 1/3] =?UTF-8?q?Say=20less?=\n =?UTF-8?q?_about_retries?=\n =?utf-8?b?IOKAkyB0d2ljZQ==?=\n\ndiff --git a/x b/x\nold mode 100644",
    ],
    [
      "Plain subject over two lines",
      "From: a\nSubject: Plain subject\n over two lines\n\n--- a/x\n+++ b/x",
    ],
    ["Change to src/refund.ts", `--- a/src/refund.ts\n+++ b/src/refund.ts\n${hunk}`],
    [
      "Change to new.ts and 2 more",
      "diff --git a/old.ts b/new.ts\nrename from old.ts\nrename to new.ts\ndiff --git a/pic.png b/pic.png\nBinary files a/pic.png and b/pic.png differ\ndiff --git a/gone b/gone\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-Subject: no mail",
    ],
    ["change.diff", "no diff at all"],
  ])("is called %s", async (title, text) => {
    expect((await read("change.diff", text)).title).toBe(title);
  });

  it.each(["diff --cc x.ts", "diff --combined x.ts"])(
    "of a merge, %s, is refused",
    async (head) => {
      expect(await refusal("m.diff", `commit 1\n${head}\n@@@ -1,2 -1,2 +1,3 @@@\n++a`)).toBe(
        "document-unreadable\nm.diff is the combined diff of a merge: line 2\n  Compare with one side only: git diff main...HEAD",
      );
    },
  );
});
