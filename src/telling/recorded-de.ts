/** Reasons and rules that the engine wrote into a record, in German; whatever else stands there is quoted. */
export function recordedInGerman(text: string): string {
  for (const [pattern, german] of SENTENCES) {
    const found = pattern.exec(text);
    if (found) return german(...found.slice(1));
  }
  const parts = text.split("; ");
  return parts.length > 1 ? parts.map(recordedInGerman).join("; ") : `„${text}“`;
}

type Sentence = readonly [pattern: RegExp, german: (...found: string[]) => string];

const LIMITS: Readonly<Record<string, string>> = {
  message: "Beiträge",
  minute: "Minuten",
  token: "Token",
  dollar: "Dollar",
};
const SIDES: Readonly<Record<string, string>> = { for: "dafür", against: "dagegen", neutral: "neutral" };
const RULES: Readonly<Record<string, string>> = {
  "plurality of sides": "relative Mehrheit der Seiten",
  "plurality of options": "relative Mehrheit der Optionen",
  "majority of seated members": "Mehrheit der Mitglieder",
  "two thirds of seated members": "zwei Drittel der Mitglieder",
  "unanimity of seated members": "Einstimmigkeit der Mitglieder",
  "plurality of weighted votes": "relative Mehrheit der gewichteten Stimmen",
};

function side(name: string): string {
  return SIDES[name] ?? name;
}

const SENTENCES: readonly Sentence[] = [
  [/^every member has withdrawn$/, () => "alle Mitglieder haben sich zurückgezogen"],
  [
    /^every member has withdrawn or is absent \((\d+) absent(?:, (\d+) stopped by a limit)?\)$/,
    (absent, stopped) =>
      `alle Mitglieder haben sich zurückgezogen oder fehlen (${absent} fehlen${stopped === undefined ? "" : `, ${stopped} durch eine Grenze angehalten`})`,
  ],
  [/^the closing ballot was called$/, () => "die Schlussabstimmung wurde ausgerufen"],
  [/^the procedure ended$/, () => "das Verfahren ist zu Ende"],
  [
    /^the limit of (\S+) (message|minute|token|dollar)s? was reached$/,
    (of, limit) => `die Grenze von ${of} ${LIMITS[limit ?? ""]} wurde erreicht`,
  ],
  [
    /^what was left of (\S+) (message|minute|token|dollar)s? is kept for the closing ballot$/,
    (of, limit) => `der Rest von ${of} ${LIMITS[limit ?? ""]} bleibt der Schlussabstimmung`,
  ],
  [
    /^the member's limit of (\S+) (message|minute|token|dollar)s? is used up$/,
    (of, limit) => `die Grenze des Mitglieds, ${of} ${LIMITS[limit ?? ""]}, ist erreicht`,
  ],
  [/^no member gave a verdict$/, () => "kein Mitglied hat ein Votum abgegeben"],
  [
    /^only (\d+) of (\d+) members gave a verdict, fewer than half$/,
    (voted, seated) =>
      `nur ${voted} von ${seated} Mitgliedern haben ein Votum abgegeben, weniger als die Hälfte`,
  ],
  [
    /^(\d+|all) said why they have none(?: \((.+)\))?$/,
    (few, why) =>
      `${few === "all" ? "alle" : few} sagten, warum sie keines haben${why === undefined ? "" : ` (${recordedInGerman(why)})`}`,
  ],
  [/^adjourned by a person$/, () => "durch eine Person vertagt"],
  [/^stopped between two turns$/, () => "zwischen zwei Beiträgen angehalten"],
  [/^waiting for (.+)$/, (person) => `gewartet wird auf ${person}`],
  [/^no answer until (.+)$/, (until) => `keine Antwort bis ${until}`],
  [/^declined: (.+)$/, (why) => `abgelehnt: „${why}“`],
  [
    /^(\S+) of (\S+) votes (?:for )?(\S+)$/,
    (votes, of, name) => `${votes} von ${of} Stimmen: ${side(name ?? "")}`,
  ],
  [
    /^(\S+) of (\S+) votes neutral: neither for nor against is ahead$/,
    (votes, of) => `${votes} von ${of} Stimmen neutral: weder dafür noch dagegen liegt vorn`,
  ],
  [
    /^(\S+) of (\S+) votes (\S+) do not make (?:a )?(majority|supermajority|unanimity)$/,
    (votes, of, name, rule) =>
      `${votes} von ${of} Stimmen (${side(name ?? "")}) sind ${rule === "unanimity" ? "keine Einstimmigkeit" : rule === "majority" ? "keine Mehrheit" : "keine Zweidrittelmehrheit"}`,
  ],
  [/^no member took a side$/, () => "kein Mitglied hat sich festgelegt"],
  [/^equal votes, (\S+) each of (\S+)$/, (votes, of) => `Stimmengleichheit, je ${votes} von ${of}`],
  [
    /^only (\d+) of (\d+) members were heard, fewer than half \((.+)\)$/,
    (heard, seated, why) =>
      `nur ${heard} von ${seated} Mitgliedern wurden gehört, weniger als die Hälfte (${recordedInGerman(why ?? "")})`,
  ],
  [
    /^((?:plurality|majority|two thirds|unanimity) of [a-z ]+?)(, by option)?$/,
    (rule, byOption) => `${RULES[rule ?? ""] ?? rule}${byOption === undefined ? "" : ", nach Optionen"}`,
  ],
  [/^(\d+) of (\d+) jurors:? (\S+)$/, (votes, of, verdict) => `${votes} von ${of} Geschworenen: ${verdict}`],
  [/^nobody else may speak$/, () => "sonst darf niemand sprechen"],
  [/^weight max\(1, 10 - turns\)$/, () => "Gewicht max(1, 10 - Beiträge)"],
  [/^next in seat order$/, () => "der Reihe nach"],
  [/^fewest turns so far$/, () => "bisher am wenigsten Beiträge"],
];
