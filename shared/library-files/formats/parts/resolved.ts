/** Returns the path that a name means in a folder; null where it leads out of all that was given. */
export function resolved(folder: string, name: string): string | null {
  const path = folder === '' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..' && path.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}
