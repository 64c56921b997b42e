import type { ModelPlan } from "../../meeting/money/plan-meeting.ts";
import type { Guess } from "../../meeting/money/plan-tokens.ts";
import { dollarsInWords } from "../../reports/words.ts";
import type { Language } from "../../telling/language.ts";
import { groupThousands } from "../../text/plain.ts";
import { Scroller } from "../parts/section.tsx";
import { type StartWords, startWords } from "../words/start-words.ts";

/** What a meeting would be, and take. */
export type PlannedMeeting = {
  readonly title: string;
  readonly question: string;
  readonly members: number;
  readonly documents: readonly string[];
  readonly models: readonly ModelPlan[];
  /** Dollars of all calls; null where a price is not known. */
  readonly cost: Guess | null;
  /** Why a yes is needed before it is held; none where it is not. */
  readonly needs: readonly string[];
  /** Whether that yes needs its reason. */
  readonly needsReason: boolean;
  /** What should be known before anything is sent. */
  readonly warnings: readonly string[];
};

/** What a meeting would take, with the yes that it needs. */
export function PlanCard({
  planned,
  language,
}: {
  readonly planned: PlannedMeeting;
  readonly language: Language;
}) {
  const words = startWords(language);
  const { question, members, documents, models, cost, needs, needsReason, warnings } = planned;
  const isFree = cost !== null && cost.high === 0;
  return (
    <>
      <h2>{priceInWords(cost, words)}</h2>
      <p class="dim small">
        {question} {members} {words.members}
        {documents.length === 0 ? "" : `; ${documents.join(", ")}`}
      </p>
      {isFree ? null : <Models models={models} words={words} />}
      {warnings.map((warning) => (
        <p class="refused">{warning}</p>
      ))}
      {needs.length === 0 ? null : (
        <>
          <p>{needs.join("; ")}</p>
          <p>
            <label>
              <input type="checkbox" id="approve" name="approve" required />{" "}
              {cost === null ? words.agreeUnknown : `${words.agree} ${dollarsInWords(cost.high)}`}
            </label>
          </p>
          {needsReason ? (
            <p class="field wide">
              <label for="because">{words.because}</label>
              <input id="because" name="because" required />
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

function priceInWords(cost: Guess | null, words: StartWords): string {
  if (cost === null) return words.unknownPrice;
  if (cost.high === 0) return words.free;
  return `${dollarsInWords(cost.low)} ${words.from} ${dollarsInWords(cost.high)}, ${words.expected} ${dollarsInWords(cost.expected)}`;
}

function Models({ models, words }: { readonly models: readonly ModelPlan[]; readonly words: StartWords }) {
  const range = ({ low, high }: Guess) => `${groupThousands(low)} ${words.from} ${groupThousands(high)}`;
  return (
    <Scroller label={words.columns[0] ?? ""}>
      <table class="plan">
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, seats, calls, input, output, cost }) => (
            <tr>
              <th scope="row">{model}</th>
              <td>{seats}</td>
              <td>{range(calls)}</td>
              <td>{range(input)}</td>
              <td>{range(output)}</td>
              <td>{cost === null ? "?" : dollarsInWords(cost.expected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
