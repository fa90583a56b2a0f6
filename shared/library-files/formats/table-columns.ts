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
    'prompt_template',
    'prompt_content',
    'instructions',
    'snippet',
    'replace',
    'expansion',
  ],
  title: ['title', 'name', 'act', 'label', 'prompt_name', 'prompt_title', 'heading', 'shortcut', 'trigger'],
  project: ['project', 'folder', 'folder_name', 'category', 'collection', 'group', 'group_name', 'topic'],
  tags: ['tags', 'tag', 'keywords', 'topics', 'activity'],
  notes: ['notes', 'note', 'comment', 'comments', 'description', 'teaser', 'summary', 'prompt_hint'],
} as const satisfies Record<keyof TableColumns, readonly string[]>;

/** Returns the columns that are named as such columns usually are; null where none is a text. */
export function guessColumns(columns: readonly string[]): TableColumns | null {
  const find = (names: readonly string[]) =>
    names
      .map((name) => columns.find((column) => plainName(column) === plainName(name)))
      .find((column) => column !== undefined);
  const content = find(usualNames.content);
  if (content === undefined) return null;
  const { title, project, tags, notes } = usualNames;
  return { content, title: find(title), project: find(project), tags: find(tags), notes: find(notes) };
}

/** Extensions of browsers write `Prompt Text`, `promptText` or `prompt_text`. */
function plainName(column: string): string {
  return column.toLowerCase().replace(/[\s_-]+/g, '');
}
