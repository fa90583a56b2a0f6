import { findMarks, type SnippetMark } from './marks.ts';
import { escaped, type SnippetName } from './snippet-syntax.ts';

/** Whether a text may have references; only a text that has is read for them. */
export function hasReferences(text: string): boolean {
  return text.includes('{{>');
}

/** Finds the references to snippets in a text, in their order; `markLine` and `snippetAt` have the rules. */
export function referencesOf(text: string): SnippetMark[] {
  return hasReferences(text) ? findMarks(text).filter((mark) => mark.kind === 'snippet') : [];
}

/**
 * Returns the text with new names in the references that `rename` gives one for; it returns null for the others. Only
 * a part of a name that differs is written; every other byte stays.
 */
export function renameReferences(text: string, rename: (name: SnippetName) => SnippetName | null): string {
  const pieces: string[] = [];
  let end = 0;
  for (const reference of referencesOf(text)) {
    const renamed = rename({ project: reference.project, title: reference.title });
    if (renamed === null) continue;
    if (renamed.project !== reference.project) {
      pieces.push(text.slice(end, reference.projectRange.start), escaped(renamed.project));
      end = reference.projectRange.end;
    }
    if (renamed.title !== reference.title) {
      pieces.push(text.slice(end, reference.titleRange.start), escaped(renamed.title));
      end = reference.titleRange.end;
    }
  }
  return pieces.join('') + text.slice(end);
}
