import { copyText } from '../../ui/copy-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { copied, limitToasts, notCopied, saved } from './editor-toasts.ts';
import type { OpenEditor } from './open-editor-type.ts';
import { promptFileName } from './prompt-file-name.ts';

type PaneText = { readonly title: string; notify(toast: ToastRequest): void };

export type PaneCommands = {
  step(direction: 'undo' | 'redo'): void;
  copy(): void;
  download(): void;
  /** Tries to save at once. */
  retry(): void;
  /** Saves at once, and shows that it did; where it cannot, the notice above the text is shown. */
  save(): void;
};

/** Returns what the buttons of a pane do with its text; nothing while none is open. */
export function paneCommands(editor: OpenEditor | null, { title, notify }: PaneText): PaneCommands {
  async function copy(): Promise<void> {
    if (editor === null) return;
    try {
      await copyText(window, editor.text());
      notify(copied());
    } catch {
      notify(notCopied());
    }
  }

  async function save(): Promise<void> {
    if ((await editor?.save()) === true) notify(saved());
  }

  return {
    step(direction) {
      if (editor?.step(direction) === false) notify(limitToasts()[direction]);
    },
    copy: () => void copy(),
    download() {
      if (editor === null) return;
      const name = promptFileName(title);
      saveFile(document, { name, text: editor.text(), type: 'text/markdown;charset=utf-8' });
    },
    retry: () => void editor?.save(),
    save: () => void save(),
  };
}
