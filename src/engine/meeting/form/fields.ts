import type { FormField } from "./form-field.ts";
import type { FieldKind } from "./kind.ts";

export type FormPart = {
  readonly label: string;
  readonly place: readonly (string | number)[];
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly about: string;
  readonly row?: { readonly at: number; readonly key: string; readonly value: unknown; readonly label: string };
};

export function nameInRow({ label, row }: FormPart): string {
  return row === undefined ? label : label.slice(label.indexOf(": ") + 2);
}

export type SaidFields = ReadonlyMap<string, string>;

export function flatFields(fields: readonly FormField[], said: SaidFields): readonly FormPart[] {
  return fieldsAt(fields, { place: [], within: "", isRequired: true, said });
}

export function moreLabel(label: string, index: number): string {
  return `${label}: ${index === 0 ? "any" : "another"}${index > 1 ? ` after ${index}` : ""}?`;
}

type FieldsStanding = {
  readonly place: FormPart["place"];
  readonly within: string;
  readonly isRequired: boolean;
  readonly said: SaidFields;
  readonly row?: FormPart["row"];
};

function fieldsAt(fields: readonly FormField[], standing: FieldsStanding): readonly FormPart[] {
  return fields.flatMap((field) => flat(field, standing));
}

function flat(field: FormField, standing: FieldsStanding): readonly FormPart[] {
  const { name, about = "", required } = field;
  const place = [...standing.place, name];
  const label = `${standing.within}${field.label}`;
  const isRequired = standing.isRequired && required;
  if (!("fields" in field)) {
    const row = standing.row && { row: standing.row };
    return [{ label, place, kind: field.kind, isRequired, about, ...row }];
  }
  const inner = { ...standing, place, isRequired };
  const { kind, fields } = field;
  switch (kind.is) {
    case "group":
      return fieldsAt(fields, { ...inner, within: `${label}.` });
    case "entries":
      return entriesAt({ fields, about, ...kind }, { ...inner, within: label });
    case "rows":
      return kind.of.flatMap(({ value, label: called = String(value) }, at) => {
        const row = { at, key: kind.key, value, label: called };
        const within = `${at + 1} ${String(value)}: `;
        return fieldsAt(fields, { ...inner, place: [...place, at], within, isRequired: true, row });
      });
    default:
      return kind satisfies never;
  }
}

type Entries = {
  readonly fields: readonly FormField[];
  readonly about: string;
  readonly least?: number;
  readonly most?: number;
};

function entriesAt(
  { fields, about, least = 0, most = MOST_ENTRIES }: Entries,
  { place, within, said }: FieldsStanding,
): readonly FormPart[] {
  const found: FormPart[] = [];
  for (let index = 0; index < most; index++) {
    const entry = [...place, index];
    if (index >= least) {
      const label = moreLabel(within, index);
      found.push({ label, place: entry, kind: { is: "more" }, isRequired: false, about });
      if (!isYes(said.get(label) ?? "")) break;
    }
    found.push(
      ...fieldsAt(fields, { place: entry, within: `${within}.${index + 1}.`, isRequired: true, said }),
    );
  }
  return found;
}

const MOST_ENTRIES = 100;

function isYes(text: string): boolean {
  return /^y/i.test(text.trim());
}
