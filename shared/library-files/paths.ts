import { message } from '#shared/language/message.ts';
import { bounds } from './bounds.ts';
import { utf8 } from './bytes.ts';

/** Returns why a path leads out of its folder or cannot be one on every system, as a sentence; null where it is in order. */
export function pathProblem(path: string): string | null {
  const isAway =
    path === '' ||
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    path.includes('\\') ||
    path.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (isAway) return message('A path in this zip leads out of its folder. The zip is not opened.');
  if (/\p{Cc}/u.test(path) || utf8(path).length > bounds.pathBytes) {
    return message(
      'A path in this zip is too long, or has characters that no path has. The zip is not opened.',
    );
  }
  return null;
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Returns the name of a file without its folders. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the name of a file without its folders and its last extension. */
export function stemOf(path: string): string {
  return baseOf(path).replace(/(?<=.)\.[^.]*$/, '');
}

/** Returns `.md` of `Read me.MD`; '' where there is none. */
export function extensionOf(path: string): string {
  return /(?<=.)\.[^.]*$/.exec(baseOf(path))?.[0].toLowerCase() ?? '';
}

/** Returns the folder that all paths lie in, with its slash; '' where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
