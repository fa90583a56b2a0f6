/**
 * Lists the formats of texts, of which the first that has the extension of a file and recognises its text reads it. A new
 * one is a file with its `textFormat`, and a line here.
 */
import { dotpromptFormat } from './dotprompt/read-dotprompt.ts';
import type { TextFormat } from './format.ts';
import { plainTextFormat } from './text.ts';

export const textFormats: readonly TextFormat[] = [dotpromptFormat, plainTextFormat];
