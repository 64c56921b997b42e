/** The pages of a ranking that is not whole: before its first meeting has ended, and to continue it. */

import { Top } from "./layout.tsx";

export type RankingProgress = {
  /** Such as `15 of 25 meetings held, 10 failed`. */
  held: string;
  /** No process runs the others. */
  isStopped: boolean;
  /** This server can run them. */
  isContinuable: boolean;
  /** Why the last meeting failed; empty if none did. */
  failure: string;
};

type RankingTopProps = { home: string | undefined; progress?: RankingProgress | undefined };

export function RankingTop({ home, progress }: RankingTopProps) {
  if (home === undefined) return null;
  return (
    <Top home={home}>
      {progress?.isContinuable ? (
        <a class="button filled" href="continue">
          Continue here
        </a>
      ) : null}
    </Top>
  );
}

/** The answer of a ranking that is not whole. */
export const NO_ORDER = "No order yet";

/** How far a ranking is that is not whole. */
export function Progress({ progress }: Pick<RankingTopProps, "progress">) {
  if (progress === undefined) return null;
  const { held, isStopped, failure } = progress;
  return (
    <p class="notice">
      <b class={isStopped ? undefined : "now"}>{held}.</b>{" "}
      {isStopped ? "" : "New results appear on this page. The meetings continue if you close it."}{" "}
      {failure === "" ? "" : `The last one failed: ${failure}`}
    </p>
  );
}

type RankingBegunProps = RankingTopProps & { question: string; meetings: number };

export function RankingBegun({ question, meetings, ...top }: RankingBegunProps) {
  return (
    <>
      <RankingTop {...top} />
      <main class="read">
        <Progress progress={top.progress} />
        <h1 class="question">{question}</h1>
        <p class="answer">{NO_ORDER}</p>
        <p class="lead">None of the {meetings} meetings has ended.</p>
      </main>
    </>
  );
}

type ContinueRankingProps = {
  title: string;
  progress: string;
  /** Why it was not continued, and what to do. */
  refused: readonly string[];
  /** It takes an approval, which was not given. */
  isUnapproved: boolean;
};

export function ContinueRanking({ title, progress, refused, isUnapproved }: ContinueRankingProps) {
  return (
    <>
      <Top home="../../" />
      <main class="read">
        <h1>{title}</h1>
        <p>{progress}. Meetings that have ended are not run again.</p>
        {refused.map((line) => (
          <p class="refused">{line}</p>
        ))}
        <form method="post" enctype="multipart/form-data">
          {isUnapproved ? (
            <>
              <p>
                <label>
                  <input type="checkbox" name="approve" value="yes" required /> I agree
                </label>
              </p>
              <label class="field">
                <span>Why it is needed</span>
                <input name="because" />
              </label>
            </>
          ) : null}
          <p>
            <button class="filled" type="submit">
              Continue here
            </button>
          </p>
        </form>
      </main>
    </>
  );
}
