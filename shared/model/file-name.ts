import { limits } from './limits.ts';

/**
 * Control characters, line and paragraph separators, and the marks that turn reading direction round: a name
 * with one of them reads as another name, or breaks out of the line that it stands in. Marks that scripts and
 * emoji need (joiners, left-to-right and right-to-left marks) stay.
 */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** One line without anything that hides or reorders what a person reads. */
export function visibleLine(text: string): string {
  return text.replace(unsafe, '').trim();
}

/**
 * The name of a file as it may be kept and given back: no folders (of any system), nothing invisible that
 * deceives, well-formed, at most 255 units with its extension kept, and never empty. Otherwise any Unicode
 * name stays as it is, to the code unit; a safe name is its own safe name.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const line = visibleLine(last);
  const cut = cutName(line, limits.fileNameLength);
  return cut === '' || /^\.+$/.test(cut) ? 'file' : cut;
}

/** `.md` of `Read me.MD`; empty where there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

const longestExtension = 16;

function cutName(name: string, most: number): string {
  if (name.length <= most) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : '';
  let stem = name.slice(0, most - extension.length);
  // A surrogate pair is not parted.
  if (/[\ud800-\udbff]$/.test(stem)) stem = stem.slice(0, -1);
  return `${stem.trimEnd()}${extension}`.trim();
}
