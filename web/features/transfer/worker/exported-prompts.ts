import { casesOf, type ExportedPrompt } from '#shared/library-files/formats/exported-prompt.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import type { LibraryDb } from '../../../data/database/library-db.ts';
import { resolveText, textSourceKey } from '../../../data/queries/resolve-text.ts';

/** Yields the current text of each prompt with its snippets inserted, for programs that know no references. */
export async function* exportedPrompts(db: LibraryDb, source: LibrarySource): AsyncGenerator<ExportedPrompt> {
  for await (const project of source.projects()) {
    for await (const prompt of source.prompts(project)) {
      const { id, title, content, attributes, createdAt } = prompt;
      const { text } = await resolveText({ db }, { key: textSourceKey(id, null), text: content });
      const { valueSets = [], settings } = attributes ?? {};
      const testCases = await casesOf(source, prompt);
      const inside = { valueSets, testCases, settings };
      yield { id, project: project.name, title, text, ...inside, modified: createdAt };
    }
  }
}
