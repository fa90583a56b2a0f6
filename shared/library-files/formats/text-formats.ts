/**
 * Lists the formats of texts, of which the first that has the extension of a file and recognises its text reads it. A new
 * one is a file with its `textFormat`, and a line here.
 */
import { rulesFormat } from './agents/read-rules.ts';
import { skillFormat } from './agents/read-skill.ts';
import { dotpromptFormat } from './dotprompt/read-dotprompt.ts';
import type { TextFormat } from './format.ts';
import { humanloopFormat } from './humanloop/read-humanloop.ts';
import { jinjaFormat } from './promptflow/read-flow.ts';
import { promptyFormat } from './prompty/read-prompty.ts';
import { plainTextFormat } from './text.ts';

export const textFormats: readonly TextFormat[] = [
  promptyFormat,
  humanloopFormat,
  dotpromptFormat,
  jinjaFormat,
  skillFormat,
  rulesFormat,
  plainTextFormat,
];
