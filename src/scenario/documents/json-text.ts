// Prints a JSON file as text. A resume of a known builder becomes what its printed form shows.

import { isRecord } from "../../lists.ts";
import { loadYaml } from "../../text/parsers.ts";
import type { ReadText } from "./extraction-process.ts";
import { dropHiddenHtml, toPlainHtml } from "./hidden-html.ts";

type Fields = Readonly<Record<string, unknown>>;

const OF_A_RESUME =
  /^(?:basics|profile|info|contact|work|employment|experiences?|workExperiences?|educations?|skills|sections)$/;
const PERSONS = ["basics", "profile", "info", "personal", "personalInfo", "contact"];
/** How a resume looks, and what its writer keeps for the program. */
const OF_THE_PROGRAM =
  /^(?:\$schema|meta|metadata|picture|settings|css|layout|template|theme|public|slug)$/;
const OF_AN_ENTRY =
  /^(?:id|icon|iconColor|columns|separateLinks|showLink|showLinkInTitle|picture|image|photo)$/;
const SHOWS = /^(?:is)?(?:visible|enabled?|shown?|displayed|published)$/i;
const HIDES = /^(?:is)?(?:hidden|hide|private|draft|archived)$/i;
const PICTURE = /^data:[\w.+-]+\/[\w.+-]+[;,]/;
const HTML =
  /<\/?(?:p|br|ul|ol|li|strong|b|em|i|u|s|a|span|div|h[1-6]|blockquote|code|hr)\b[^<>]*>|<!--/i;

/** A resume becomes an outline of what its printed form shows. Other JSON is indented. */
export function toReadableJson(value: unknown): ReadText {
  const resume = findResume(value);
  if (!resume) return { text: JSON.stringify(value, null, 2), notes: [] };
  const left = { hidden: 0, pictures: 0 };
  const text = isRecord(resume.sections)
    ? outlineSections(resume, left)
    : outlineFields(resume, left);
  const entries =
    left.hidden === 1
      ? "1 entry that the resume hides is"
      : `${left.hidden} entries that the resume hides are`;
  return { text, notes: left.hidden > 0 ? [`${entries} omitted`] : [] };
}

function findResume(value: unknown): Fields | null {
  if (!isRecord(value)) return null;
  if (isRecord(value.resume)) return value.resume;
  const known = Object.keys(value).filter((key) => OF_A_RESUME.test(key));
  const isNamed = isRecord(value.sections) && typeof value.name === "string";
  if (isRecord(value.basics) || isNamed || known.length > 1) return value;
  return findResume(value.cv ?? value.data);
}

type Left = { hidden: number };

/** JSON Resume, FRESH and others whose fields are the sections. */
function outlineFields(resume: Fields, left: Left): string {
  const fields = listFields(resume);
  const person = PERSONS.find((key) => isRecord(resume[key])) ?? "";
  const { name = resume.name, ...about } = (resume[person] ?? {}) as Fields;
  const sections = fields.filter(([key]) => key !== person && key !== "name");
  return outline(name, [about, ...sections.map(([key, entries]) => ({ [key]: entries }))], left);
}

function listFields(resume: Fields): [key: string, value: unknown][] {
  return Object.entries(resume).filter(([key]) => !OF_THE_PROGRAM.test(key));
}

/** Reactive Resume: sections with names and items, in the order of the layout, which may lack some. */
function outlineSections(resume: Fields, left: Left): string {
  const { basics, summary, sections, customSections, metadata, ...others } = resume;
  const { name, ...about } = (
    isRecord(basics) ? basics : Object.fromEntries(listFields(others))
  ) as Fields;
  const custom = Array.isArray(customSections) ? customSections.filter(isRecord) : [];
  const all = new Map<string, unknown>([
    ...(isRecord(summary) ? [["summary", summary] as const] : []),
    ...Object.entries(sections as Fields),
    ...custom.map((section) => [String(section.id), section] as const),
  ]);
  const laidOut = listStrings(isRecord(metadata) ? metadata.layout : undefined).map((id) =>
    all.has(id) ? id : id.replace(/^custom\./, ""),
  );
  const keys =
    laidOut.length > 0
      ? [...new Set([...(all.has("summary") ? ["summary"] : []), ...laidOut])]
      : [...all.keys()];
  left.hidden += [...all.keys()].filter(
    (key) => !keys.includes(key) && hasWords(all.get(key)),
  ).length;
  const parts = keys.map((key) => {
    const section = all.get(key);
    if (!isRecord(section)) return { [key]: section };
    const { name: named, title = named, items, content, custom: groups } = section;
    const heading = typeof title === "string" && title !== "" ? title : key;
    return { [heading]: isHidden(section) ? section : (items ?? content ?? groups) };
  });
  return outline(name, [about, ...parts], left);
}

function outline(name: unknown, parts: readonly unknown[], left: Left): string {
  const isNamed = typeof name === "string" && name.trim() !== "";
  const named = isNamed || name === undefined ? {} : { name };
  const written = [named, ...parts].map((part) => clean(part, left)).filter(isShown);
  const outlines = written.map((part) => loadYaml().stringify(part, { lineWidth: 0 }).trimEnd());
  return [`# ${isNamed ? name : "Résumé"}`, ...outlines].join("\n\n");
}

function isShown(value: unknown): boolean {
  return value !== undefined;
}

function isHidden(fields: Fields): boolean {
  return Object.entries(fields).some(
    ([key, value]) => (value === false && SHOWS.test(key)) || (value === true && HIDES.test(key)),
  );
}

function readShownText(text: string): string | undefined {
  if (PICTURE.test(text)) return undefined;
  return HTML.test(text) ? toPlainHtml(dropHiddenHtml(text).text) : text;
}

/** Without the fields of the program, and without hidden and empty ones. */
function clean(value: unknown, left: Left): unknown {
  if (typeof value === "string") return readShownText(value)?.trim() || undefined;
  if (Array.isArray(value)) {
    const entries = value.map((each) => clean(each, left)).filter(isShown);
    return entries.length === 0 ? undefined : entries;
  }
  if (!isRecord(value)) return value ?? undefined;
  if (isHidden(value)) {
    left.hidden += hasWords(value) ? 1 : 0;
    return undefined;
  }
  const entries = Object.entries(value).flatMap(([key, each]) => {
    if (OF_AN_ENTRY.test(key) || SHOWS.test(key) || HIDES.test(key)) return [];
    const kept = clean(each, left);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function hasWords(section: unknown): boolean {
  if (!isRecord(section)) return false;
  return Array.isArray(section.items) ? section.items.length > 0 : listStrings(section).length > 0;
}

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(listStrings);
  return isRecord(value) ? Object.values(value).flatMap(listStrings) : [];
}
