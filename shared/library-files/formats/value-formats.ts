/**
 * Lists the formats of JSON and YAML, of which the first that recognises a value reads it. A new one is a file with its
 * `valueFormat`, and a line here: those with marks that nobody else has come first.
 */
import { chatFormat } from './chat-list.ts';
import type { Format } from './format.ts';
import { githubModelsFormat } from './github-models/read-prompt-file.ts';
import { langchainFormat } from './langchain.ts';
import { langfuseFormat } from './langfuse.ts';
import { libraryFormat } from './library-json.ts';
import { promptfooFormat } from './promptfoo/read-promptfoo.ts';
import { rowsFormat } from './rows.ts';

export const valueFormats: readonly Format<unknown>[] = [
  libraryFormat,
  chatFormat,
  githubModelsFormat,
  promptfooFormat,
  langchainFormat,
  langfuseFormat,
  // Takes any list whose fields are named as texts usually are.
  rowsFormat,
];
