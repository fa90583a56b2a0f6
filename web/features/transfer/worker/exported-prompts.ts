import type { ExportedPrompt } from '#shared/library-files/formats/exported-prompt.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import type { LibraryDb } from '../../../data/database/library-db.ts';
import { resolveText, textSourceKey } from '../../../data/queries/resolve-text.ts';

/** Yields the current text of each prompt with its snippets inserted, for programs that know no references. */
export async function* exportedPrompts(db: LibraryDb, source: LibrarySource): AsyncGenerator<ExportedPrompt> {
  for await (const project of source.projects()) {
    for await (const { id, title, content, attributes, createdAt } of source.prompts(project)) {
      const { text } = await resolveText({ db }, { key: textSourceKey(id, null), text: content });
      const { valueSets = [], settings } = attributes ?? {};
      yield { id, project: project.name, title, text, valueSets, settings, modified: createdAt };
    }
  }
}
