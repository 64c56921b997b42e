import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { OutcomeChip } from "./decision.tsx";
import { heldInWords } from "./masthead.tsx";
import { Cell } from "./parts/section.tsx";
import { ShareBar } from "./parts/verdict.tsx";
import { liveWords } from "./words/live-words.ts";

export type MeetingLine = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** `board@5`. */
  readonly protocol: string;
  /** Meeting time of its first word, ISO 8601. */
  readonly startedAt: string;
  readonly simulated: boolean;
  readonly members?: number;
  readonly options?: MeetingView["options"];
  /** A study or a ranking, whose page is its report. */
  readonly of?: "study" | "ranking";
  readonly standing:
    | { readonly is: "held" }
    | { readonly is: "stopped" }
    | { readonly is: "waiting"; readonly person: string; readonly isHeld: boolean }
    | { readonly is: "suspended"; readonly why: string }
    | {
        readonly is: "closed";
        readonly outcome: string;
        readonly decided?: Outcome;
      }
    | { readonly is: "damaged"; readonly why: string };
};

type MeetingListProps = {
  readonly folder: string;
  readonly meetings: readonly MeetingLine[];
  readonly isReadOnly?: boolean;
};

export function MeetingList({ folder, meetings, isReadOnly = true }: MeetingListProps) {
  const { list } = liveWords;
  const groups = GROUPS.flatMap((group) => {
    const lines = meetings.filter((each) => groupOf(each) === group);
    return lines.length === 0 ? [] : [{ group, lines }];
  });
  return (
    <main class="page stack">
      <header class="row">
        <div>
          <p class="dim">
            <b>Boardroom</b> · {folder}
          </p>
          <h1>{list.meetings}</h1>
        </div>
        {isReadOnly ? null : (
          <a class="field main push" href="new">
            {list.hold}
          </a>
        )}
      </header>
      {meetings.length === 0 ? (
        <p class="card">
          {list.empty} <code>boardroom run hiring --seed 34</code>
        </p>
      ) : (
        <>
          <Filters meetings={meetings} />
          <table class="table packed">
            <thead>
              <tr>
                {list.columns.map((column) => (
                  <th scope="col">{column}</th>
                ))}
              </tr>
            </thead>
            {groups.map(({ group, lines }) => (
              <tbody data-sorted="">
                <tr>
                  <th scope="rowgroup" colSpan={4}>
                    <h2>
                      {list.groups[group]} <small>{lines.length}</small>
                    </h2>
                  </th>
                </tr>
                {lines.map((meeting, place) => (
                  <Row meeting={meeting} place={place} />
                ))}
              </tbody>
            ))}
          </table>
          <p class="nothing dim" hidden>
            {list.nothing}
          </p>
        </>
      )}
    </main>
  );
}

const GROUPS = ["asks", "runs", "ended"] as const;

function groupOf({ standing }: MeetingLine): (typeof GROUPS)[number] {
  if (standing.is === "held") return "runs";
  if (standing.is !== "closed") return "asks";
  return isOpen(standing.decided) ? "asks" : "ended";
}

/** An option that a person has to accept. */
function isOpen(outcome: Outcome | undefined): boolean {
  return outcome?.status === "unaccepted";
}

function kindOf({ of }: MeetingLine): "meeting" | "ranking" | "study" {
  return of ?? "meeting";
}

function Filters({ meetings }: Pick<MeetingListProps, "meetings">) {
  const { list } = liveWords;
  const kinds = (["meeting", "ranking", "study"] as const).flatMap((kind) => {
    const count = meetings.filter((each) => kindOf(each) === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  return (
    <search class="row filters" hidden>
      <input class="field" type="search" id="find" placeholder={list.search} aria-label={list.search} />
      <select class="field" id="kind" aria-label={list.kind}>
        <option value="">{`${list.all} ${meetings.length}`}</option>
        {kinds.map(({ kind, count }) => (
          <option value={kind}>{`${list.kinds[kind]} ${count}`}</option>
        ))}
      </select>
      <select class="field" id="sort" aria-label={list.sort}>
        <option value="">{list.newest}</option>
        <option value="margin">{list.closest}</option>
        <option value="title">{list.byTitle}</option>
      </select>
      <output class="dim" aria-live="polite" />
    </search>
  );
}

type ListedProps = { readonly meeting: MeetingLine; readonly place: number };

function Row({ meeting, place }: ListedProps) {
  const { id, title, question, protocol, simulated, startedAt, of, members, standing } = meeting;
  const { list } = liveWords;
  const outcome = standing.is === "closed" ? standing.decided : undefined;
  const about = [
    of ? list.kinds[of] : (protocol.split("@")[0] ?? ""),
    ...(members === undefined ? [] : [list.members(members)]),
    ...(startedAt === "" ? [] : [heldInWords(meeting)]),
    ...(simulated ? [list.simulated] : []),
    id,
  ];
  return (
    <tr
      data-kind={kindOf(meeting)}
      data-place={place}
      data-title={title}
      data-margin={outcome?.margin ?? Number.MAX_SAFE_INTEGER}
    >
      <Cell label={list.columns[0]}>
        <StandsNow meeting={meeting} />
      </Cell>
      <th scope="row">
        <a href={`m/${encodeURIComponent(id)}/${of || standing.is === "closed" ? "report" : ""}`}>
          {title === "" ? id : title}
        </a>
        <small class="line">{question}</small>
      </th>
      <Cell label={list.columns[2]}>
        <Votes meeting={meeting} />
      </Cell>
      <Cell label={list.columns[3]}>
        <small>{about.filter((each) => each !== "").join(" · ")}</small>
      </Cell>
    </tr>
  );
}

function Votes({ meeting: { options, standing } }: Pick<ListedProps, "meeting">) {
  if (standing.is !== "closed") return null;
  const { decided } = standing;
  if (!decided || !options) return <small>{standing.outcome}</small>;
  const sides = [...options.values()].map((option) => [option.id, option.side] as const);
  const counted = Object.entries(decided.votes).map(
    ([name, votes]) =>
      [options.has(name) ? name : (sides.find(([, side]) => side === name)?.[0] ?? ""), votes] as const,
  );
  return (
    <>
      <ShareBar view={{ options }} counted={counted.filter(([, votes]) => votes > 0)} />
      <small>{standing.outcome}</small>
    </>
  );
}

function StandsNow({ meeting: { standing, options } }: Pick<ListedProps, "meeting">) {
  if (standing.is === "closed" && standing.decided && options)
    return <OutcomeChip view={{ options }} outcome={standing.decided} />;
  if (standing.is === "closed") return <span class="chip none">{liveWords.list.done}</span>;
  const [word = "", ...why] = standingInWords(standing).split(/(?<=^[^:;]*)[:;] /);
  return (
    <>
      <span class={`chip stands ${standing.is === "damaged" ? "against" : "warn"}`}>{word}</span>
      {why.length === 0 ? null : <small class="line">{why.join(": ")}</small>}
    </>
  );
}

export function standingInWords(standing: MeetingLine["standing"]): string {
  const { list } = liveWords;
  switch (standing.is) {
    case "held":
      return list.held;
    case "stopped":
      return list.stopped;
    case "waiting":
      return list.waits(standing.person);
    case "suspended":
      return list.suspended(standing.why);
    case "closed":
      return standing.outcome;
    case "damaged":
      return list.damaged(standing.why);
    default:
      return standing satisfies never;
  }
}
