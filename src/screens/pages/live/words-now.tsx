import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../../showing/meeting-view/people.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { Badge } from "../parts/person.tsx";
import { liveWords } from "../words/live-words.ts";

type WordsNowProps = {
  readonly view: MeetingView;
  readonly calls: readonly LiveCall[];
};

export function WordsNow({ view, calls }: WordsNowProps) {
  return (
    <div class="now-said">
      {calls.map((call) => {
        const person = personIn(view, call.speaker);
        const isHeard = call.phase === "speaking" && !call.isPrivate;
        return (
          <div class="entry said" id={`now-${call.path}`}>
            <Badge person={person} />
            <h3>
              <b class="name">{person.name}</b>{" "}
              {isHeard ? null : (
                <span class="dim">{call.isPrivate ? liveWords.votes : call.why || liveWords.thinking}</span>
              )}
            </h3>
            {isHeard ? <p class="words under-way">{call.text}</p> : null}
          </div>
        );
      })}
    </div>
  );
}
