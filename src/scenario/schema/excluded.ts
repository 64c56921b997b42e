/** A member of the scenario who was left out of one meeting. */
export type Excluded = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** As the scenario has it. */
  readonly model: string;
  readonly by: string;
  /** null where no reason was given. */
  readonly because: string | null;
};
