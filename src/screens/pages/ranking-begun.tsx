/** The page of a ranking before its first meeting has ended. */

import { Top } from "./layout.tsx";

type RankingBegunProps = { title: string; meetings: number; home: string | undefined };

export function RankingBegun({ title, meetings, home }: RankingBegunProps) {
  return (
    <>
      {home === undefined ? null : <Top home={home} />}
      <main class="read">
        <h1>{title}</h1>
        <p>None of the {meetings} meetings has ended yet.</p>
      </main>
    </>
  );
}
