import type { Words } from "./en.ts";
import { figuresInGerman, turnsInGerman } from "./figures-de.ts";
import { recordedInGerman } from "./recorded-de.ts";

/** What is said of a meeting, in German. */
export const de: Words = {
  ...figuresInGerman,
  language: "de",
  recorded: recordedInGerman,
  figure: (figure) => String(figure).replace(".", ","),
  listed: (names) =>
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} und ${names.at(-1)}`,

  everybody: "alle",
  noVerdict: "KEIN VOTUM",
  simulated: "simulierte Mitglieder: kein Sprachmodell war beteiligt",
  lines: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  turns: turnsInGerman,
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
    tooLate: (act) => `kam zu spät, denn die Sitzung war geschlossen: ${act}`,
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
};

const ARTEFACTS: Readonly<Record<string, string>> = { note: "Notiz", table: "Tabelle", chart: "Schaubild" };
