/**
 * Lists the formats of JSON and YAML, of which the first that recognises a value reads it. A new one is a file with its
 * `valueFormat`, and a line here: those with marks that nobody else has come first.
 */
import { librechatFormat } from './chat-apps/librechat.ts';
import { openWebuiFormat } from './chat-apps/open-webui.ts';
import { chatFormat } from './chat-list.ts';
import { espansoFormat } from './espanso/espanso.ts';
import type { Format } from './format.ts';
import { githubModelsFormat } from './github-models/read-prompt-file.ts';
import { langchainFormat } from './langchain.ts';
import { langfuseFormat } from './langfuse.ts';
import { libraryFormat } from './library-json.ts';
import { openaiFormat } from './openai/read-responses.ts';
import { promptflowFormat } from './promptflow/read-flow.ts';
import { promptfooFormat } from './promptfoo/read-promptfoo.ts';
import { prompthubFormat } from './prompthub/read-prompthub.ts';
import { prompthubAppFormat } from './prompthub/read-prompthub-app.ts';
import { rowsFormat } from './rows.ts';

export const valueFormats: readonly Format<unknown>[] = [
  libraryFormat,
  chatFormat,
  githubModelsFormat,
  prompthubAppFormat,
  promptfooFormat,
  langchainFormat,
  langfuseFormat,
  promptflowFormat,
  prompthubFormat,
  espansoFormat,
  librechatFormat,
  openWebuiFormat,
  openaiFormat,
  // Takes any list whose fields are named as texts usually are.
  rowsFormat,
];
