import type { Words } from "./en.ts";
import { recordedInGerman } from "./recorded-de.ts";

/** What is said of a meeting, in German. */
export const de: Words = {
  language: "de",
  recorded: recordedInGerman,
  figure: (figure) => String(figure).replace(".", ","),
  listed: (names) =>
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} und ${names.at(-1)}`,

  everybody: "alle",
  noVerdict: "KEIN VOTUM",
  simulated: "simulierte Mitglieder: kein Sprachmodell war beteiligt",
  lines: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  turns: (count) => (count === 1 ? "1 Beitrag" : `${count} Beiträge`),
  sides: { for: "dafür", against: "dagegen", neutral: "neutral" },

  document: (name, title, lines, isSubject) =>
    `${name}: ${title} (${lines}${isSubject ? ", um sie geht es" : ""})`,

  event: {
    opens: (seats, protocol, seed) =>
      `Die Sitzung beginnt. ${seats} Plätze, Verfahren ${protocol}, Startwert ${seed}.`,
    heldBy: (protocol, seed) => `Verfahren ${protocol}, Startwert ${seed}`,
    callsGo: (provider, host) => `Anfragen an ${provider} gehen an ${host}`,
    runsProcedure: "leitet das Verfahren",
    leftOut: (who, model, by, because) =>
      `${who} (${model}) hat ${by} ausgelassen: ${because === null ? "ohne Angabe von Gründen" : because}`,
    approved: (by, at, dollars, because) =>
      `Genehmigt von ${by} um ${at}, ${dollars === null ? "zu unbekanntem Preis" : `erwartete Kosten $${dollars}`}${because === undefined ? "" : `: ${because}`}`,
    document: (facts) => `Unterlage ${facts}`,
    brings: (by, facts) => `${by} bringt ${facts}`,
    passes: (who) => `${who} verzichtet`,
    isAbsent: (who) => `${who} fehlt`,
    posed: (who, as) => `${who} wollte als ${as} sprechen; nicht angerechnet`,
    callFailed: (who, kind, message, seconds) =>
      `${who}: Anfrage an das Modell gescheitert (${kind}: ${message})${seconds === null ? "" : `; neuer Versuch in ${seconds} s`}`,
    asked: (person) => `gewartet wird auf ${person}`,
    askedHere: (person) => `${person}, Sie sind an der Reihe: Taste a`,
    askedElsewhere: (person) => `gewartet wird auf ${person}; Antwort von jedem Terminal: boardroom answer`,
    wasAsked: (person) => `${person} wurde gefragt`,
    answered: (person) => `${person} hat geantwortet`,
    forTheRecord: (names) => `Zu Protokoll geantwortet: ${names}`,
    timePasses: (until) => `Zeit vergeht bis ${until}`,
    used: (whose, used, of, limit, stops) =>
      `${whose === null ? "" : `${whose}: `}${used} von ${of} ${limit} verbraucht${stops ? "; mehr passt nicht hinein" : ""}`,
    limits: {
      messages: "Beiträgen",
      minutes: "Minuten",
      tokens: "Token",
      dollars: "Dollar",
      context: "Token des Kontexts",
    },
    summarised: (who, entries) => `${who} bekommt statt der ältesten ${entries} Einträge eine Zusammenfassung`,
    forked: (from, shared, changes) =>
      `Von hier an eine Abzweigung der Sitzung ${from}, gemeinsame Beiträge: ${shared}; ${changes.join("; ")}`,
    forkSeed: (seed) => `Startwert ${seed}`,
    forkSeat: (who, model, seat) => `${who} (${model}) auf dem Platz ${seat}`,
    forkHidden: (message) => `${message} verborgen`,
    adjourned: (reason) => `Vertagt: ${reason}`,
    suspended: (reason) => `Ausgesetzt: ${reason}`,
    closed: (reason) => `Geschlossen: ${reason}`,
    waits: (act) => `wartet auf den nächsten Beitrag: ${act}`,
    resumable: "Die Sitzung kann fortgesetzt werden.",
    answers: (who) => `${who} antwortet zu Protokoll`,
  },

  act: {
    interject: (who, text) => `${who} sagt allen: ${text}`,
    whisper: (who, to, text) => `${who} sagt nur ${to}: ${text}`,
    giveFloor: (who, to) => `${who} gibt das Wort an ${to}`,
    callBallot: (who) => `${who} lässt abstimmen`,
    closeDebate: (who) => `${who} ruft zur Schlussabstimmung`,
    bringDocument: (who, name) => `${who} bringt ${name}`,
    adjourn: (who) => `${who} vertagt die Sitzung`,
    refused: (why) => `: nicht möglich, ${why}`,
  },

  ballot: {
    opening: "Abstimmung vorab",
    called: "Zwischenabstimmung",
    closing: "Schlussabstimmung",
    numbered: (nth) => `Abstimmung ${nth}`,
    noVote: "keine gültige Stimme",
    castsNone: "gibt keine gültige Stimme ab",
    inPrivate: (count) => `${count} geheim`,
    underWay: {
      members: (count) => (count === 1 ? "ein Mitglied" : `${count} Mitglieder`),
      inPrivate: (who, count) => `${who} ${count === 1 ? "antwortet" : "antworten"} geheim`,
    },
    by: (verdict) => `${verdict} (durch Abstimmung)`,
  },

  message: {
    cites: (ref) => `belegt mit ${ref}`,
    quotes: "zitiert",
    alsoCites: (refs) => `; dazu ${refs}`,
    inAnyDocument: "in den Unterlagen",
    layingDown: (type, id, title) => `legt vor: ${ARTEFACTS[type] ?? type} ${id} „${title}“`,
    verdict: (verdict) => `Votum: ${verdict}`,
    was: (verdict) => ` (vorher ${verdict})`,
    confidence: (figure) => `, Zuversicht ${figure}`,
    movedBy: (who, passage) => `bewegt durch ${who}: „${passage}“`,
    heardBefore: (who) => `unmittelbar zuvor gehört: ${who}`,
    turn: (turn) => `Beitrag ${turn}`,
    wouldChange: (what) => `würde es ändern: ${what}`,
    withdraws: "zieht sich aus der Debatte zurück",
    flag: (flag) => `Vermerk: ${flag}`,
    grades: (grades) => `Noten: ${grades}`,
    answersAlone: (who, verdict) => `${who} antwortet: ${verdict}`,
    noStance: "ohne Haltung",
  },

  found: {
    exact: "wörtlich gefunden",
    near: "fast wörtlich gefunden",
    absent: "NICHT GEFUNDEN",
    reference: "verweist auf vorhandene Zeilen und zitiert zu wenig, um es zu prüfen",
  },

  drawn: {
    selected: (selector, who, why) => `gewählt durch ${selector}: ${who} (${why})`,
    withdrawn: "zurückgezogen",
    absent: "fehlt",
    limitUsed: "Grenze erreicht",
    spokeLast: "sprach zuletzt",
    notNext: "nicht an der Reihe",
    moreTurns: "hatte schon mehr Beiträge",
    notNamed: "vom Vorsitz nicht genannt",
    notOpen: "steht jetzt nicht zur Wahl",
    noDraw: "keine Ziehung: nichts blieb dem Zufall überlassen",
    falls: (drawn, from, to, who) => `Ziehung ${drawn} fällt in ${from}-${to} (${who})`,
    drew: (drawn) => `Ziehung ${drawn}`,
  },

  outcome: {
    none: "noch keines",
    statuses: {
      decided: "entschieden",
      unaccepted: "nicht angenommen",
      undecided: "unentschieden",
      split: "geteilt",
      hung: "ohne Einigung",
      "no-consensus": "kein Konsens",
      "need-more-data": "mehr Angaben nötig",
      partial: "unvollständig",
    },
    decidedFor: (side) => `entschieden: ${side}`,
    withOption: (status, option) => `${status}: ${option}`,
    sides: (pro, contra, neutral, none) =>
      `${pro} dafür, ${contra} dagegen, ${neutral} neutral${none > 0 ? `, ${none} ohne Votum` : ""}`,
    nothingPrevailed: "nichts setzte sich durch, wovon man abweichen könnte",
    noDissent: "keine",
    margin: (rule, margin) => `${rule}, Vorsprung ${margin}`,
  },

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
    column: (title) => COLUMNS[title] ?? title,
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
    inBallot: (where) => `in der ${BALLOTS[where] ?? where.replace(/^ballot/, "Abstimmung")}`,
    citedCounts: (exact, near, absent) =>
      `${exact} gefunden${near > 0 ? `, ${near} beinahe` : ""}, ${absent} nicht gefunden`,
    pointedAt: (count) => `${count} nur als Verweis`,
    duration: (minutes, seconds) => `${minutes} min ${seconds} s`,
    lengthOf: (turns, messages, notices, time) =>
      `${de.turns(turns)}, ${messages} ${messages === 1 ? "Wortmeldung" : "Wortmeldungen"}${notices === 0 ? "" : `, ${notices} ${notices === 1 ? "Hinweis" : "Hinweise"}`}, ${time} Sitzungszeit`,
    coverage: (weighed, statements, by, unread) =>
      `${statements === null ? `${weighed} ${weighed === 1 ? "Punkt" : "Punkte"}` : `${weighed} von ${statements} Aussagen`} (${READERS[by] ?? by})${unread === undefined ? "" : `; nicht gelesen: ${unread}`}`,
  },

  debate: {
    debate: "Debatte",
    present: "Anwesend",
    documents: "Unterlagen",
    none: "Keine.",
    ballots: "Abstimmungen",
    to: (name) => `, an ${name}`,
    facts: (protocol, seed, from, to) =>
      `Verfahren ${protocol}, Startwert ${seed}, Sitzungszeit ${from} bis ${to}.`,
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
    limit: (of, limit) => `${of} ${LIMITS[limit] ?? limit}`,
    copied: (copied, replies, model) =>
      `${copied} von ${replies} Antworten von ${model} wiederholen das Formular, statt zu antworten; das zählt weder als Beitrag noch als Votum. Das Modell ist für das Formular zu klein: ein anderes nehmen.`,
    missed: (missed, replies, model) =>
      `${missed} von ${replies} Antworten von ${model} stehen nicht in der verlangten Form. Wahrscheinlich liegt es an der Chat-Vorlage des Servers oder an einem zu kleinen Modell: die Vorlage prüfen oder ein anderes Modell nehmen.`,
    unmended: (name, repairs) =>
      `${name} hat in ${repairs} Berichtigungen hintereinander nichts verbessert; von da an gelten die Antworten, wie sie kommen, bis eine der Form entspricht.`,
  },
};

const ARTEFACTS: Readonly<Record<string, string>> = { note: "Notiz", table: "Tabelle", chart: "Schaubild" };

const READERS: Readonly<Record<string, string>> = {
  hand: "von Hand",
  rules: "nach Regeln",
  model: "durch ein Modell",
  "hand and rules": "von Hand und nach Regeln",
};

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
  "Findings found": "Gefundene Belege",
  Role: "Rolle",
  Claims: "Behauptungen",
  "First stance": "Erste Haltung",
  "Cross reply": "Erwiderung",
};
