// Collects problems from several steps, so that one error names all of them.

import { BoardroomError, type ErrorCode, type Problem } from "../../errors.ts";
import { alignLists } from "../../lists.ts";

type Complete<Collected> = {
  [Name in keyof Collected]: Exclude<Collected[Name], undefined>;
};

export class Findings {
  readonly #found: { code: ErrorCode; problems: readonly Problem[] }[] = [];

  add(code: ErrorCode, problems: readonly Problem[]): void {
    if (problems.length > 0) this.#found.push({ code, problems });
  }

  async collect<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      this.add(error.code, error.problems);
      return undefined;
    }
  }

  requireAll<Collected extends Readonly<Record<string, unknown>>>(
    collected: Collected,
  ): Complete<Collected> {
    this.throwIfAny();
    return collected as Complete<Collected>;
  }

  throwIfAny(): void {
    const [first] = this.#found;
    if (first)
      throw new BoardroomError(
        first.code,
        sortByPlace(this.#found.flatMap(({ problems }) => problems)),
      );
  }
}

export function sortByPlace(problems: readonly Problem[]): Problem[] {
  const files = problems.map(({ place }) => place?.file);
  const rank = ({ place }: Problem) => [
    files.indexOf(place?.file),
    place?.line ?? 0,
    place?.column ?? 0,
  ];
  return problems.toSorted((a, b) => {
    const [one, other] = alignLists(rank(a), rank(b)).find(([mine, its]) => mine !== its) ?? [0, 0];
    return one - other;
  });
}

/** A fault of Boardroom counts as a problem too, so that one bad file never ends a list. */
export async function collectProblems<Value>(work: () => Promise<Value>) {
  try {
    return { value: await work(), problems: [] };
  } catch (error) {
    if (error instanceof BoardroomError) return { value: undefined, problems: error.problems };
    const message = `this is a fault of boardroom itself: ${String(error)}`;
    return { value: undefined, problems: [{ message }] };
  }
}
