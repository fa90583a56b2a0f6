/** A text that is compared, and what it is called. */
export type NamedText = {
  readonly name: string;
  /** A few words more about it. */
  readonly detail?: string;
  /** Null: there is none. */
  readonly text: string | null;
};
