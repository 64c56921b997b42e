import { capital } from "../../text/plain.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export function readableJson(value: unknown): string {
  return isResume(value) ? renderResume(withNumbersAsText(value)) : JSON.stringify(value, null, 2);
}

function isResume(value: unknown): value is JsonObject {
  return isObject(value) && isObject(value.basics);
}

function withNumbersAsText(resume: JsonObject): JsonObject {
  const asText = (_key: string, value: unknown) => (typeof value === "number" ? String(value) : value);
  return JSON.parse(JSON.stringify(resume), asText) as JsonObject;
}

const SECTIONS = [
  ["work", "Experience"],
  ["education", "Education"],
  ["publications", "Publications"],
  ["projects", "Projects"],
  ["awards", "Awards"],
  ["certificates", "Certificates"],
  ["volunteer", "Volunteering"],
  ["skills", "Skills"],
  ["languages", "Languages"],
  ["interests", "Interests"],
  ["references", "References"],
] as const;

const KNOWN = new Set<string>(["$schema", "meta", "basics", ...SECTIONS.map(([key]) => key)]);

function renderResume(resume: JsonObject): string {
  const further = Object.keys(resume).filter((key) => !KNOWN.has(key));
  const sections = [...SECTIONS, ...further.map((key) => [key, titleCase(key)] as const)];
  return [
    ...renderBasics(resume.basics as JsonObject),
    ...sections.flatMap(([key, heading]) => renderSection(heading, resume[key])),
  ].join("\n");
}

function renderBasics(basics: JsonObject): string[] {
  const { name, label, summary, location, profiles, image: _image, ...contact } = basics;
  const place = isObject(location) ? [location.city, location.region, location.countryCode].filter(isText) : [];
  const lines = [`# ${isText(name) ? name : "Résumé"}`];
  if (isText(label)) lines.push(label);
  lines.push(
    ...Object.entries(contact).flatMap(([key, value]) =>
      isText(value) ? [`${titleCase(key)}: ${value}`] : [],
    ),
  );
  if (place.length > 0) lines.push(`Location: ${place.join(", ")}`);
  for (const profile of objects(profiles)) lines.push([profile.network, profile.url].filter(isText).join(": "));
  if (isText(summary)) lines.push("", "## Summary", summary);
  return lines;
}

function renderSection(heading: string, value: unknown): string[] {
  if (isText(value)) return ["", `## ${heading}`, value];
  const entries = (Array.isArray(value) ? value : [value]).flatMap(renderEntry);
  return entries.length === 0 ? [] : ["", `## ${heading}`, ...entries];
}

const HEADS = ["position", "studyType", "area", "title", "language", "name", "organization", "institution"];
const TAILS = ["publisher", "awarder", "issuer", "entity", "level", "fluency", "score"];
const DATES = ["startDate", "endDate", "date", "releaseDate"];
const LISTS = ["highlights", "courses", "keywords", "roles"];
const PROSE = ["summary", "description", "reference"];
const HIDDEN = new Set([...HEADS, ...TAILS, ...DATES, ...LISTS, ...PROSE]);

function renderEntry(entry: unknown): string[] {
  if (!isObject(entry)) return isText(entry) ? [`- ${entry}`] : [];
  const texts = (keys: readonly string[]) => keys.map((key) => entry[key]).filter(isText);
  const dates = renderDates(entry);
  const head = [...texts(HEADS), ...texts(TAILS)].join(", ");
  const others = Object.entries(entry).flatMap(([key, value]) => {
    if (HIDDEN.has(key)) return [];
    const text = isText(value) ? value : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : "";
    return text === "" ? [] : [`${titleCase(key)}: ${text}`];
  });
  const keywords = LISTS.flatMap((key) => entry[key]).filter(isText);
  return [
    `- ${[head, dates && `(${dates})`].filter((part) => part !== "").join(" ")}`,
    ...[...texts(PROSE), ...others].map((line) => `  ${line}`),
    ...keywords.map((line) => `  - ${line}`),
  ];
}

function renderDates(entry: JsonObject): string {
  const { startDate, endDate, date, releaseDate } = entry;
  if (isText(startDate)) return `${startDate} to ${isText(endDate) ? endDate : "present"}`;
  return [endDate, date, releaseDate].filter(isText).join(", ");
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function titleCase(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " ");
  return capital(words);
}
