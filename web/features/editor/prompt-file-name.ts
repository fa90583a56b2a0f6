/** A file name that every system takes: the title, without what any of them forbids. */
export function promptFileName(title: string, extension: 'md' | 'json' = 'md'): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return `${plain === '' ? 'prompt' : plain}.${extension}`;
}
