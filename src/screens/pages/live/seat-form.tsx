import { type FormPart, flatFields, saidOfAnswer } from "../../../engine/meeting/form/form.ts";
import type { FormField } from "../../../engine/meeting/form/kind.ts";
import { personIn } from "../../../showing/cast.ts";
import { Words } from "../parts/words.tsx";
import { liveWords } from "../words/live-words.ts";
import type { LivePageProps } from "./live-props.ts";
import { Another, FieldInput } from "./seat-field.tsx";

export function SeatForm({ view, seat, problems, rooms, isReadOnly }: LivePageProps) {
  if (seat === null || isReadOnly) return null;
  const { person, path, fields, problem, standing, deadline } = seat;
  const typed = saidOfAnswer(fields, seat.typed);
  const parts = partsToFillIn(fields, typed, rooms);
  const id = `seat-${path}${problem === null ? "" : "-again"}`;
  const canPass = fields.length === 0 || fields.some(({ name }) => name === "pass") || seat.isForm;
  return (
    <form class="seat card stack tight" id={id} data-form="seat" data-path={path} aria-labelledby="seat-title">
      <h2 id="seat-title">
        {seat.seat === null
          ? liveWords.asked(person)
          : liveWords.floorYours(person, personIn(view, seat.seat).name)}
      </h2>
      <SeatQuestion view={view} seat={seat} problems={problems} />
      <div class="fields">
        {parts.length === 0 ? (
          <FieldInput part={FREE} text="" problem={undefined} />
        ) : (
          parts.map((part) =>
            part.kind.is === "more" ? (
              <Another part={part} />
            ) : (
              <FieldInput part={part} text={typed.get(part.label) ?? ""} problem={problems[part.label]} />
            ),
          )
        )}
      </div>
      {standing === null ? null : (
        <p class="dim">
          {liveWords.standing} {standing}
        </p>
      )}
      {deadline === null ? null : <p class="dim">{liveWords.deadline(deadline)}</p>}
      <p class="row">
        <button class="field main" type="submit">
          {liveWords.give}
        </button>
        {canPass ? (
          <button class="field" type="button" data-pass={path}>
            {liveWords.pass}
          </button>
        ) : null}
      </p>
      <p class="dim">{fields.some(({ name }) => name === "cite") ? liveWords.citeHint : null}</p>
      <details>
        <summary>{liveWords.decline} …</summary>
        <p class="row">
          <input class="field" id="absent" data-absent="" aria-label={liveWords.decline} />
          <button class="field" type="button" data-decline={path}>
            {liveWords.decline.split(",")[0]}
          </button>
        </p>
      </details>
    </form>
  );
}

type QuestionProps = Pick<LivePageProps, "view" | "problems"> & {
  readonly seat: NonNullable<LivePageProps["seat"]>;
};

function SeatQuestion({ view, seat, problems }: QuestionProps) {
  const { text, problem, said, facts } = seat;
  const wrong = Object.entries(problems);
  return (
    <>
      {problem === null ? null : (
        <p class="note against refused" role="alert">
          {liveWords.problem} {problem}
        </p>
      )}
      {wrong.length === 0 ? null : (
        <ul class="note against refused" role="alert">
          {wrong.map(([label, why]) => (
            <li>{label === "" ? why : `${label}: ${why}`}</li>
          ))}
        </ul>
      )}
      {text === "" ? null : (
        <details open={seat.isForm || undefined}>
          <summary>{liveWords.whatIsAsked}</summary>
          <Words view={view} text={text} />
        </details>
      )}
      {said.length === 0 ? null : (
        <details>
          <summary>{liveWords.saidLast}</summary>
          {said.map(({ name, content }) => (
            <p class="words">
              <b>{name}</b> {content}
            </p>
          ))}
        </details>
      )}
      {Object.keys(facts).length === 0 ? null : (
        <pre>
          {Object.entries(facts)
            .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join("\n")}
        </pre>
      )}
    </>
  );
}

/** A question without fields is answered in words. */
const FREE: FormPart = {
  label: "answer",
  place: ["answer"],
  kind: { is: "text" },
  isRequired: true,
  about: "",
};

/** How many entries a list has room for from the start. */
const ENTRIES = 2;

/** A pass has its own button. */
function partsToFillIn(
  fields: readonly FormField[],
  typed: ReadonlyMap<string, string>,
  rooms: readonly string[],
): readonly FormPart[] {
  const asked = fields.filter(({ name }) => name !== "pass");
  let said = new Map(typed);
  for (;;) {
    const parts = flatFields(asked, said);
    const next = new Map(said);
    for (const { kind, place, label } of parts)
      if (kind.is === "more" && (Number(place.at(-1)) < ENTRIES || rooms.includes(label)))
        next.set(label, "yes");
    const isSame = next.size === said.size;
    if (isSame)
      return besideEachOther(parts.filter(({ kind, label }) => kind.is !== "more" || !next.has(label)));
    said = next;
  }
}

/** Long texts first, then short fields; a decision sheet keeps its order. */
function besideEachOther(parts: readonly FormPart[]): readonly FormPart[] {
  if (parts[0]?.place[0] !== "content") return parts;
  const [first, ...others] = parts;
  const isShort = ({ kind }: FormPart) => kind.is === "choice" || kind.is === "number";
  return [first, ...others.filter(isShort), ...others.filter((part) => !isShort(part))];
}
