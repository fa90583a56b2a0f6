import { findMarks, type VariableMark } from '#shared/templates/marks.ts';
import type { TextEdit } from '../finding.ts';

/** Returns the edit that gives a variable of a text another name; null where the place cannot have it, as `{first name}`. */
export function renamed(text: string, mark: VariableMark, name: string): TextEdit | null {
  const written = text.slice(mark.start, mark.end);
  const at = /[\p{L}_]/u.exec(written)?.index ?? -1;
  if (at < 0) return null;
  const after = /[|:}]/.exec(written.slice(at))?.index ?? -1;
  if (after < 0) return null;
  const space = /\s*$/.exec(written.slice(at, at + after))?.[0] ?? '';
  const next = `${written.slice(0, at)}${name}${space}${written.slice(at + after)}`;
  const [found, another] = findMarks(next);
  const isOne = found?.kind === 'variable' && another === undefined && found.end === next.length;
  return isOne && found.name === name ? { start: mark.start, end: mark.end, text: next } : null;
}
