import { type FormPart, nameInRow } from "../../../engine/meeting/form/form.ts";
import { choiceInWords, kindInWords, writeValue } from "../../../engine/meeting/form/kind.ts";
import { liveWords } from "../words/live-words.ts";

export function Another({ part }: { readonly part: FormPart }) {
  const list = part.place.slice(0, -1);
  return (
    <p class="wide">
      <button class="field" type="button" id={`more-${list.join("-")}`} data-another={part.label}>
        {liveWords.another(part.label.replace(/: [^:]*$/, ""))}
      </button>
    </p>
  );
}

type InputProps = {
  readonly part: FormPart;
  readonly text: string;
  readonly problem: string | undefined;
};

export function FieldInput({ part, text, problem }: InputProps) {
  const { kind, isRequired, about, place, row } = part;
  const name = JSON.stringify(place);
  const id = `f-${place.join("-")}`;
  const shared = {
    name,
    id,
    "data-label": part.label,
    ...(row && { "data-row": JSON.stringify([row.key, row.value]) }),
    ...(problem !== undefined && { "aria-invalid": true }),
  };
  const label = nameInRow(part);
  const size = ["text", "json", "list"].includes(kind.is)
    ? place[0] === "content"
      ? "widest"
      : "wide"
    : "narrow";
  const hint = [about, isRequired ? liveWords.needed : ""].filter((each) => each !== "").join("; ");
  if (kind.is === "yes-no" && !isRequired)
    return (
      <p class="wide">
        <label>
          <input type="checkbox" value="yes" defaultChecked={text === "yes" || undefined} {...shared} /> {label}
        </label>
        <span class="dim"> {about}</span>
      </p>
    );
  return (
    <p class={size}>
      {row && place.at(-1) !== undefined ? <span class="row-of">{row.label}</span> : null}
      <label for={id}>{label}</label>
      <Control part={part} text={text} shared={shared} />
      <span class="dim">
        {kind.is === "list" ? `${kindInWords(kind)}; ` : ""}
        {hint}
      </span>
    </p>
  );
}

type ControlProps = Omit<InputProps, "problem"> & {
  readonly shared: { readonly name: string; readonly id: string };
};

function Control({ part: { kind, place }, text, shared }: ControlProps) {
  if (kind.is === "choice" || kind.is === "yes-no" || kind.is === "more")
    return (
      <select class="field" {...shared} data-typed={text === "" ? undefined : text}>
        <option value="">{liveWords.none}</option>
        {(kind.is === "choice"
          ? kind.of
          : [
              { value: "yes", label: liveWords.yes },
              { value: "no", label: liveWords.no },
            ]
        ).map((choice) => (
          <option
            value={writeValue(kind, choice.value)}
            selected={writeValue(kind, choice.value) === text || undefined}
          >
            {kind.is === "choice" ? choiceInWords(choice) : choice.label}
          </option>
        ))}
      </select>
    );
  if (kind.is === "text" || kind.is === "json")
    return <textarea class="field" rows={place[0] === "content" ? 5 : 2} defaultValue={text} {...shared} />;
  const inputMode = kind.is === "number" && !kind.orText ? "decimal" : undefined;
  return <input class="field" type="text" inputMode={inputMode} defaultValue={text} {...shared} />;
}
