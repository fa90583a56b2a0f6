import { t } from '#shared/language/translate.ts';
import type { SnippetProblem } from '#shared/templates/resolve-snippets.ts';
import type { SnippetName, SnippetReference } from '#shared/templates/snippet-syntax.ts';

/** Returns why a reference stays in a text as it is written. */
export function problemSentence(problem: SnippetProblem): string {
  const name = shownReference(problem.reference);
  switch (problem.kind) {
    case 'missing':
      return problem.reference.pin === null
        ? t('There is no prompt {name}', { name })
        : t('There is no prompt or version {name}', { name });
    case 'ambiguous':
      return t('Several prompts are named {name}', { name });
    case 'cycle':
      return t('{name} leads back to itself: {path}', { name, path: cycleOf(problem.path) });
    case 'too-deep':
      return t('{name} has more than twenty levels of snippets in it', { name });
    case 'too-large':
      return t('With {name} the text would be too large', { name });
  }
}

/** Returns a reference as a person reads it, without braces and escapes. */
export function shownReference({ project, title, pin }: SnippetReference): string {
  const at = pin === null ? '' : `@${pin.kind === 'version' ? pin.version : pin.label}`;
  return `${shownName({ project, title })}${at}`;
}

function shownName({ project, title }: SnippetName): string {
  return `${project}/${title}`;
}

const mostNames = 6;

function cycleOf(path: readonly SnippetName[]): string {
  const names = path.slice(0, mostNames).map(shownName);
  return [...names, ...(path.length > mostNames ? ['…'] : []), ...names.slice(0, 1)].join(' → ');
}
