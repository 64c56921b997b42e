import { STUDY_FILE } from "../../studies/read-study.ts";
import { counted } from "../terminal/counted.ts";
import type { AlsoErased } from "./erase-copies.ts";
import type { FoundCopies } from "./find-copies.ts";

type InWords = { readonly shown: (path: string) => string };

/** What would be erased with the meetings that were named, before anybody agrees to it. */
export function planLines(
  { records, made, studies }: FoundCopies,
  { asked, notes, shown }: InWords & { readonly asked: readonly string[]; readonly notes: number },
): readonly string[] {
  return [
    ...records
      .filter((path) => !asked.includes(path))
      .map((path) => `  ${shown(path)}, which holds some of it`),
    ...made.map((path) => `  ${shown(path)}, which was made of it`),
    ...(notes > 0 ? [`  ${counted(notes, "note")} that members kept of it`] : []),
    ...studies.map((folder) => `  its results in ${shown(folder)}`),
  ];
}

/** What a database that was looked into still holds. */
type LeftThere = { readonly stays: readonly string[]; readonly left: readonly string[] };

export function erasedLines(
  { records, made }: FoundCopies,
  { notes, rows, approvals }: AlsoErased,
  { shown }: InWords,
): readonly string[] {
  return [
    ...records.map((path) => `Erased: ${shown(path)}`),
    ...made.map((path) => `Erased: ${shown(path)}, which was made of it`),
    ...(notes > 0 ? [`Erased: ${counted(notes, "note")} that members kept of it`] : []),
    ...(rows > 0 ? [`Erased: ${counted(rows, "result")} of studies`] : []),
    ...(approvals > 0 ? [`Erased: ${counted(approvals, "file")} of the leave that it was held by`] : []),
  ];
}

/** Every copy that is known and was left, and all that cannot be known here. */
export function leftLines(
  { holding, sameSubject, own, cutShort }: FoundCopies,
  {
    isWithSubject,
    leftStudies,
    there,
    shown,
  }: InWords &
    Pick<AlsoErased, "leftStudies"> & { readonly isWithSubject: boolean; readonly there: LeftThere | null },
): readonly string[] {
  const more = [...holding, ...sameSubject, ...(there?.stays ?? [])];
  return [
    ...holding.map(
      (path) => `Not erased: ${shown(path)} holds some of it. Erase it as well where that may not stay.`,
    ),
    ...(sameSubject.length > 0
      ? [`Not erased: ${listed(sameSubject.map(shown))}, over the same document.`]
      : []),
    ...(there?.stays ?? []).map((each) => `Not erased: ${each}, over the same document or with a line of it.`),
    ...(more.length > 0 && !isWithSubject ? ["With --subject these go as well."] : []),
    ...own.map((path) => `Not erased, since it is yours: ${shown(path)} names it or holds what was judged.`),
    ...leftStudies.map(
      (folder) => `Not erased: ${shown(folder)}/${STUDY_FILE} still names what was judged there by its file.`,
    ),
    ...(there?.left ?? []).map((each) => `Not erased: ${each} still names what was judged there by its file.`),
    ...cutShort.map((folder) => `Not all of ${shown(folder)} was looked through: it holds too many files.`),
    there
      ? "Not looked into: backups of the folders and of the database, and reports or copies that were kept or sent elsewhere."
      : "Not looked into: a database that workers hold meetings by (--on postgres), backups, and reports or copies that were kept or sent elsewhere.",
    "Folders elsewhere are looked through with --in FOLDER. Names of erased folders stay.",
  ];
}

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return `${names.slice(0, MOST_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
