import type { ComponentChildren } from "preact";
import type { Compared } from "./compared.ts";

type ByMeetingProps = {
  readonly meetings: readonly Compared[];
  readonly rows: readonly {
    readonly title: string;
    readonly cell: (meeting: Compared) => ComponentChildren;
  }[];
};

export function ByMeeting({ meetings, rows }: ByMeetingProps) {
  return (
    <div class="wide-table">
      <table class="table side-by-side">
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
    </div>
  );
}
