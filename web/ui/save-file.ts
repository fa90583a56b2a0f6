/** Hands a file to the person, as a download. */
export function saveFile(
  page: Document,
  { name, text, type }: { name: string; text: string; type: string },
): void {
  saveBlob(page, { name, blob: new Blob([text], { type }) });
}

export function saveBlob(page: Document, { name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
