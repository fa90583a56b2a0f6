import { message } from '#shared/language/message.ts';
import type { SnippetMark } from '#shared/templates/marks.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { referencesOf } from '#shared/templates/snippets.ts';
import type { BrokenReference, Fix, Rule, Sentence } from '../finding.ts';
import { nearName } from '../near-name.ts';

/** Finds references to snippets that stay in the text as they are written. */
export const brokenSnippet: Rule = {
  name: 'broken-snippet',
  title: message('Snippets that are not inserted'),
  severity: 'warning',
  *find({ text, broken, references }) {
    const reasons = new Map(broken.map(({ written, reason }) => [written, reason]));
    if (reasons.size === 0) return;
    // A reference that a text has often is compared with all others once.
    const fixes = new Map<string, string | null>();
    for (const mark of referencesOf(text)) {
      const written = formatReference(mark);
      const reason = reasons.get(written);
      if (reason === undefined) continue;
      const near = fixes.get(written) ?? (reason === 'missing' ? nearReference(mark, references) : null);
      fixes.set(written, near);
      const { start, end } = mark;
      yield {
        range: { start, end },
        reason: whyOf(mark, reason),
        fix: near === null ? null : fixBy(mark, near),
      };
    }
  },
};

function nearReference(mark: SnippetMark, references: readonly string[]): string | null {
  const { project, title, pin } = mark;
  const bare = formatReference({ project, title, pin: null });
  // The version or label itself is not there.
  if (references.includes(bare)) return pin === null ? null : bare;
  return nearName(bare, references);
}

function fixBy({ start, end }: SnippetMark, near: string): Fix {
  return {
    label: { sentence: message('Write {reference}'), values: { reference: near } },
    edits: [{ start, end, text: near }],
  };
}

function whyOf({ project, title, pin }: SnippetMark, reason: BrokenReference['reason']): Sentence {
  const at = pin === null ? '' : `@${pin.kind === 'version' ? pin.version : pin.label}`;
  return { sentence: sentences[reason], values: { name: `${project}/${title}${at}` } };
}

const sentences: Record<BrokenReference['reason'], string> = {
  missing: message('There is no prompt or version {name}.'),
  ambiguous: message('Several prompts are named {name}.'),
  cycle: message('{name} leads back to this text.'),
  'too-deep': message('{name} has more than twenty levels of snippets in it.'),
  'too-large': message('With {name} the text would be too large.'),
};
