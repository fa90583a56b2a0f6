/**
 * Commands by which the pages of the browser tests take turns at the clipboard. Chromium has one for its whole
 * process, and Vitest opens the pages of all workers in the same process: a text that one page copies is what the
 * other one pastes.
 */

/** Of Vitest's context of a command, the page that sends it. */
type Page = { readonly sessionId: string };

export function clipboardTurns() {
  const ends = new Map<string, () => void>();
  let allBefore: Promise<unknown> = Promise.resolve();
  return {
    /** Resolves when the pages that asked before have ended their turns. */
    async beginClipboardTurn({ sessionId }: Page): Promise<void> {
      const before = allBefore;
      const ended = new Promise<void>((resolve) => ends.set(sessionId, resolve));
      allBefore = Promise.all([before, ended]);
      await before;
    },
    /** Ends the turn of a page, also where the page still waits for it. */
    endClipboardTurn({ sessionId }: Page): void {
      ends.get(sessionId)?.();
    },
  };
}
