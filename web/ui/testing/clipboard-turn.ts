import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    beginClipboardTurn(): Promise<void>;
    endClipboardTurn(): Promise<void>;
  }
}

/** Waits until no other page uses the clipboard, and keeps it to the end of the test. Call it before real keys copy or paste. */
export async function clipboardTurn(): Promise<void> {
  onTestFinished(() => commands.endClipboardTurn());
  await commands.beginClipboardTurn();
}
