import { limits } from '#shared/model/limits.ts';
import { cutText } from './cut-text.ts';

/** Longer than this and what follows the dot is no file type that anyone would miss. */
const maxExtension = 10;

/** A file's name in 20 characters with its extension kept: the middle gives way to an ellipsis. Spec section 9. */
export function shortFileName(name: string, max: number = limits.shownFileNameLength): string {
  if (name.length <= max) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= Math.min(maxExtension, max - 2) ? name.slice(dot) : '';
  const stem = name.slice(0, name.length - extension.length);
  return `${cutText(stem, max - extension.length - 1).trimEnd()}…${extension}`;
}
