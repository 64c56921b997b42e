// Finds what a document is called: its title, or the person whose CV it is, in any language. Rankings name candidates by it.

import { capitalize } from "../../text/plain.ts";
import { isDiffName, isSourceName } from "../schema/endings.ts";
import { findDiffTitle } from "./diff.ts";

/** The first heading, if it can be a title; else the person in the first lines; else the name of the file. */
export function findTitle(text: string, fileName: string): string {
  if (isSourceName(fileName)) return findSourceTitle(text, fileName);
  const lines = /\.txt$/i.test(fileName) ? [] : listOpening(text.split("\n"));
  const at = lines.findIndex(({ level }) => level > 0);
  const heading = lines[at]?.text ?? "";
  const parts = heading
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => !isSectionName(part));
  const isNamed = parts.length > 0 && !CONTACT.test(heading) && /\p{L}{2}/u.test(heading);
  if (heading === "" || heading.length > LONGEST) return readNameOfFile(fileName);
  const person = dropKind(heading);
  if (person !== heading && isPerson(person)) return person;
  if (!isNamed) return findPerson(lines, at) ?? readNameOfFile(fileName);
  return parts.length === 1 && SEPARATOR.test(heading) ? (parts[0] ?? heading) : heading;
}

function findSourceTitle(text: string, fileName: string): string {
  const title = isDiffName(fileName) ? findDiffTitle(text) : null;
  const isCode = !/\.(?:csv|tsv|html?)$/i.test(fileName);
  return title?.slice(0, LONGEST) ?? (isCode ? fileName : readNameOfFile(fileName));
}

type OpeningLine = { text: string; level: number };

const OPENING = 40;
const LONGEST = 120;
/** `CV - Dana Okafor`, `Ana Lindgren | Resume`. */
const SEPARATOR = /\s[-–—|·•:]\s|:\s/;
const CONTACT = /^(?:tel|phone|mobile|e-?mail|address)\b/i;

/** The first lines with words, without front matter and code. */
function listOpening(lines: readonly string[]): OpeningLine[] {
  const opening: OpeningLine[] = [];
  let isFenced = false;
  let hasHeading = false;
  const from = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (const line of lines.slice(from)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const [, marks = "", words] = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?$/.exec(line) ?? [];
    const text = (words ?? line.replace(/^[\s|>-]+/, "")).replaceAll("`", "").trim();
    if (text !== "" && !isFenced) opening.push({ text, level: marks.length });
    hasHeading ||= opening.at(-1)?.level !== 0 && opening.length > 0;
    if (opening.length > OPENING && hasHeading) break;
  }
  return opening;
}

const LABEL =
  /^(?:full name|name|vor- und nachname|nombre|nom|nome|naam|namn|navn|imię i nazwisko|ad soyad|имя|фио|姓名|氏名|이름|성명|الاسم)\s*[:：|\s]\s*/iu;
/** What a CV is called. */
const KIND = [
  "curr[ií]culum(?: v[ií]t(?:ae|æ))?(?: et studiorum)?|curr[ií]culo|cv|c\\.\\s?v\\.|r[eé]sum[eé]|europass(?:[ -]cv)?",
  "lebenslauf|bewerbung|bewerbungsunterlagen|hoja de vida|[zž]ivoto?pis|życiorys|özgeçmiş|önéletrajz|meritförteckning",
  "βιογραφικό(?: σημείωμα)?|резюме|السيرة(?: الذاتية)?|سيرة(?: ذاتية)?|履歴書|職務経歴書|履歷|个人简历|個人簡歷|简历|이력서|자기소개서",
].join("|");
const DOCUMENT = new RegExp(`^(?:${KIND})`, "iu");
const BETWEEN = "[\\s\\-–—|:：·•_,/(]+";
const OF_PERSON = "of|for|von|vom|der|des|de|du|di|do|da|del|van|av|af|för|til|pentru|для";
const KIND_FIRST = new RegExp(`^(?:${KIND})${BETWEEN}(?:(?:${OF_PERSON})\\s+)?(.+?)[\\s)]*$`, "iu");
const KIND_LAST = new RegExp(
  `^(.+?)(?:['’]s?\\s+|의\\s+|的|の|${BETWEEN}|(?<=\\p{Script=Han}))(?:${KIND})(?:[\\s)]|\\p{N})*$`,
  "iu",
);
const NAME_OF_PERSON =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,8}|(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*(?:[ \u3000](?:(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|de|da|dos|del|di|la|van|von|bin|der)){1,4})$/u;

/** In a field, above the first heading, below the kind of the document, or in a later heading of the highest level. */
function findPerson(lines: readonly OpeningLine[], heading: number): string | undefined {
  const fields = lines.flatMap(({ text }) => (LABEL.test(text) ? [text.replace(LABEL, "")] : []));
  const below = DOCUMENT.test(lines[heading]?.text ?? "") ? 2 : 0;
  const near = lines.slice(Math.max(0, heading - 2), heading + 1 + below);
  const later = lines.slice(heading + 1).filter(({ level }) => level === 1);
  const texts = [...fields, ...[...near, ...later].map(({ text }) => text)];
  return texts.map((text) => dropKind(text).split(/[|,;]/)[0]?.trim() ?? "").find(isPerson);
}

/** `CV Dana Okafor`, `Lebenslauf von Dana Okafor` and `Dana Okafor's resume` become `Dana Okafor`. */
function dropKind(text: string): string {
  if (text.length > LONGEST || isSectionName(text)) return text;
  const [, rest = text] = KIND_FIRST.exec(text) ?? KIND_LAST.exec(text) ?? [];
  return rest;
}

function isPerson(text: string): boolean {
  return NAME_OF_PERSON.test(text) && !isSectionName(text);
}

/** Words in the headings of a CV's parts, and in the names of the document itself. None of them names a person. */
const SECTION_WORDS: ReadonlySet<string> = new Set(
  [
    "name about me my and of the career certificates certifications contact details information curriculum vitae cv education employment",
    "history experience languages objective personal data statement professional summary profile projects publications qualifications",
    "references resume skills training work top key technical volunteering awards interests hobbies achievements licenses europass",
    "anschreiben ausbildung beruflicher werdegang berufserfahrung bewerbung bewerbungsunterlagen kenntnisse kontakt kontaktdaten",
    "kontaktangaben lebenslauf personalien personliche angaben daten profil sprachen zur person zusammenfassung uber mich und",
    "competences coordonnees professionnelle professionnelles experiences formation informations personnelles a propos de langues et",
    "contacto datos personales educacion experiencia laboral profesional formacion habilidades hoja vida idiomas perfil resumen sobre mi y",
    "contato dados pessoais profissional formacao resumo curriculo contatti dati personali esperienza lavorativa esperienze formazione",
    "profilo arbetslivserfarenhet om mig utbildning meritforteckning erfaring utdanning uddannelse ervaring opleiding persoonlijke",
    "gegevens werkervaring doswiadczenie zawodowe dane osobowe wyksztalcenie zyciorys zivotopis ozgecmis oneletrajz kisisel bilgiler",
    "βιογραφικο σημειωμα резюме опыт работы образование контакты личные данные навыки السيرة الذاتية سيرة ذاتية الخبرة الخبرات التعليم",
    "履歴書 職務経歴書 職歴 学歴 个人简历 简历 個人簡歷 履歷 个人信息 基本信息 工作经历 工作经验 教育背景 자기소개서 이력서 경력 학력 जीवन परिचय",
  ]
    .join(" ")
    .split(" ")
    .map(foldWord),
);

function foldWord(word: string): string {
  const plain = word.normalize("NFKD").replaceAll(/\p{Diacritic}/gu, "");
  return plain.normalize("NFC").toLowerCase();
}

function isSectionName(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.every((word) => SECTION_WORDS.has(foldWord(word)));
}

/** Without words such as cv and final, and without numbers, if others are left. */
export function readNameOfFile(fileName: string): string {
  const words = fileName
    .replace(/(?<=.)\.[^.]*$/, "")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}.'’()]+/gu, " ")
    .trim()
    .split(" ")
    .map((word) => (/^[bcdfghjklmnpqrstvwxz]{2,4}\d*$/.test(word) ? word.toUpperCase() : word));
  const name = words.filter(
    (word) =>
      !/^(?:cv|vitae|curriculum|r[eé]sum[eé]|lebenslauf|europass|final|copy|version|v)?\W*\d*\W*$/i.test(
        word,
      ),
  );
  if (name.length < words.length && OF_NAME.test(name[0] ?? "")) name.shift();
  const kept = (name.length === 0 ? words : name).map((word) =>
    SMALL_WORD.test(word) ? word : capitalize(word),
  );
  return capitalize(kept.join(" ")) || "Document";
}

/** After a word such as CV, and before a name. */
const OF_NAME = new RegExp(`^(?:${OF_PERSON})$`);

/** Words that are written small in a title, or in a name. */
const SMALL_WORD =
  /^(?:a|and|at|by|da|de|del|der|di|du|for|from|in|la|le|of|on|or|the|to|van|von|with|y|zu)$/;

/** A longer line is no heading. */
const MOST_LETTERS = 400;

const SPACED = /^(?:[\p{Lu}&][^\S\n]{1,8}){3,}[\p{Lu}&]$/u;

/** `# W O R K  E X P E R I E N C E` is `# WORK EXPERIENCE`. A line without # is a heading if it names a part of a CV. */
export function joinSpacedHeading(line: string): string {
  const [, mark = "", letters = ""] = /^(#{1,6} +)?(.*)$/.exec(line) ?? [];
  if (letters.length > MOST_LETTERS || !SPACED.test(letters)) return line;
  const gaps = letters.split(/\S/).slice(1, -1);
  const least = Math.min(...gaps.map(({ length }) => length));
  const words = letters.split(new RegExp(`\\s{${least + 1},}`));
  const joined = words.map((word) => word.replaceAll(/\s/g, "")).join(" ");
  return mark === "" && words.length === 1 && !isSectionName(joined) ? line : mark + joined;
}
