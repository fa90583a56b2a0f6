import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { textOf } from '../bytes.ts';
import { type Candidate, refusedCandidate } from '../candidate.ts';
import type { InputFile } from '../files.ts';
import { extensionOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { readText } from './text.ts';

/** Yields the candidates of one file by its extension and by what it contains. */
export async function* readByFormat(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  switch (extensionOf(file.path)) {
    case '.md':
    case '.markdown':
    case '.txt':
      yield* readText(file.path, await textOf(file, bounds.promptBytes), options);
      return;
    default:
      yield refusedCandidate(file.path, {
        sentence: message('Files of this kind are not read.'),
      });
  }
}
