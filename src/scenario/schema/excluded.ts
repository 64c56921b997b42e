export type Excluded = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly model: string;
  readonly by: string;
  readonly because: string | null;
};
