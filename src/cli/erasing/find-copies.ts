import { basename } from "node:path";
import { RANKING_FILES } from "../report/ranking-report.ts";
import { type FoundFile, type LookedAt, type LookedThrough, lookThrough } from "./look-through.ts";
import { holdsSomeOf, holdsSubject, names, type Traces, tracesOf } from "./traces.ts";

/** What is known of some records beside themselves. */
export type FoundCopies = {
  /** Records that are erased: those asked for and, with their subject, those that hold some of it. */
  readonly records: readonly string[];
  readonly traces: readonly Traces[];
  /** Files that the program made of them. */
  readonly made: readonly string[];
  /** Folders of studies that have to forget them. */
  readonly studies: readonly string[];
  /** Other records: forks, those that were shown it; and those over the same documents. */
  readonly holding: readonly string[];
  readonly sameSubject: readonly string[];
  /** Files of somebody's own that name it, or hold what was judged. */
  readonly own: readonly string[];
  readonly cutShort: readonly string[];
};

type ToFind = {
  readonly records: readonly string[];
  readonly places: readonly LookedAt[];
  readonly without: readonly string[];
  /** Whether everything that holds the documents judged goes as well. */
  readonly withSubject: boolean;
};

/** Looks for all that was made of some records, or holds some of them. Changes nothing. */
export function findCopies({ records: asked, places, without, withSubject }: ToFind): FoundCopies {
  const looked = lookThrough(places, without);
  const first = asked.map(tracesOf);
  const inRecords = looked.files.filter(({ zone }) => zone.is === "record" && !asked.includes(zone.folder));
  const foldersOf = (found: readonly FoundFile[]) => [...new Set(found.map(({ zone }) => zone.folder))];
  const holding = foldersOf(inRecords.filter(({ text }) => holdsSomeOf(text, first)));
  const sameSubject = foldersOf(inRecords.filter(({ text }) => holdsSubject(text, first))).filter(
    (folder) => !holding.includes(folder),
  );
  const more = withSubject ? [...holding, ...sameSubject] : [];
  const traces = [...first, ...more.map(tracesOf)];
  const records = [...asked, ...more];
  return {
    ...{ records, traces, cutShort: looked.cutShort },
    ...filesOf(looked, { first, traces, records, withSubject }),
    holding: withSubject ? [] : holding,
    sameSubject: withSubject ? [] : sameSubject,
  };
}

type CopiesSought = {
  /** Of the records that were asked for, whose subject alone is sought. */
  readonly first: readonly Traces[];
  readonly traces: readonly Traces[];
  readonly records: readonly string[];
  readonly withSubject: boolean;
};

/** Files of the program's own in a folder of a study that are kept, and mended. */
const KEPT = /^(?:study\.json|stopped\.json|results(?:-\d+-of-\d+)?\.jsonl)$/;

function filesOf({ files }: LookedThrough, { first, traces, records, withSubject }: CopiesSought) {
  const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`);
  const touched = (is: string) => [
    ...new Set(
      files
        .filter(({ zone, path }) => zone.is === is && KEPT.test(basename(path)))
        .map(({ zone }) => zone.folder)
        .filter((folder) => records.some((record) => isWithin(record, folder))),
    ),
  ];
  const studies = touched("study");
  const outside = files.filter(({ zone, path }) => zone.is !== "record" && !KEPT.test(basename(path)));
  const isOwn = ({ zone }: FoundFile) => zone.is === "anybody's" || zone.is === "given";
  const isNamed = (file: FoundFile) => names(file.text, traces, !isOwn(file));
  const holds = (file: FoundFile) => isNamed(file) || (withSubject && holdsSubject(file.text, first));
  const compared = outside.filter(({ zone }) => zone.is === "comparison");
  const gone = new Set(compared.filter(holds).map(({ zone }) => zone.folder));
  const isMade = (file: FoundFile) => {
    const { is, folder } = file.zone;
    if (is === "anybody's") return false;
    if (is === "given") return isNamed(file);
    if (is === "comparison") return gone.has(folder);
    return (studies.includes(folder) && RANKING_FILES.includes(basename(file.path))) || holds(file);
  };
  const made = outside.filter(isMade);
  return {
    studies,
    made: made.map(({ path }) => path),
    own: outside
      .filter((file) => isOwn(file) && !made.includes(file))
      .filter((file) => isNamed(file) || holdsSubject(file.text, first))
      .map(({ path }) => path),
  };
}
