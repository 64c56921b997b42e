import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findDocuments } from "../../src/run/drafting/documents.ts";

function folderOf(...files: readonly string[]): string {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-candidates-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), `Words of ${file}.\n`);
  }
  return cwd;
}

describe("the documents of candidates", () => {
  it("leave out what Word and other programs keep beside them", async () => {
    const cwd = folderOf(
      "cvs/ada.docx",
      "cvs/~$ada.docx",
      "cvs/._ada.docx",
      "cvs/~ada.tmp",
      "cvs/Thumbs.db",
    );
    expect(await findDocuments(cwd, ["cvs"])).toEqual(["cvs/ada.docx"]);
  });

  it("may be in one folder for each candidate", async () => {
    const cwd = folderOf("cvs/bo/cv.md", "cvs/ana/cv.md", "cvs/ana/.DS_Store");
    expect(await findDocuments(cwd, ["cvs"])).toEqual(["cvs/ana/cv.md", "cvs/bo/cv.md"]);
  });

  it("are refused if a candidate's folder has two, with its name", async () => {
    const cwd = folderOf("cvs/ana/cv.md", "cvs/ana/letter.md", "cvs/bo/cv.md");
    await expect(findDocuments(cwd, ["cvs"])).rejects.toThrow("cvs/ana contains 2 documents");
  });
});
