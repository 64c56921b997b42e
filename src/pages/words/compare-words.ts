import type { Language } from "../../telling/language.ts";

/** What a page of several meetings says beside what was said and recorded, in a language. */
export type CompareWords = typeof en;

export function compareWords({ language }: { readonly language: Language }): CompareWords {
  return language === "de" ? de : en;
}

const en = {
  top: "Top",
  meetings: (count: number) => `${count} ${count === 1 ? "meeting" : "meetings"}`,
  someSimulated: (some: number, all: number) => `in ${some} of ${all} meetings no language model took part`,
  parts: {
    side: "Side by side",
    seeds: "Over seeds",
    criteria: "By criterion",
    change: "What would change it",
  },
  leads: {
    side: undefined as string | undefined,
    seeds: "How often each outcome came, and the 95 % interval of its share (Wilson).",
    criteria: "The strongest line for and against each candidate, as the case was read before the meeting.",
    change: undefined as string | undefined,
  },
  sideBySide: "Meetings side by side",
  criteriaBy: "Criteria by candidate",
  eachChange: "What would change each verdict",
  outcome: "Outcome",
  notSeated: "not seated",
  notSaid: "not said",
  none: "none",
  nothing: "nothing",
  theCase: "The case",
  sides: { for: "for", against: "against" },
  line: (line: number) => `(line ${line})`,
  movedOnce: (from: string) => `moved from ${from}`,
  movedOften: (times: number, from: string) => `moved ${times} times, first from ${from}`,
  facts: {
    before: "Before any talk",
    dissent: "Dissent",
    found: "Citations found",
    incidents: "Incidents",
    cost: "Cost",
    meeting: "Meeting",
  },
  noBallot: "no ballot was held",
  beforeWas: (outcome: string, votes: string) => `${outcome}: ${votes}`,
  seedAndId: (seed: string, id: string) => `seed ${seed}, ${id}`,
  of: (some: number, all: number) => `${some} of ${all}`,
  outcomesOf: (subject: string) => `Outcomes of ${subject}`,
  finalsOf: (subject: string) => `Final verdicts of ${subject}`,
  range: (low: string, high: string) => `${low} to ${high}`,
  between: (range: string) => `between ${range}`,
  moved: "moved",
};

const de: CompareWords = {
  top: "Anfang",
  meetings: (count) => (count === 1 ? "1 Sitzung" : `${count} Sitzungen`),
  someSimulated: (some, all) => `an ${some} von ${all} Sitzungen war kein Sprachmodell beteiligt`,
  parts: {
    side: "Nebeneinander",
    seeds: "Über Startwerte",
    criteria: "Nach Kriterien",
    change: "Was es ändern würde",
  },
  leads: {
    side: undefined,
    seeds: "Wie oft jedes Ergebnis kam, und das 95-%-Intervall seines Anteils (Wilson).",
    criteria: "Die stärkste Zeile für und gegen jeden Gegenstand, wie der Fall vor der Sitzung gelesen wurde.",
    change: undefined,
  },
  sideBySide: "Sitzungen nebeneinander",
  criteriaBy: "Kriterien nach Gegenstand",
  eachChange: "Was jedes Urteil ändern würde",
  outcome: "Ergebnis",
  notSeated: "nicht dabei",
  notSaid: "nicht gesagt",
  none: "keine",
  nothing: "nichts",
  theCase: "Der Fall",
  sides: { for: "dafür", against: "dagegen" },
  line: (line) => `(Zeile ${line})`,
  movedOnce: (from) => `kam von ${from}`,
  movedOften: (times, from) => `${times}-mal bewegt, zuerst von ${from}`,
  facts: {
    before: "Vor der Aussprache",
    dissent: "Abweichende Meinung",
    found: "Belege gefunden",
    incidents: "Vorfälle",
    cost: "Kosten",
    meeting: "Sitzung",
  },
  noBallot: "keine Abstimmung",
  beforeWas: (outcome, votes) => `${outcome} (${votes})`,
  seedAndId: (seed, id) => `Startwert ${seed}, ${id}`,
  of: (some, all) => `${some} von ${all}`,
  outcomesOf: (subject) => `Ergebnisse: ${subject}`,
  finalsOf: (subject) => `Urteile am Ende: ${subject}`,
  range: (low, high) => `${low} bis ${high}`,
  between: (range) => `zwischen ${range.replace(" bis ", " und ")}`,
  moved: "bewegt",
};
