import { findPlaceholders } from '#shared/templates/placeholders.ts';
import {
  fillMessages,
  fillPrompt,
  missingOf,
  previewPrompt,
  type ReadPrompt,
  readPrompt,
} from '#shared/templates/prompt-parts.ts';
import { countText } from '#shared/templates/text-counts.ts';
import type { TemplateAnswers, TemplateAsk } from './template-requests.ts';

/** A page that draws more pieces than this waits for it. */
const mostPieces = 1_000;

/** Returns what answers one request after the other about the text that was read last. */
export function templateThread(): (ask: TemplateAsk) => TemplateAnswers[keyof TemplateAnswers] {
  let prompt: ReadPrompt = readPrompt('');
  return (ask) => {
    switch (ask.kind) {
      case 'read': {
        prompt = readPrompt(ask.text);
        const { variables, conflicts } = prompt.found;
        return {
          isChat: prompt.isChat,
          variables: variables.map(({ name, field }) => ({ name, field })),
          conflicts: [...new Set(conflicts.map(({ name }) => name))],
          placeholders: findPlaceholders(ask.written),
        };
      }
      case 'preview': {
        const { mostUnits, valueSets } = ask;
        return valueSets.map((values) => previewPrompt(prompt, values, { mostUnits, mostPieces }));
      }
      case 'fill':
        return fillPrompt(prompt, ask.values);
      case 'messages':
        return { messages: fillMessages(prompt, ask.values), missing: missingOf(prompt, ask.values) };
      case 'count':
        return countText(ask.text);
    }
  };
}
