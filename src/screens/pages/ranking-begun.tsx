/** The pages of a ranking that is not whole: before its first meeting has ended, and to continue it. */

import { Top } from "./layout.tsx";

type RankingTopProps = {
  home: string | undefined;
  /** Meetings are missing, no process runs them, and this server can. */
  isStopped?: boolean | undefined;
};

export function RankingTop({ home, isStopped = false }: RankingTopProps) {
  if (home === undefined) return null;
  return (
    <Top home={home}>
      {isStopped ? (
        <a class="button filled" href="continue">
          Continue here
        </a>
      ) : null}
    </Top>
  );
}

type RankingBegunProps = RankingTopProps & { title: string; meetings: number };

export function RankingBegun({ title, meetings, ...top }: RankingBegunProps) {
  return (
    <>
      <RankingTop {...top} />
      <main class="read">
        <h1>{title}</h1>
        <p>None of the {meetings} meetings has ended yet.</p>
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
