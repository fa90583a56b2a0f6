/** Puts a text on the clipboard. Rejects where the browser refuses. Call it directly from a press or a key. */
export async function copyText(page: Window, text: string): Promise<void> {
  // Outside of secure contexts (plain http) there is no `clipboard`, whatever the types say.
  const clipboard: Clipboard | undefined = page.navigator.clipboard;
  if (clipboard === undefined) copyByCommand(page.document, text);
  else await clipboard.writeText(text);
}

/** The copy event carries the exact text; a selected text box makes browsers send one at all. */
function copyByCommand(page: Document, text: string): void {
  const focused = page.activeElement;
  const selection = page.getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection?.getRangeAt(at));
  const box = page.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  let isCopied = false;
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = true;
  };
  // Inside an open dialog: the focus may not leave it.
  (focused?.closest('dialog, [role="dialog"]') ?? page.body).append(box);
  page.addEventListener('copy', fill, true);
  try {
    box.focus({ preventScroll: true });
    box.select();
    page.execCommand('copy');
  } finally {
    page.removeEventListener('copy', fill, true);
    box.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    selection?.removeAllRanges();
    for (const range of ranges) if (range !== undefined) selection?.addRange(range);
  }
  if (!isCopied) throw new Error('The browser did not copy.');
}
