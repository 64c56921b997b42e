import { isSamePerson } from "../../../engine/meeting/people/inbox.ts";
import { personOn } from "../../../engine/meeting/people/person.ts";
import { liveWords } from "../words/live-words.ts";
import type { LivePageProps } from "./live-props.ts";

export function Composer({ view, person, isReadOnly, procedure }: LivePageProps) {
  if (isReadOnly) return null;
  const members = [...view.people.values()].filter(
    ({ id, isAgent }) => !isAgent && view.state.members.get(id)?.status === "active",
  );
  const others = members.filter(({ id }) => {
    const seat = view.state.members.get(id)?.seat;
    const sits = seat && personOn(seat);
    return !sits || !isSamePerson(sits, person);
  });
  return (
    <div class="composer">
      <form class="row" id="say" data-form="say">
        <input
          class="field"
          name="text"
          id="say-text"
          autocomplete="off"
          required
          maxLength={8000}
          placeholder={liveWords.sayWhat(person)}
          aria-label={liveWords.sayWhat(person)}
        />
        <label>
          <span class="gone">{liveWords.sayTo}</span>
          <select class="field" name="to" id="say-to">
            <option value="">{liveWords.everybody}</option>
            {others.map(({ id, name }) => (
              <option value={id}>{liveWords.only(name)}</option>
            ))}
          </select>
        </label>
        <button class="field" type="submit">
          {liveWords.say}
        </button>
      </form>
      <details id="more-acts">
        <summary>{liveWords.more}</summary>
        <div class="row">
          {procedure.fixedOrder === null ? (
            <form id="floor" data-form="floor">
              <label>
                <span class="gone">{liveWords.giveFloor}</span>
                <select class="field" name="to" id="floor-to">
                  {members.map(({ id, name }) => (
                    <option value={id}>{name}</option>
                  ))}
                </select>
              </label>
              <button class="field" type="submit">
                {liveWords.giveFloor}
              </button>
            </form>
          ) : null}
          <form id="bring" data-form="bring">
            <label>
              <span class="gone">{liveWords.bring}</span>
              <input
                class="field"
                type="file"
                name="file"
                id="bring-file"
                accept=".md,.txt,.json,.pdf,.docx"
                required
              />
            </label>
            <button class="field" type="submit">
              {liveWords.bring}
            </button>
          </form>
          <button class="field" type="button" id="ballot" data-act="call-ballot">
            {liveWords.ballot}
          </button>
        </div>
      </details>
    </div>
  );
}
