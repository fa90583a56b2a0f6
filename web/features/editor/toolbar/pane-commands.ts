import { messagesOf, type Role } from '#shared/templates/chat.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { copied, limitToasts, messagesCopied, notCopied, saved } from '../editor-toasts.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';

type PaneText = { readonly title: string; notify(toast: ToastRequest): void };

export type PaneCommands = {
  step(direction: 'undo' | 'redo'): void;
  copy(): void;
  download(): void;
  insertMessage(role: Role): void;
  /** Copies the messages of a chat as the JSON that is sent to a model; a text without roles is one of the user. */
  copyMessages(): void;
  downloadMessages(): void;
  /** Folds the message of the caret, or opens it. */
  foldMessage(): void;
  /** Folds all messages, or opens all, where the text is written or where it is read. */
  foldMessages(fold: boolean, viewing: boolean): void;
  /** Tries to save at once. */
  retry(): void;
  /** Saves at once, and shows that it did; where it cannot, the notice above the text is shown. */
  save(): void;
};

/** Returns what the buttons of a pane do with its text; nothing while none is open. */
export function paneCommands(editor: OpenEditor | null, { title, notify }: PaneText): PaneCommands {
  async function copy(text: string | undefined, notice: ToastRequest): Promise<void> {
    if (text === undefined) return;
    try {
      await copyText(window, text);
      notify(notice);
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
    copy: () => void copy(editor?.text(), copied()),
    insertMessage: (role) => editor?.insertMessage(role),
    copyMessages: () =>
      void copy(editor === null ? undefined : messagesJson(editor.text()), messagesCopied()),
    downloadMessages() {
      if (editor === null) return;
      const name = promptFileName(title, 'json');
      saveFile(document, { name, text: messagesJson(editor.text()), type: 'application/json' });
    },
    foldMessage() {
      editor?.folds.toggle();
      editor?.focus();
    },
    foldMessages(fold, viewing) {
      (viewing ? editor?.readFolds : editor?.folds)?.all(fold);
      if (!viewing) editor?.focus();
    },
    download() {
      if (editor === null) return;
      const name = promptFileName(title);
      saveFile(document, { name, text: editor.text(), type: 'text/markdown;charset=utf-8' });
    },
    retry: () => void editor?.save(),
    save: () => void save(),
  };
}

function messagesJson(text: string): string {
  return JSON.stringify(messagesOf(text) ?? [{ role: 'user', content: text }], null, 2);
}

/** A file name that every system takes: the title, without what any of them forbids. */
function promptFileName(title: string, extension: 'md' | 'json' = 'md'): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return `${plain === '' ? 'prompt' : plain}.${extension}`;
}
