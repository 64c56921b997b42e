/** Everything that an arm may change in its scenario. */
export type ArmChanges = {
  /** Of every member, but for those that `models` names. */
  readonly model?: string;
  /** By seat. */
  readonly models?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  /** Each replaces the scenario's option of that name; `null` removes it. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly selector?: string | Readonly<Record<string, unknown>>;
  readonly decision?: Readonly<Record<string, unknown>>;
  readonly view?: "perspective" | "anonymous" | "shared";
  readonly visibility?: "open" | "until-verdict" | "sealed";
  readonly without?: readonly string[];
  readonly seats?: readonly AddedSeat[];
  readonly order?: readonly string[];
  /** Every verdict, in the order members read them in. */
  readonly verdicts?: readonly string[];
  readonly reversed?: true;
  /** Files that every member reads. */
  readonly attach?: readonly string[];
  readonly detach?: readonly string[];
  /** By seat, in place of the scenario's own evidence; `shared`: every member reads the scenario's own. */
  readonly private?: "shared" | Readonly<Record<string, readonly PrivateSource[]>>;
  readonly blind?: Blind;
  readonly swap?: Readonly<Record<string, string>>;
  readonly control?: Control;
};

export type AddedSeat = { readonly persona: string; readonly id: string; readonly model?: string };

/** A file, or lines of a document that is the scenario's own: `memo.md#L3-L7`. */
export type PrivateSource = string;

/** Words to remove from documents. `names`: one person each, in one or several forms. `words`: their replacements. */
export type Blind = {
  readonly names?: readonly (string | readonly string[])[];
  readonly words?: Readonly<Record<string, string>>;
};

/** reflection: a member sees nothing of the others. stances: it sees their verdicts without their words. */
export type Control = "reflection" | "stances";

/** One way of holding the study's meetings: a name and what differs. */
export type Arm = {
  readonly name: string;
  readonly changes: ArmChanges;
  /** Null if the study's file has it. */
  readonly made: MadeArm | null;
};

/** An arm that was made by the study; `of` names the arm it differs from. */
export type MadeArm =
  | { readonly by: "leaveOneOut"; readonly of: string; readonly without: string }
  | { readonly by: "orders"; readonly of: string; readonly nth: number }
  | { readonly by: "controls"; readonly of: string; readonly control: Control }
  | { readonly by: "models"; readonly of: string; readonly model: string };
