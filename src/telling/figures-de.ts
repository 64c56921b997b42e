import { ownOf } from "../lists.ts";
import type { Words } from "./en.ts";

/** Tables, comparisons and what went wrong, in German: figures and their titles, not what happens. */
export const figuresInGerman: Pick<Words, "table" | "across" | "compared" | "wrong"> = {
  table: {
    verdicts: (title) => `Voten: ${title}`,
    member: "Mitglied",
    title: "Titel",
    model: "Modell",
    votes: "Stimmen",
    openingBallot: "Abstimmung vorab",
    firstVerdict: "Erstes Votum",
    finalVerdict: "Letztes Votum",
    opening: "Vorab",
    first: "Zuerst",
    final: "Zuletzt",
    changes: "Wechsel",
    reasoning: "Begründung",
    whatWouldChange: "Was es ändern würde",
    wouldChange: "Würde ändern",
    confidence: "Zuversicht",
    passages: "Belegstellen",
    cited: "Belege",
    quoted: "Zitiert",
    changed: "Gewechselt",
    left: "Verbleib",
    turns: "Beiträge",
    words: "Wörter",
    tokens: "Token",
    cost: "Kosten",
    outcome: "Ergebnis",
    reason: "Grund",
    rule: "Regel",
    tally: "Auszählung",
    withoutTalk: "Ohne Debatte",
    seats: "Sitze",
    oneModel: (seats, model) => `ein Modell, ${seats} Sitze: ${model} antwortet für jeden`,
    read: "Gelesen",
    dissent: "Abweichend",
    closed: "Geschlossen",
    adjourned: "Vertagt",
    suspended: "Ausgesetzt",
    stillOpen: "noch offen",
    seed: "Startwert",
    meeting: "Sitzung",
    length: "Dauer",
    headHash: "Prüfsumme",
    wentWrong: "Störungen",
    whatWentWrong: "Störungen",
    dissenting: "Abweichende Meinungen",
    noneHeld: "nicht abgehalten",
    none: "keine",
    noneGiven: "keine genannt",
    notSaid: "nicht gesagt",
    notGiven: "nicht angegeben",
    noReasoning: "ohne Begründung",
    unknown: "unbekannt",
    column: (title) => ownOf(COLUMNS, title) ?? title,
    turnsAndWords: (turns, words) => `${turns}, ${words} Wörter`,
    whichMeeting: (scenario, protocol, seed, id) =>
      `${scenario}, Verfahren ${protocol}, Startwert ${seed}, Kennung ${id}`,
    byProtocol: (meeting, protocol) => `${meeting} (Verfahren ${protocol})`,
    spentNothing: "keine Token, $0,00 (simuliert)",
    spent: (tokens, cost) => `Token ${tokens}; Kosten ${cost}`,
    costOfTokens: (cost, tokens) => `${cost} (Token ${tokens})`,
    usage: (input, cached, output) =>
      `${input} hinein${cached === null ? "" : ` (${cached} aus dem Zwischenspeicher)`}, ${output} heraus`,
    withdrewAt: (turn) => `zurückgezogen mit Beitrag ${turn}`,
    turn: (turn) => `Beitrag ${turn}`,
    absent: "fehlt",
    absentBecause: (why) => `fehlt: ${why}`,
    answered: "hat geantwortet",
    stayed: "blieb",
    change: (from, to, when) => `${from} zu ${to} ${when}`,
    atTurn: (turn) => `in Beitrag ${turn}`,
    inBallot: (where) => `in der ${ownOf(BALLOTS, where) ?? where.replace(/^ballot/, "Abstimmung")}`,
    citedCounts: (exact, near, absent) =>
      `${exact} gefunden${near > 0 ? `, ${near} beinahe` : ""}, ${absent} nicht gefunden`,
    pointedAt: (count) => `${count} nur als Verweis`,
    duration: (minutes, seconds) => `${minutes} min ${seconds} s`,
    lengthOf: (turns, messages, notices, time) =>
      `${turnsInGerman(turns)}, ${messages} ${messages === 1 ? "Wortmeldung" : "Wortmeldungen"}${notices === 0 ? "" : `, ${notices} ${notices === 1 ? "Hinweis" : "Hinweise"}`}, ${time} Sitzungszeit`,
    coverage: (covered, statements, unread) =>
      `${covered} von ${statements} Aussagen haben einen vorbereiteten Punkt${unread === 0 ? "" : `; ${unread} ${unread === 1 ? "Dokument" : "Dokumente"} nicht gelesen`}`,
  },

  across: {
    title: "Voten mehrerer Sitzungen",
    ranked: (count, order) => `${count} Sitzungen, ${order}`,
    order:
      "die stärksten zuerst: nach dem Ergebnis (dafür, dann keines oder neutral, dann dagegen), dann nach dem Anteil der Mitglieder dafür abzüglich dessen dagegen, dann nach dem mittleren Rang ihrer Voten in der Reihenfolge der Optionen, dann nach Titel und Startwert",
    margin: "Vorsprung",
    legend:
      "Zuversicht ist das Mittel der angegebenen; hinter einem Votum die des Mitglieds selbst, von 0 bis 1.",
    notSeated: "nicht dabei",
    without: (count) => `${count} ohne`,
    counted: (count, side) => `${count} ${side}`,
    seedAndId: (seed, id) => `Startwert ${seed}, ${id}`,
    withSeed: (title, seed) => `${title} (Startwert ${seed})`,
    simulatedIn: (notice, meetings) => `${notice}: ${meetings}`,
  },

  compared: {
    partAt: (turns, where) => `Gleich von Anfang an: ${turns}; auseinander gehen sie hier: ${where}`,
    alike: (turns) => `Sie gleichen sich vom ersten bis zum letzten Beitrag: ${turns}.`,
    documents: "die Unterlagen",
    aDocument: (turn) => `eine Unterlage nach Beitrag ${turn}`,
    turn: (turn) => `Beitrag ${turn}`,
    beforeTurn: "vor Beitrag 1",
    afterTurn: (turn) => `nach Beitrag ${turn}`,
    theBallot: (ballot, when) => `die ${ballot}, ${when}`,
    nothingMore: "nichts weiter",
    votes: (who, verdict) => `${who} stimmt für ${verdict}`,
    digest: (document, digest) => `${document}, Prüfsumme ${digest}`,
    both: "A und B",
    same: "gleich",
    differs: "anders",
  },

  wrong: {
    failed: "Gescheiterte Anfragen",
    again: (count) => `; ${count} davon wiederholt`,
    second: "Antworten, die eine zweite Anfrage brauchten",
    mend: "zur Berichtigung",
    goOn: "zur Fortsetzung nach einem Abbruch",
    unread: "Unlesbare Antworten",
    notInForm: "nicht in der verlangten Form",
    marked: "Vermerke zu Beiträgen und Stimmen (ein vermerktes Votum oder Zurückziehen zählt nicht)",
    posed: "Versuche, für andere zu sprechen, keiner angerechnet",
    as: (name) => `als ${name}`,
    absent: (name, times, last) => `${name} fehlte ${times}-mal, zuletzt: ${last}`,
    summary: (name, entries) =>
      `${name} bekam statt der ersten ${entries} Einträge eine Zusammenfassung zu lesen.`,
    suspended: (kind, reason) => `Die Sitzung wurde ausgesetzt (${kind}): ${reason}`,
    tooLong: (name) => `Die Debatte passt nicht mehr in das Modell von ${name}.`,
    noRoom: (name, limit, used) =>
      `Die Grenze ${name === null ? "der Sitzung" : `von ${name}`}, ${limit}, ließ nichts mehr zu; verbraucht: ${used}.`,
    limit: (of, limit) => `${of} ${ownOf(LIMITS, limit) ?? limit}`,
    copied: (copied, replies, model) =>
      `${copied} von ${replies} Antworten von ${model} wiederholen das Formular, statt zu antworten; das zählt weder als Beitrag noch als Votum. Das Modell ist für das Formular zu klein: ein anderes nehmen.`,
    missed: (missed, replies, model) =>
      `${missed} von ${replies} Antworten von ${model} stehen nicht in der verlangten Form. Wahrscheinlich liegt es an der Chat-Vorlage des Servers oder an einem zu kleinen Modell: die Vorlage prüfen oder ein anderes Modell nehmen.`,
    unmended: (name, repairs) =>
      `${name} hat in ${repairs} Berichtigungen hintereinander nichts verbessert; von da an gelten die Antworten, wie sie kommen, bis eine der Form entspricht.`,
  },
};

export function turnsInGerman(count: number): string {
  return count === 1 ? "1 Beitrag" : `${count} Beiträge`;
}

const LIMITS: Readonly<Record<string, string>> = {
  messages: "Beiträge",
  minutes: "Minuten",
  tokens: "Token",
  dollars: "Dollar",
};

/** As the record of changes names them. */
const BALLOTS: Readonly<Record<string, string>> = {
  debate: "Debatte",
  "opening ballot": "Abstimmung vorab",
  "called ballot": "Zwischenabstimmung",
  "closing ballot": "Schlussabstimmung",
};

/** Columns of the procedures that ship. */
const COLUMNS: Readonly<Record<string, string>> = {
  Iterations: "Durchgänge",
  Role: "Rolle",
  Claims: "Behauptungen",
  "First stance": "Erste Haltung",
  "Cross reply": "Erwiderung",
};
