/** The page that asks a question: documents, board, model, limits and price, then the meeting. */

import { formatOption } from "../../engine/words/figures.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import type { FramedQuestion } from "../../run/asking/frame.ts";
import type { ModelChoice } from "../../run/asking/model-choices.ts";
import type { GivenDocument } from "../../run/drafting/documents.ts";
import { ACCEPTED_ENDINGS, NAMED_ENDINGS } from "../../scenario/schema/endings.ts";
import type { Requirement } from "../../scenario/schema/scenario.ts";
import { capitalize, formatCount, groupThousands, joinNames } from "../../text/plain.ts";
import { Top } from "./layout.tsx";
import { Board, type BoardProps } from "./start-board.tsx";
import { Act, describeFault, Fault, Step } from "./start-parts.tsx";

/** What the meeting is expected to cost. */
export type MeetingPrice = {
  /** Of all meetings together, in words. */
  price: string;
  calls: number;
  meetings: number;
  /** Why a person must agree to it; empty if it may run. */
  needs: readonly string[];
  needsReason: boolean;
  warnings: readonly string[];
  /** The price of one meeting with each choice, in their order. */
  each: readonly string[];
};

export type StartProps = Omit<BoardProps, "isChangeable" | "mayChange"> & {
  id: string;
  /** Of a prepared scenario; null if it is asked here. */
  question: string | null;
  /** A model drafts something before the meeting. */
  isDrafting: boolean;
  /** The person has chosen the members. */
  isChosen: boolean;
  scenarios: readonly { name: string; title: string }[];
  /** Titles of the documents of a prepared scenario. */
  papers: readonly string[];
  documents: readonly GivenDocument[];
  candidates: readonly GivenDocument[];
  requirements: readonly Requirement[];
  frame: FramedQuestion | null;
  choices: readonly ModelChoice[];
  /** The choice that is marked. */
  model: string;
  price: MeetingPrice | null;
};

type PageProps = StartProps & { mostBytes: number };

export function StartPage(props: PageProps) {
  const { id, question, isRanking, isDrafting, isChosen, mostBytes } = props;
  return (
    <>
      <Top home="./" />
      <main id="main" class="read">
        <form
          method="post"
          action={`new?draft=${id}`}
          encType="multipart/form-data"
          data-draft="new"
          data-most={mostBytes}
          data-large="These files are too large together. Add fewer at once."
          data-unanswered="The server does not answer. What you wrote is kept."
          data-busy="One moment."
          data-drafting={props.isDrafting ? DRAFTING : undefined}
          noValidate
        >
          {/* Enter in a field sends the form by its first button. */}
          <button
            type="submit"
            class="gone"
            name="do"
            value="look"
            tabIndex={-1}
            aria-hidden="true"
          >
            Update
          </button>
          <h1 class="gone">Ask a question</h1>
          <Question {...props} />
          <Documents {...props} />
          {isRanking ? <Requirements {...props} /> : null}
          <Board {...props} isChangeable={question === null} mayChange={isDrafting && !isChosen} />
          <Models {...props} />
          <Limits {...props} />
          <Prepared {...props} />
          <RunBar {...props} />
        </form>
      </main>
    </>
  );
}

const DRAFTING = "The model writes a draft. This may take a minute.";

function Question({ typed, question, frame, faults, isDrafting }: PageProps) {
  if (question !== null)
    return (
      <section class="step first" id="question">
        <p class="question">{question}</p>
        <a href="new">{"Ask your own question"}</a>
        <input type="hidden" name="scenario" value={typed.scenario} />
        <Fault of="question" lines={faults.question} />
      </section>
    );
  return (
    <section class="step first" id="question">
      <label class="field">
        <span>What should the board decide?</span>
        <textarea
          class="ask"
          id="asked"
          name="question"
          rows={2}
          placeholder="Should we …"
          maxLength={MOST_LETTERS}
          {...describeFault("question", faults)}
        >
          {typed.question}
        </textarea>
      </label>
      <Fault of="question" lines={faults.question} />
      <p class="soft small">{"Everything below has a default. You can run it now."}</p>
      <p class="acts small soft">
        {isDrafting || !frame ? WILL_DRAFT : describeOptions(frame)}{" "}
        {isDrafting ? <Act does="draft" label="Draft them now" /> : null}
      </p>
    </section>
  );
}

const MOST_LETTERS = 2_000;

const WILL_DRAFT = "The model drafts the options before the meeting.";

function describeOptions({ options, notes }: FramedQuestion): string {
  const names = options.map(({ id }) => formatOption(id));
  return [`Members choose between ${joinNames(names)}.`, ...notes].join(" ");
}

function Documents({ papers, documents, candidates, faults, question, isRanking }: PageProps) {
  const usual = isRanking
    ? "The job post, and what all share"
    : "The board quotes them line by line";
  const about = papers.length > 0 ? joinNames(papers) : usual;
  return (
    <Step id="documents" title="Documents" about={about}>
      <Files kind="documents" given={documents} faults={faults.documents} />
      {question === null ? (
        <details
          class="several"
          id="candidates"
          open={isRanking || faults.candidates !== undefined}
        >
          <summary>Compare several candidates</summary>
          <div class="inner">
            <p class="soft">{ABOUT_CANDIDATES}</p>
            <Files kind="candidates" given={candidates} faults={faults.candidates} />
          </div>
        </details>
      ) : null}
    </Step>
  );
}

const ABOUT_CANDIDATES =
  "Add the job post above, and one file for each candidate here. All candidates get the same number of meetings under the same conditions.";

type FilesProps = {
  kind: "documents" | "candidates";
  given: readonly GivenDocument[];
  faults: readonly string[] | undefined;
};

function Files({ kind, given, faults }: FilesProps) {
  return (
    <>
      <ul class="files">
        {given.map(({ document: { name: file, text, notes = [] } }) => (
          <li id={`${kind}-${file}`}>
            <strong>{file}</strong>{" "}
            <span class="soft small">{groupThousands(text.split(/\s+/).length)} words</span>{" "}
            <Act does={`drop-${kind} ${file}`} label="Remove" of={file} />
            {notes.map((note) => (
              <p>{note}</p>
            ))}
          </li>
        ))}
      </ul>
      <label class="drop">
        <u>Choose files</u> or drop them here
        <br />
        <span class="small">{NAMED_ENDINGS}, at most 2 MiB each</span>
        <input class="gone" type="file" name={kind} multiple accept={ACCEPTED_ENDINGS} />
      </label>
      <noscript>
        <Act does="look" label="Add the chosen files" />
      </noscript>
      <Fault of={kind} lines={faults} />
    </>
  );
}

/** Values of the weight of a requirement. */
const WEIGHTS = ["must", "wish"] as const;

function Requirements({ requirements, isDrafting, faults }: PageProps) {
  const about = isDrafting ? "Drafted from the job post" : "Running the meetings confirms them";
  const hint = isDrafting ? WILL_REQUIRE : requirements.length === 0 ? NONE_REQUIRED : null;
  return (
    <Step id="requirements" title="Requirements" about={about}>
      {hint === null ? null : <p class="soft">{hint}</p>}
      <ul class="wants">
        {requirements.map(({ id, text, must }, at) => (
          <li id={`requirement-${id}`}>
            <textarea
              name={`requirement ${id}`}
              rows={1}
              maxLength={MOST_OF_REQUIREMENT}
              aria-label={`Requirement ${at + 1}`}
            >
              {text}
            </textarea>
            <select name={`weight ${id}`} aria-label={`Weight of requirement ${at + 1}`}>
              {WEIGHTS.map((weight) => (
                <option value={weight} selected={must === (weight === "must")}>
                  {weight}
                </option>
              ))}
            </select>
            <Act does={`drop-requirement ${id}`} label="Remove" of={`requirement ${at + 1}`} />
          </li>
        ))}
        {isDrafting ? null : (
          <li>
            <textarea
              name="added"
              rows={1}
              maxLength={MOST_OF_REQUIREMENT}
              placeholder="Another one"
              aria-label="Another requirement"
            />
          </li>
        )}
      </ul>
      <Fault of="requirements" lines={faults.requirements} />
    </Step>
  );
}

const WILL_REQUIRE = "You can change them before any meeting runs.";
const NONE_REQUIRED = "The draft names no requirement with a line of the job post. Write your own.";

const MOST_OF_REQUIREMENT = 240;

function Models({ choices, model, price, typed, faults }: PageProps) {
  const isOther = typed.model === "other" || choices.length === 0;
  return (
    <Step id="model" title="Model">
      <fieldset class="choices">
        <legend class="gone">Model</legend>
        {choices.map(({ value, models, where }, at) => (
          <label>
            <input type="radio" name="model" value={value} checked={value === model && !isOther} />
            <span>
              {nameModels(models)} <span class="soft">{where}</span>
            </span>
            <span class="price">{price?.each[at]}</span>
            {models.every(isSimulated) && models.length > 0 ? <small>{EXAMPLE}</small> : null}
          </label>
        ))}
        <label>
          <input type="radio" name="model" value="other" checked={isOther} />
          <span>
            Another{" "}
            <input
              type="text"
              name="other"
              defaultValue={typed.other ?? ""}
              placeholder="openrouter:vendor/model"
              aria-label="Name of another model"
              {...describeFault("model", faults)}
            />
          </span>
        </label>
      </fieldset>
      <Fault of="model" lines={faults.model} />
    </Step>
  );
}

const EXAMPLE = "Shows how a meeting goes. It does not answer your question.";

function nameModels(models: readonly string[]): string {
  if (models.length === 0) return "Its own models";
  if (models.every(isSimulated)) return "No model";
  return joinNames(models.map((spec) => spec.slice(spec.indexOf(":") + 1)));
}

const LIMITS = [
  ["messages", "Messages", "100"],
  ["minutes", "Minutes", "no limit"],
  ["dollars", "Dollars at most", "no limit"],
] as const;

function Limits({ typed, faults }: PageProps) {
  const set = LIMITS.flatMap(([name]) => (typed[name] ? [`${typed[name]} ${name}`] : []));
  return (
    <section class="step" id="limits">
      <details open={faults.limits !== undefined}>
        <summary>
          Limits <span class="soft">{set.length > 0 ? set.join(", ") : "100 messages"}</span>
        </summary>
        <div class="fields">
          {LIMITS.map(([name, label, preset]) => (
            <label class="field">
              <span>{label}</span>
              <input
                type="text"
                inputMode="decimal"
                name={name}
                defaultValue={typed[name] ?? ""}
                placeholder={preset}
                {...describeFault("limits", faults)}
              />
            </label>
          ))}
        </div>
        <Fault of="limits" lines={faults.limits} />
      </details>
    </section>
  );
}

function RunBar({ price, isRanking, isDrafting, typed, faults, ...shown }: PageProps) {
  const { seats, papers, documents, candidates, choices, model } = shown;
  const ranking = isDrafting ? "Draft the requirements" : "Run the meetings";
  const { needs = [], needsReason = false, warnings = [], meetings = 0 } = price ?? {};
  const chosen = choices.find(({ value }) => value === model);
  const about = isRanking
    ? [formatCount(candidates.length, "candidate"), formatCount(meetings, "meeting")]
    : [
        formatCount(seats.length, "member"),
        formatCount(papers.length + documents.length, "document").replace(/^0/, "no"),
      ];
  return (
    <>
      <div id="run">
        {warnings.map((warning) => (
          <p class="soft small">{capitalize(warning)}.</p>
        ))}
        {needs.length === 0 ? null : (
          <label>
            <input type="checkbox" name="approve" value="yes" /> I agree, though {needs.join("; ")}
          </label>
        )}
        {needsReason ? (
          <label class="field">
            <span>Why it is needed</span>
            <input type="text" name="because" defaultValue={typed.because ?? ""} />
          </label>
        ) : null}
        <Fault of="run" lines={faults.run} />
      </div>
      <div class="runbar">
        <p>
          <strong>
            {price ? `${capitalize(price.price)}, about ${price.calls} calls` : "No price yet"}
          </strong>
          <br />
          <span class="soft small">
            {price ? [...about, chosen ? nameModels(chosen.models) : model].join(", ") : ""}
          </span>
          <span class="small" id="status" role="status" />
        </p>
        <button type="submit" class="filled" name="do" value="run">
          {isRanking ? ranking : "Run the meeting"}
        </button>
      </div>
    </>
  );
}

function Prepared({ scenarios, question }: PageProps) {
  if (question !== null) return null;
  return (
    <section class="step">
      <details>
        <summary>Run a prepared meeting instead</summary>
        <ul class="inner">
          {scenarios.map(({ name, title }) => (
            <li>
              <a href={`new?scenario=${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
