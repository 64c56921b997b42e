import type { ComponentChildren } from "preact";
import { Scroller } from "../parts/section.tsx";
import type { Compared } from "./compared.ts";

type ByMeetingProps = {
  readonly label: string;
  readonly meetings: readonly Compared[];
  readonly rows: readonly {
    readonly title: string;
    readonly cell: (meeting: Compared) => ComponentChildren;
  }[];
};

export function ByMeeting({ label, meetings, rows }: ByMeetingProps) {
  return (
    <Scroller label={label}>
      <table class="side-by-side">
        <thead>
          <tr>
            <td />
            {meetings.map(({ name }) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, cell }) => (
            <tr>
              <th scope="row">{title}</th>
              {meetings.map(cell)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
