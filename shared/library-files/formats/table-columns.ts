/** Names the columns of a table that make a prompt; of a JSONL file, the keys of its rows. */
export type TableColumns = {
  /** A text, or a list of texts, oldest first, of which the last is the current one. */
  readonly content: string;
  readonly title?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: string | undefined;
  readonly notes?: string | undefined;
};

/** Shows a table to the person who chooses its columns. */
export type TablePreview = {
  readonly columns: readonly string[];
  /** The first rows, a text for each column. */
  readonly rows: readonly (readonly string[])[];
  /** The columns whose names say what they are; null where none is named like a text. */
  readonly guess: TableColumns | null;
};

const usualNames = {
  content: [
    'content',
    'prompt',
    'text',
    'template',
    'versions',
    'body',
    'messages',
    'prompt_text',
    'instructions',
  ],
  title: ['title', 'name', 'act', 'label', 'prompt_name', 'heading'],
  project: ['project', 'folder', 'category', 'collection', 'group'],
  tags: ['tags', 'tag', 'keywords', 'topics'],
  notes: ['notes', 'note', 'comment', 'comments', 'description'],
} as const satisfies Record<keyof TableColumns, readonly string[]>;

/** Returns the columns that are named as such columns usually are; null where none is a text. */
export function guessColumns(columns: readonly string[]): TableColumns | null {
  const find = (names: readonly string[]) =>
    names
      .map((name) => columns.find((column) => column.trim().toLowerCase() === name))
      .find((column) => column !== undefined);
  const content = find(usualNames.content);
  if (content === undefined) return null;
  const { title, project, tags, notes } = usualNames;
  return { content, title: find(title), project: find(project), tags: find(tags), notes: find(notes) };
}
