import { BoardroomError, type ErrorCode, type Problem } from "../../errors.ts";

/** Gathers what is wrong in several places into one error. */
export class Findings {
  readonly #found: { readonly code: ErrorCode; readonly problems: readonly Problem[] }[] = [];

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

  /** The code is that of the first finding. */
  throwIfAny(): void {
    const [first] = this.#found;
    if (first)
      throw new BoardroomError(first.code, inFileOrder(this.#found.flatMap(({ problems }) => problems)));
  }
}

/** Problems of one file by line and column; files in the order in which they first appear. */
export function inFileOrder(problems: readonly Problem[]): Problem[] {
  const files = problems.map(({ place }) => place?.file);
  const rank = ({ place }: Problem) => [files.indexOf(place?.file), place?.line ?? 0, place?.column ?? 0];
  return problems.toSorted((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const differing = one.findIndex((part, index) => part !== other[index]);
    return differing < 0 ? 0 : one[differing]! - other[differing]!;
  });
}

/** The value, or what the caller did wrong as problems. */
export async function attempt<Value>(work: () => Promise<Value>) {
  try {
    return { value: await work(), problems: [] };
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    return { value: undefined, problems: error.problems };
  }
}
