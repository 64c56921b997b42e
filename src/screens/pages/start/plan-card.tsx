import type { Guess, ModelPlan } from "../../../engine/meeting/money/plan.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { groupThousands } from "../../../text/plain.ts";
import { startWords } from "../words/start-words.ts";

export type PlannedMeeting = {
  readonly title: string;
  readonly question: string;
  readonly members: number;
  readonly documents: readonly string[];
  readonly models: readonly ModelPlan[];
  readonly cost: Guess | null;
  readonly needs: readonly string[];
  readonly needsReason: boolean;
  readonly warnings: readonly string[];
};

export function PlanCard({ planned }: { readonly planned: PlannedMeeting }) {
  const { question, members, documents, models, cost, needs, needsReason, warnings } = planned;
  const isFree = cost !== null && cost.high === 0;
  return (
    <>
      <h2>{priceInWords(cost)}</h2>
      <p class="dim">
        {question} {members} {startWords.members}
        {documents.length === 0 ? "" : `; ${documents.join(", ")}`}
      </p>
      {isFree ? null : <Models models={models} />}
      {warnings.map((warning) => (
        <p class="note against refused">{warning}</p>
      ))}
      {needs.length === 0 ? null : (
        <>
          <p>{needs.join("; ")}</p>
          <p>
            <label>
              <input type="checkbox" id="approve" name="approve" required />{" "}
              {cost === null ? startWords.agreeUnknown : `${startWords.agree} ${dollarsInWords(cost.high)}`}
            </label>
          </p>
          {needsReason ? (
            <p class="wide">
              <label for="because">{startWords.because}</label>
              <input class="field" id="because" name="because" required />
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

function priceInWords(cost: Guess | null): string {
  if (cost === null) return startWords.unknownPrice;
  if (cost.high === 0) return startWords.free;
  return `${dollarsInWords(cost.low)} ${startWords.from} ${dollarsInWords(cost.high)}, ${startWords.expected} ${dollarsInWords(cost.expected)}`;
}

function Models({ models }: { readonly models: readonly ModelPlan[] }) {
  const range = ({ low, high }: Guess) => `${groupThousands(low)} ${startWords.from} ${groupThousands(high)}`;
  return (
    <div class="wide-table">
      <table class="table">
        <thead>
          <tr>
            {startWords.columns.map((column) => (
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
    </div>
  );
}
