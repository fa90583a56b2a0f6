import { message } from '#shared/language/message.ts';
import { utf8Bytes } from '#shared/model/text.ts';
import type { Rule } from '../finding.ts';

/** A token of most models is about so many bytes of a text, as `shared/model/run/expected-cost.ts` counts. */
const bytesOfToken = 4;

/** Finds a prompt that leaves its model no room: the text with its snippets, and the longest answer of its settings. */
export const tooLong: Rule = {
  name: 'too-long',
  title: message('Prompts too long for their model'),
  severity: 'warning',
  *find({ resolved, settings, contextWindow }) {
    if (contextWindow === null) return;
    const text = Math.ceil(utf8Bytes(resolved) / bytesOfToken);
    const answer = settings.maxTokens ?? 0;
    if (text + answer <= contextWindow) return;
    const values = { model: settings.model ?? '', text, answer, most: contextWindow };
    yield {
      range: null,
      reason: {
        sentence:
          answer === 0
            ? message(
                'The text has about {text, number} tokens, and {model} takes {most, number} with those of the answer.',
              )
            : message(
                'The text has about {text, number} tokens and the answer up to {answer, number}, and {model} takes {most, number} together.',
              ),
        values,
      },
      fix: null,
    };
  },
};
