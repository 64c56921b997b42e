/** Everything that an arm may change in its scenario; what is left out stays as the scenario has it. */
export type ArmChanges = {
  /** Of every member, but for those that `models` names. */
  readonly model?: string;
  /** By seat. */
  readonly models?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  /** Options of the protocol: each replaces the scenario's of that name; `null` takes it away. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly selector?: string | Readonly<Record<string, unknown>>;
  readonly decision?: Readonly<Record<string, unknown>>;
  readonly view?: "perspective" | "anonymous" | "shared";
  readonly visibility?: "open" | "until-verdict" | "sealed";
  /** Seats left out. */
  readonly without?: readonly string[];
  /** Personas seated after the others. */
  readonly seats?: readonly AddedSeat[];
  /** Every seat, in the order they are to sit in. */
  readonly order?: readonly string[];
  /** Every verdict, in the order members are to read them in. */
  readonly verdicts?: readonly string[];
  /** Every verdict in the opposite order. */
  readonly reversed?: true;
  /** Files that everybody reads beside the scenario's documents. */
  readonly attach?: readonly string[];
  /** Names of documents taken away. */
  readonly detach?: readonly string[];
  /** Evidence of single seats, by seat, in place of the scenario's own; `shared`: everybody reads what that is. */
  readonly private?: "shared" | Readonly<Record<string, readonly PrivateSource[]>>;
  readonly blind?: Blind;
  /** Each word and what stands in its place. */
  readonly swap?: Readonly<Record<string, string>>;
  readonly control?: Control;
};

export type AddedSeat = { readonly persona: string; readonly id: string; readonly model?: string };

/** A file, or lines of a document that is the scenario's own: `memo.md#L3-L7`. */
export type PrivateSource = string;

/** What documents are to say no more. `names`: each stands for one person, in one form or in several; `words`: what stands in their place. */
export type Blind = {
  readonly names?: readonly (string | readonly string[])[];
  readonly words?: Readonly<Record<string, string>>;
};

/** reflection: a member is shown nothing of the others. stances: it is shown their verdicts, and none of their words. */
export type Control = "reflection" | "stances";

/** One way of holding the study's meetings: a name and what differs. */
export type Arm = {
  readonly name: string;
  readonly changes: ArmChanges;
  /** How it came to be; null where the study's file has it so. */
  readonly made: MadeArm | null;
};

/** An arm that was made by the study; `of` names the arm it differs from. */
export type MadeArm =
  | { readonly by: "leaveOneOut"; readonly of: string; readonly without: string }
  | { readonly by: "subsets"; readonly of: string; readonly members: readonly string[] }
  | { readonly by: "orders"; readonly of: string; readonly nth: number }
  | { readonly by: "controls"; readonly of: string; readonly control: Control }
  | { readonly by: "models"; readonly of: string; readonly model: string };
