import { message } from '#shared/language/message.ts';
import type { FoundSecret, Rule } from '../finding.ts';
import { secretSentence } from '../secrets/secret-sentence.ts';

/** Shows what `findSecrets` found in the text. The secret itself is in no sentence. */
export const secret: Rule = {
  name: 'secret',
  title: message('Keys, tokens and passwords'),
  severity: 'warning',
  *find({ secrets }) {
    for (const { start, end, kind } of secrets) {
      yield { range: { start, end }, reason: secretSentence(kind), fix: fixBy({ start, end, kind }) };
    }
  },
};

function fixBy({ start, end, kind }: FoundSecret) {
  const name = `${kind.replace(/^\d+/, '').replaceAll('-', '_')}_secret`;
  return {
    label: { sentence: message('Make it the variable {name}'), values: { name } },
    edits: [{ start, end, text: `{{${name}}}` }],
  };
}
