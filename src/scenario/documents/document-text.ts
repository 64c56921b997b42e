import type { Problem } from "../../errors.ts";
import { capitalize } from "../../text/plain.ts";
import { hashSha256 } from "../../text/sha256.ts";
import type { Document } from "../schema/scenario.ts";

/** Most characters of text one document may have: 409,600. */
export const MOST_TEXT = 400 * 1024;

/** LF, NFC, no control, bidi or other invisible characters, no trailing spaces. */
export function normaliseText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\v\f\u0085\u2028\u2029]/g, " ")
    .replaceAll(/[\0-\x08\x0E-\x1F\x7F-\x9F]/g, "")
    .replaceAll(
      /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu,
      "",
    )
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .normalize("NFC")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

const LONGEST_QUOTE = 120;

/** Words that a note about a document names. */
export function quoteNote(text: string): string {
  const plain = normaliseText(text).replaceAll(/\s+/g, " ").trim();
  return `"${plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE)}...` : plain}"`;
}

export function documentName(fileName: string): string {
  const safe = fileName
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|-+$/g, "");
  return safe === "" ? "document" : safe;
}

export function uniqueName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let candidate = name;
  for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${stem}-${n}${ending}`;
  return candidate;
}

export function makeDocument(parts: Omit<Document, "sha256">): Document {
  const { name, title, subject, fileSha256, text } = parts;
  const document = { name, title, subject, sha256: hashSha256(text), text };
  return fileSha256 === undefined ? document : { ...document, fileSha256 };
}

/** The first heading, if it can be a title; else the name of the file. */
export function titleOf(text: string, fileName: string): string {
  const heading = /\.txt$/i.test(fileName) ? "" : firstHeading(text.split("\n"));
  const parts = heading
    .split(/\s[-–—|·•:]\s|:\s/)
    .map((part) => part.trim())
    .filter((part) => !isSectionName(part));
  const isNamed = parts.length > 0 && !CONTACT.test(heading) && /\p{L}{2}/u.test(heading);
  if (!isNamed) return nameInFile(fileName);
  return parts.length === 1 && PREFIX.test(heading) ? (parts[0] ?? heading) : heading;
}

/** Headings of a CV's parts, and the names of the document itself. None of them names a person. */
const SECTIONS: ReadonlySet<string> = new Set(
  [
    "about, about me, career, certificates, certifications, contact, contact details, contact information, curriculum vitae",
    "cv, details, education, employment, employment history, experience, languages, objective, personal data, personal details",
    "personal information, personal statement, professional experience, professional summary, profile, projects, publications",
    "qualifications, references, resume, skills, summary, training, work experience, work history",
    "anschreiben, ausbildung, beruflicher werdegang, berufserfahrung, bewerbung, kenntnisse, kontakt, kontaktdaten, lebenslauf",
    "personalien, persönliche angaben, persönliche daten, profil, sprachen, zur person, zusammenfassung, über mich",
    "competences, coordonnees, experience professionnelle, experiences, experiences professionnelles, formation, informations personnelles",
    "a propos, langues, contacto, datos personales, educacion, experiencia, experiencia laboral, experiencia profesional, formacion",
    "habilidades, hoja de vida, idiomas, perfil, resumen, sobre mi, contato, dados pessoais, experiencia profissional, formacao, resumo",
    "contatti, dati personali, esperienza, esperienza lavorativa, esperienze, formazione, profilo, arbetslivserfarenhet, om mig, utbildning",
    "erfaring, utdanning, uddannelse, ervaring, opleiding, persoonlijke gegevens, werkervaring, doswiadczenie, dane osobowe, wyksztalcenie",
    "履歴書, 職務経歴書, 職歴, 学歴, 个人简历, 简历, 個人簡歷, 履歷, 个人信息, 工作经历, 工作经验, 이력서, 자기소개서, 경력, 학력, резюме, опыт работы, образование, контакты",
  ]
    .join(", ")
    .split(", "),
);
const CONTACT = /^(?:tel|phone|mobile|e-?mail|address)\b/i;

function isSectionName(text: string): boolean {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .normalize("NFC")
    .trim()
    .toLowerCase();
  return plain === "" || SECTIONS.has(plain) || SECTIONS.has(text.trim().toLowerCase());
}

/** `CV - Dana Okafor`, `Ana Lindgren | Resume`. */
const PREFIX = /\s[-–—|·•:]\s|:\s/;

const LONGEST = 120;

function firstHeading(lines: readonly string[]): string {
  let isFenced = false;
  const from = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (const line of lines.slice(from)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const [, words = ""] = isFenced ? [] : (/^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?$/.exec(line) ?? []);
    if (words !== "") return words.length > LONGEST ? "" : words.replaceAll("`", "");
  }
  return "";
}

/** Without words such as cv and final, and without numbers, if others are left. */
export function nameInFile(fileName: string): string {
  const words = fileName
    .replace(/(?<=.)\.[^.]*$/, "")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}.'’()]+/gu, " ")
    .trim()
    .split(" ")
    .map((word) => (/^[bcdfghjklmnpqrstvwxz]{2,4}\d*$/.test(word) ? word.toUpperCase() : word));
  const name = words.filter(
    (word) =>
      !/^(?:cv|vitae|curriculum|r[eé]sum[eé]|lebenslauf|final|copy|version|v)?\W*\d*\W*$/i.test(
        word,
      ),
  );
  const kept = (name.length === 0 ? words : name).map((word) =>
    SMALL_WORD.test(word) ? word : capitalize(word),
  );
  return capitalize(kept.join(" ")) || "Document";
}

/** Words that are written small in a title, or in a name. */
const SMALL_WORD =
  /^(?:a|and|at|by|da|de|del|der|di|du|for|from|in|la|le|of|on|or|the|to|van|von|with|y|zu)$/;

export const FILL_IN = "[Fill in:";

/** Without this check a meeting would deliberate on the form. */
export function unwrittenIn(documents: readonly Pick<Document, "name" | "text">[]): Problem[] {
  return documents.flatMap(({ name, text }) => {
    const found = text
      .split("\n")
      .flatMap((line, index) => (line.trim().startsWith(FILL_IN) ? [index + 1] : []));
    const [first, ...others] = found;
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and so are lines ${others.join(", ")}`;
    return [
      {
        place: { file: name, line: first },
        message: `the line is still the template's${more}`,
        remedy: "Replace it with your own text, or delete it.",
      },
    ];
  });
}
