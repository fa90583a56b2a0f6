/** Names the columns of a table that make a prompt; of a JSONL file, the keys of its rows. */
export type TableColumns = {
  /** A text, or a list of texts, oldest first, of which the last is the current one. */
  readonly content: string;
  readonly title?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: string | undefined;
  readonly notes?: string | undefined;
};
