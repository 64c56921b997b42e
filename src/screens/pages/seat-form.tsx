/** The form in which a person answers a question of the meeting in the browser. */

import {
  describeChoice,
  describeKind,
  type FieldChoice,
  type FormField,
  writeValue,
} from "../../engine/form/field-kind.ts";
import { createTextReader, type FormPart, listParts, nameInRow } from "../../engine/form/form.ts";
import type { Json } from "../../engine/transcript/events.ts";
import { toStepPath } from "../../engine/transcript/path.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { findPerson, nameOptions } from "../../showing/cast.ts";
import { formatContent } from "../../showing/message-parts.ts";
import { capitalize } from "../../text/plain.ts";
import { Words } from "./citations.tsx";
import { type LivePageProps, openQuestions } from "./live-acts.tsx";

export function SeatForm({ view, seat, problems, rooms, isReadOnly }: LivePageProps) {
  if (seat === null || isReadOnly) return null;
  const { person, path, fields, problem, current, deadline } = seat;
  const parts = listFormParts(fields, seat.typed, rooms);
  const isGround = ({ kind }: FormPart, index: number) =>
    index > 0 && !["choice", "yes-no"].includes(kind.is);
  const reasons = parts[0]?.place[0] === "content" ? parts.filter(isGround) : [];
  const isBegun =
    problem !== null || reasons.some(({ label, text }) => text !== "" || problems[label]);
  const showInput = (part: FormPart) =>
    part.kind.is === "more" ? (
      <Another part={part} />
    ) : (
      <FieldInput
        part={part}
        unchosen={nameUnchosen(part, current)}
        problem={problems[part.label]}
        isDense={parts.length - reasons.length > MANY_FIELDS}
      />
    );
  const facts = formatContent({ content: "", reply: seat.facts }).replaceAll("\n", "\n\n");
  // A question that is asked again is the same form, so that it keeps what is typed.
  const place = toStepPath(path);
  const canPass = fields.length === 0 || fields.some(({ name }) => name === "pass") || seat.isForm;
  return (
    <form
      class="seat answering"
      id={`seat-${place}`}
      data-form="seat"
      data-path={path}
      data-draft={`${view.state.meeting} seat ${place}`}
      aria-labelledby="seat-title"
    >
      <h2 id="seat-title">
        {seat.seat === null
          ? `Your answer, ${person}`
          : `Your turn, ${findPerson(view, seat.seat).name}`}
      </h2>
      <SeatQuestion view={view} seat={seat} problems={problems} />
      <div class="fields" id="seat-fields">
        {parts.length === 0 ? (
          <FieldInput part={FREE} unchosen="" problem={undefined} />
        ) : (
          parts.filter((part) => !reasons.includes(part)).map(showInput)
        )}
      </div>
      {reasons.length === 0 ? null : (
        <details class="grounds" id="seat-grounds" open={isBegun || undefined}>
          <summary>
            Reason and sources <small class="soft">needed with a verdict</small>
          </summary>
          <div class="fields">{reasons.map(showInput)}</div>
          {fields.some(({ name }) => name === "cite") ? (
            <p class="source">A click on a line of a document cites it.</p>
          ) : null}
        </details>
      )}
      {current === null ? null : <p class="source">Your recorded verdict: {current}</p>}
      {deadline === null ? null : (
        <p class="source">After {deadline} your silence is an absence.</p>
      )}
      <p class="acts">
        <button class="filled" type="submit">
          Give the answer
        </button>
        {canPass ? (
          <button type="button" data-pass={path}>
            Pass
          </button>
        ) : null}
      </p>
      {facts === "" ? null : <Words view={view} text={nameOptions(view.options, facts)} />}
      <details>
        <summary>Do not answer, because …</summary>
        <p class="saying">
          <input id="absent" data-absent="" aria-label="Do not answer, because" />
          <button type="button" data-decline={path}>
            Do not answer
          </button>
        </p>
      </details>
    </form>
  );
}

/** More fields are in columns, so that the whole form fits a window. */
const MANY_FIELDS = 6;

type QuestionProps = Pick<LivePageProps, "view" | "problems"> & {
  seat: NonNullable<LivePageProps["seat"]>;
};

function SeatQuestion({ view, seat, problems }: QuestionProps) {
  const { problem } = seat;
  const text = nameOptions(view.options, seat.text);
  const wrong = Object.entries(problems);
  return (
    <>
      {problem === null || wrong.length > 0 ? null : (
        <p class="refused" role="alert">
          Your answer could not be taken: {problem}
        </p>
      )}
      {wrong.length === 0 ? null : (
        <ul class="refused" role="alert">
          {wrong.map(([label, why]) => (
            <li>{label === "" ? why : `${label}: ${why}`}</li>
          ))}
        </ul>
      )}
      {text === "" ? null : (
        <details open={(seat.isForm && text.length < SHORT_QUESTION) || undefined}>
          <summary>What is asked</summary>
          <div class="small">
            <Words view={view} text={text} />
          </div>
        </details>
      )}
      {(seat.seat === null ? [] : openQuestions(view, seat.seat)).map(
        ({ speaker, turn, question }) => (
          <p>
            <a href={`#t${turn}`}>{findPerson(view, speaker).short} asked you</a>: {question}
          </p>
        ),
      )}
    </>
  );
}

const SHORT_QUESTION = 300;

const FREE: FormPart = {
  label: "answer",
  place: ["answer"],
  kind: { is: "text" },
  about: "",
  text: "",
  isRequired: true,
};

function listFormParts(
  fields: readonly FormField[],
  typed: Json,
  rooms: readonly string[],
): readonly FormPart[] {
  const asked = fields.filter(({ name }) => name !== "pass");
  const given = createTextReader(typed);
  const parts = listParts(asked, (part) => {
    const hasRoom = Number(part.place.at(-1)) < 1 || rooms.includes(part.label);
    return part.kind.is === "more" && hasRoom ? "yes" : given(part);
  });
  return parts.filter(({ kind, text }) => kind.is !== "more" || text === "");
}

function Another({ part: { place, label } }: { part: FormPart }) {
  return (
    <button type="button" id={`more-${place.slice(0, -1).join("-")}`} data-another={label}>
      Another entry: {label.replace(/: [^:]*$/, "")}
    </button>
  );
}

type InputProps = {
  part: FormPart;
  problem: string | undefined;
  isDense?: boolean;
  unchosen: string;
};

/** What no choice in a list means. */
function nameUnchosen({ place, isRequired }: FormPart, current: string | null): string {
  if (isRequired) return "Choose";
  switch (place.join(".")) {
    case "to":
      return "Everyone";
    case "verdict":
      return current === null ? "No verdict yet" : "Keep my verdict";
    default:
      return "No answer";
  }
}

function FieldInput({ part, problem, unchosen, isDense = false }: InputProps) {
  const { kind, isRequired, about, place, row, text } = part;
  const name = JSON.stringify(place);
  const id = `f-${place.join("-")}`;
  const shared = {
    name,
    id,
    "data-label": part.label,
    "data-row": row && JSON.stringify([row.key, row.value]),
    "aria-invalid": problem === undefined ? undefined : true,
  };
  const label = nameField(part);
  // A hint that begins as the label does says it twice.
  const more = about.startsWith(`${label}, `) ? about.slice(label.length + 2) : about;
  const hints = [kind.is === "list" ? describeKind(kind) : "", more, isRequired ? "needed" : ""];
  const hint = hints.filter((each) => each !== "").join("; ");
  const isChosen = kind.is === "choice" || kind.is === "yes-no" || kind.is === "more";
  if (kind.is === "yes-no" && !isRequired)
    return (
      <p class="whole">
        <label>
          <input
            type="checkbox"
            value="yes"
            defaultChecked={text === "yes" || undefined}
            {...shared}
          />{" "}
          {capitalize(label)}
          {about === "" ? "" : `: ${about}`}
        </label>
      </p>
    );
  const isWide =
    ["text", "json", "list", "choice"].includes(kind.is) && !isInList(part) && !isDense;
  return (
    <p class={isWide ? "field whole" : "field"}>
      {row && place.at(-1) !== undefined ? <small class="soft">{row.label}</small> : null}
      <label for={id} title={isChosen ? hint : undefined}>
        {capitalize(label)}
        {isChosen && isRequired ? ", needed" : ""}
      </label>
      <Control
        part={part}
        unchosen={unchosen}
        shared={isChosen ? shared : { ...shared, placeholder: hint }}
      />
    </p>
  );
}

function isInList({ place }: Pick<FormPart, "place">): boolean {
  return place.length > 2 && typeof place[1] === "number";
}

/** `findings 1, ref` of `findings.1.ref`, `would change` of `wouldChange`, and a field of a group by its own name. */
function nameField(part: FormPart): string {
  const name = nameInRow(part)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return isInList(part)
    ? name.replace(/^(.*)\.(\d+)\.(.*)$/, "$1 $2, $3")
    : name.replace(/^.*\./, "");
}

function nameChoice(choice: FieldChoice): string {
  return choice.value === NONE ? `Abstain (${NONE})` : describeChoice(choice);
}

type ControlProps = {
  part: FormPart;
  unchosen: string;
  shared: { name: string; id: string; placeholder?: string };
};

function Control({ part: { kind, place, text }, unchosen, shared }: ControlProps) {
  if (kind.is === "choice" || kind.is === "yes-no" || kind.is === "more")
    return (
      <select {...shared} data-typed={text === "" ? undefined : text}>
        <option value="">{unchosen}</option>
        {(kind.is === "choice"
          ? kind.of
          : [
              { value: "yes", label: "yes" },
              { value: "no", label: "no" },
            ]
        ).map((choice) => (
          <option
            value={writeValue(kind, choice.value)}
            selected={writeValue(kind, choice.value) === text || undefined}
          >
            {kind.is === "choice" ? nameChoice(choice) : choice.label}
          </option>
        ))}
      </select>
    );
  if ((kind.is === "text" && !isInList({ place })) || kind.is === "json")
    return <textarea rows={place[0] === "content" ? 4 : 2} defaultValue={text} {...shared} />;
  const inputMode = kind.is === "number" && !kind.orText ? "decimal" : undefined;
  return <input type="text" inputMode={inputMode} defaultValue={text} {...shared} />;
}
