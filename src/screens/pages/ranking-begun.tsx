/** The page of a ranking before its first meeting has ended. */

type RankingBegunProps = { title: string; meetings: number; home: string | undefined };

export function RankingBegun({ title, meetings, home }: RankingBegunProps) {
  return (
    <main class="read">
      <h1>{title}</h1>
      <p>None of the {meetings} meetings has ended yet.</p>
      {home === undefined ? null : (
        <p>
          <a href={home}>All meetings</a>
        </p>
      )}
    </main>
  );
}
