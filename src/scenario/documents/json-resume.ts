import { isRecord } from "../../lists.ts";
import { capital } from "../../text/plain.ts";

/** A JSON Resume becomes an outline with its own keys as labels; other JSON stays JSON, on lines of its own. */
export function readableJson(value: unknown): string {
  if (!isRecord(value) || !isRecord(value.basics)) return JSON.stringify(value, null, 2);
  const { $schema: _schema, meta: _meta, basics: _basics, ...sections } = value;
  const { name, image: _image, summary, ...contact } = value.basics;
  return [
    `# ${isText(name) ? name : "Résumé"}`,
    ...linesOf(contact),
    ...section("summary", summary),
    ...Object.entries(sections).flatMap(([key, entries]) => section(key, entries)),
  ].join("\n");
}

function section(key: string, entries: unknown): readonly string[] {
  const lines = Array.isArray(entries) ? entries.flatMap(entryLines) : linesOf(entries);
  return lines.length === 0 ? [] : ["", `## ${titleCase(key)}`, ...lines];
}

const HEADS =
  "position name title studyType area language fluency institution organization publisher awarder issuer entity level score date releaseDate".split(
    " ",
  );

/** The first line has the values that say what it is; everything else follows below. */
function entryLines(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return linesOf(entry).map((line) => `- ${line}`);
  const { startDate, endDate, summary, description, reference, ...facts } = entry;
  const since = isText(startDate) ? `${startDate} to ${isText(endDate) ? endDate : "present"}` : endDate;
  const head = HEADS.map((key) => facts[key])
    .filter(isText)
    .join(", ");
  const rest = Object.entries(facts).filter(([key, value]) => !(HEADS.includes(key) && isText(value)));
  return [
    `- ${head}${isText(since) ? ` (${since})` : ""}`,
    ...[summary, description, reference].flatMap(linesOf).map((line) => `  ${line}`),
    ...rest.flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.flatMap(linesOf).map((line) => `  - ${line}`)
        : linesOf({ [key]: value }).map((line) => `  ${line}`),
    ),
  ];
}

/** `Label: value` for each key of an object; one line for anything else. */
function linesOf(value: unknown): readonly string[] {
  if (isText(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(linesOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const text = linesOf(inner).join(", ");
    return text === "" ? [] : [`${titleCase(key)}: ${text}`];
  });
}

function isText(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}

function titleCase(key: string): string {
  return capital(key.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " "));
}
