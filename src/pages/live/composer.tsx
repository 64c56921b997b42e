import { isSamePerson } from "../../meeting/people/inbox.ts";
import { personOn } from "../../meeting/people/person.ts";
import type { LivePageProps } from "./live-props.ts";

/** What a person can do to a meeting that is not their turn. */
export function Composer({ words, view, person, isReadOnly, procedure }: LivePageProps) {
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
      <form id="say" data-form="say">
        <input
          name="text"
          id="say-text"
          autocomplete="off"
          required
          maxLength={8000}
          placeholder={words.sayWhat(person)}
          aria-label={words.sayWhat(person)}
        />
        <label>
          <span class="unseen">{words.sayTo}</span>
          <select name="to" id="say-to">
            <option value="">{words.everybody}</option>
            {others.map(({ id, name }) => (
              <option value={id}>{words.only(name)}</option>
            ))}
          </select>
        </label>
        <button type="submit">{words.say}</button>
      </form>
      <details id="more-acts">
        <summary>{words.more}</summary>
        <div class="more-acts">
          {procedure.fixedOrder === null ? (
            <form id="floor" data-form="floor">
              <label>
                <span class="unseen">{words.giveFloor}</span>
                <select name="to" id="floor-to">
                  {members.map(({ id, name }) => (
                    <option value={id}>{name}</option>
                  ))}
                </select>
              </label>
              <button type="submit">{words.giveFloor}</button>
            </form>
          ) : null}
          <form id="bring" data-form="bring">
            <label>
              <span class="unseen">{words.bring}</span>
              <input type="file" name="file" id="bring-file" accept=".md,.txt,.json,.pdf,.docx" required />
            </label>
            <button type="submit">{words.bring}</button>
          </form>
          <button type="button" id="ballot" data-act="call-ballot">
            {words.ballot}
          </button>
        </div>
      </details>
    </div>
  );
}
