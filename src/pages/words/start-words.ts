import type { Language } from "../../telling/language.ts";

/** What the page says that begins a meeting, in a language: data, for its script says some of it. */
export type StartWords = typeof en;

export function startWords(language: Language): StartWords {
  return language === "de" ? de : en;
}

const en = {
  allMeetings: "All meetings",
  hold: "Hold a meeting",
  holdIt: "Hold it",
  scenario: "Scenario",
  question: "Question; empty: the scenario's",
  model: "Model; empty: the scenario's",
  seed: "Seed; empty: any",
  maxMessages: "Most messages",
  maxDollars: "Most dollars",
  documents: "Documents",
  dropHere: "Choose files or drop them here: .md, .txt, .json, .pdf or .docx, at most 2 MiB each.",
  isSubject: "Judge the first one in place of the scenario's subject",
  remove: "Remove",
  noPlanYet: "What it takes is shown here.",
  free: "No cost: simulated members, no language model",
  unknownPrice: "The price is not known",
  from: "to",
  expected: "expected",
  members: "members",
  columns: ["Model", "Seats", "Calls", "Tokens in", "Tokens out", "Cost"],
  agree: "I agree to spend up to",
  agreeUnknown: "I agree, though the price is not known",
  because: "Why it is needed",
  lost: "The server does not answer. What you wrote is kept.",
  starting: "Beginning…",
  tooLarge: "has more than 2 MiB, the most that is taken",
};

const de: StartWords = {
  allMeetings: "Alle Sitzungen",
  hold: "Eine Sitzung halten",
  holdIt: "Halten",
  scenario: "Szenario",
  question: "Frage; leer: die des Szenarios",
  model: "Modell; leer: das des Szenarios",
  seed: "Startwert; leer: irgendeiner",
  maxMessages: "Beiträge höchstens",
  maxDollars: "Dollar höchstens",
  documents: "Dokumente",
  dropHere: "Dateien wählen oder hier ablegen: .md, .txt, .json, .pdf oder .docx, je höchstens 2 MiB.",
  isSubject: "Das erste anstelle des Gegenstands im Szenario beurteilen",
  remove: "Entfernen",
  noPlanYet: "Hier steht, was sie braucht.",
  free: "Ohne Kosten: simulierte Mitglieder, kein Sprachmodell",
  unknownPrice: "Der Preis ist nicht bekannt",
  from: "bis",
  expected: "erwartet",
  members: "Mitglieder",
  columns: ["Modell", "Sitze", "Aufrufe", "Token hinein", "Token heraus", "Kosten"],
  agree: "Ich stimme zu, auszugeben bis zu",
  agreeUnknown: "Ich stimme zu, obwohl der Preis nicht bekannt ist",
  because: "Wozu es nötig ist",
  lost: "Der Server antwortet nicht. Was Sie geschrieben haben, bleibt stehen.",
  starting: "Beginnt…",
  tooLarge: "hat mehr als 2 MiB, mehr wird nicht genommen",
};
