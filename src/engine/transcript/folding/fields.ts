type StateField<Value, From> = {
  /** `replaced`: never written to. `grows`: a list that only lengthens or swaps its last item. `edited`: a flat list or record written to in place. */
  readonly is: "replaced" | "grows" | "edited";
  readonly first: (from: From) => Value;
};

export type FieldTable<Whole, From> = { readonly [Key in keyof Whole]: StateField<Whole[Key], From> };

export function replaced<Value, From>(first: (from: From) => Value): StateField<Value, From> {
  return { is: "replaced", first };
}

export function from<Value>(value: Value): StateField<Value, unknown> {
  return { is: "replaced", first: () => value };
}

export function grows<Item>(): StateField<Item[], unknown> {
  return { is: "grows", first: () => [] };
}

export function edited<Value extends object>(first: () => Value): StateField<Value, unknown> {
  return { is: "edited", first };
}

type AnyRecord = { [key: string]: unknown };
type AnyFields = { readonly [key: string]: StateField<unknown, never> };

export function openRecord<Whole, From>(fields: FieldTable<Whole, From>, given: From): Whole {
  const opened = Object.entries<StateField<unknown, From>>(fields as never).map(([key, { first }]) => [
    key,
    first(given),
  ]);
  return Object.fromEntries(opened) as Whole;
}

export function copyRecord<Whole extends object>(fields: FieldTable<Whole, never>, whole: Whole): Whole {
  const copy: AnyRecord = {};
  for (const [key, { is }] of Object.entries(fields as AnyFields))
    copy[key] = is === "replaced" ? (whole as AnyRecord)[key] : copied((whole as AnyRecord)[key]);
  return copy as Whole;
}

/** A place in a record, in space that does not grow with the meeting: of a list that grows, its length and last item. */
export type RecordMark = { readonly [key: string]: unknown };
type ListMark = { readonly length: number; readonly last: unknown };

export function markRecord<Whole extends object>(fields: FieldTable<Whole, never>, whole: Whole): RecordMark {
  const mark: AnyRecord = {};
  for (const [key, { is }] of Object.entries(fields as AnyFields)) {
    const value = (whole as AnyRecord)[key];
    mark[key] =
      is === "grows" ? listMark(value as readonly unknown[]) : is === "edited" ? copied(value) : value;
  }
  return mark;
}

/** Brings a record to a mark; `along` has come at least so far over the same events, and lends what is missing. */
export function moveRecord<Whole extends object>(
  fields: FieldTable<Whole, never>,
  whole: Whole,
  mark: RecordMark,
  along: object,
): void {
  const own = whole as AnyRecord;
  for (const [key, { is }] of Object.entries(fields as AnyFields)) {
    if (is === "grows")
      resize(own[key] as unknown[], (along as AnyRecord)[key] as readonly unknown[], mark[key] as ListMark);
    else own[key] = is === "edited" ? copied(mark[key]) : mark[key];
  }
}

function copied(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : { ...(value as object) };
}

function listMark(list: readonly unknown[]): ListMark {
  return { length: list.length, last: list.at(-1) };
}

function resize(own: unknown[], along: readonly unknown[], { length, last }: ListMark): void {
  if (own.length > length) own.length = length;
  for (let index = own.length; index < length; index++) own.push(along[index]);
  if (length > 0) own[length - 1] = last;
}
