/** A file name that every system takes: the title, without what any of them forbids. */
export function fileNameOf(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return `${plain === '' ? 'prompt' : plain}.md`;
}

/** Hands the text to the person as a file, byte for byte. */
export function downloadText(page: Document, { name, text }: { name: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the browser keeps what it reads from.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
