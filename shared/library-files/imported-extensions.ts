/** Lists the extensions of the files that an import reads (`formats/read-by-format.ts`), for who asks before it is loaded. */
export const importedExtensions: ReadonlySet<string> = new Set([
  ...['.md', '.mdc', '.markdown', '.txt', '.prompt', '.prompty', '.jinja2', '.jinja', '.j2'],
  ...['.csv', '.tsv', '.jsonl', '.ndjson', '.json'],
  ...['.yaml', '.yml', '.zip', '.gz'],
]);
