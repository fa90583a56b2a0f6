/** Writes texts as templates of Nunjucks and Jinja, whose expressions look alike. */
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import type { TextPiece } from '../exported-prompt.ts';

/** `names`: those that `variableNames` gives the variables. */
export function nunjucks(pieces: readonly TextPiece[], names: ReadonlyMap<string, string>): string {
  return pieces
    .map(({ kind, text }, index) => {
      if (kind === 'variable') return `{{ ${names.get(text) ?? text} }}`;
      // A brace before another one, or before a variable, opens something; a hash before one would end a comment.
      const marks = pieces[index + 1] === undefined ? /\{(?=[{%#])|#(?=\})/g : /\{(?=[{%#]|$)|#(?=\})/g;
      return text.replace(marks, "{{ '$&' }}");
    })
    .join('');
}

/** Words of Nunjucks, and names that promptfoo gives a meaning. */
const ownWords = new Set([
  ...[
    'and',
    'or',
    'not',
    'in',
    'is',
    'if',
    'else',
    'elif',
    'for',
    'true',
    'false',
    'none',
    'null',
    'set',
    'block',
  ],
  ...[
    'loop',
    'range',
    'cycler',
    'joiner',
    'self',
    'super',
    'caller',
    'env',
    'import',
    'as',
    'include',
    'extends',
  ],
]);

/** Returns a name that Nunjucks reads for each variable of a text. */
export function variableNames(text: string): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of readPrompt(text).found.variables) {
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_');
    const safe = ownWords.has(plain.toLowerCase()) || plain.startsWith('_') ? `var_${plain}` : plain;
    let free = safe;
    for (let count = 2; taken.has(free); count += 1) free = `${safe}_${count}`;
    taken.add(free);
    names.set(name, free);
  }
  return names;
}
