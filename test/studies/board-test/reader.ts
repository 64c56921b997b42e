// A stub model that reads a prompt as a member would and votes as a board of a kind does. The same
// paper gets the same votes in the same order, however many calls run at once.

import { reply } from "../../support/example-scenario.ts";
import { createVoters, type Voter } from "./voters.ts";

/** The line of the paper that meets a requirement. */
export type Fact = { id: string; words: string };

export function createReader(
  voter: Voter,
  facts: readonly Fact[],
  seed: string,
): (prompt: string) => string {
  const vote = createVoters(voter, seed);
  const asked = new Map<string, number>();
  return (prompt) => {
    const own = /^You are ([^,\n]+),/m.exec(prompt)?.[1] ?? "";
    // Another name changes the name of the file too.
    const subject = /<Document name="([^"]+)"[^>]*subject="true"[^>]*>\n([\s\S]*?)<\/Document>/;
    const any = /<Document name="([^"]+)"[^>]*>\n([\s\S]*?)<\/Document>/;
    const [, file = "", paper = ""] = subject.exec(prompt) ?? any.exec(prompt) ?? [];
    const lines = paper.split("\n").map((line) => line.replace(/^\d+\| ?/, ""));
    const whole = fold(lines.join(" "));
    const isEmpty = paper.includes("(This page is empty.)");
    const isDenied = paper.includes("this point is not met");
    const confirmed = lines.filter((line) => line.includes("Confirmed by references")).length;
    const missing = facts.filter(({ words }) => !whole.includes(fold(words))).length;
    const listed = [...prompt.matchAll(/^- ([A-Z_]+) \((for|against|neutral)\)/gm)];
    const isReversed = listed[0]?.[2] === "against";
    // A prompt also has the time of the meeting.
    const key = `${own} ${whole} ${isReversed}`;
    const nth = (asked.get(key) ?? 0) + 1;
    asked.set(key, nth);
    const options = listed.map(([, id = ""]) => id);
    if (isReversed) options.reverse();
    const place = vote({
      member: [...own].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 12,
      effect: (isDenied ? -44 : 0) + (missing > 0 ? -30 : 0) + (24 * confirmed) / facts.length,
      wording: "",
      isOtherName: /Emily Walsh|Jamal Jones|Lakisha Washington|Greg Baker/.test(paper),
      isEmpty,
      isReversed,
      draw: `${key} ${nth}`,
    });
    const steps = (options.length - 1) / 4;
    const verdict = place === null ? "NONE" : options[Math.round((4 - place) * steps)]!;
    const reasoning = `The paper decides it, number ${nth}.`;
    if (!prompt.includes('"requirements"'))
      return reply({ content: reasoning, verdict, reasoning, confidence: 0.7 });
    const requirements = facts.map(({ id, words }) => {
      const at = lines.findIndex((line) => line.includes(words));
      return at < 0
        ? { id, answer: "not-found", ref: "", quote: "" }
        : { id, answer: "met", ref: `${file}#L${at + 1}`, quote: lines[at] };
    });
    return JSON.stringify({ requirements, reasoning, verdict, wouldChange: null, confidence: 0.7 });
  };
}

function fold(text: string): string {
  return text.replaceAll(/[-*+]\s/g, " ").replaceAll(/\s+/g, " ");
}
