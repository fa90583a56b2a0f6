import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import type { SaveVersionOutcome } from './editor-binding.ts';

export const limitToasts: Readonly<Record<'undo' | 'redo', ToastRequest>> = {
  undo: {
    title: 'Nothing to undo',
    description: "You're at the beginning of the edit history",
    duration: limits.undoToastMs,
  },
  redo: {
    title: 'Nothing to redo',
    description: "You're at the most recent edit",
    duration: limits.undoToastMs,
  },
};

export const charactersReplaced: ToastRequest = {
  title: 'Characters replaced',
  description: messages.charactersReplaced,
};

export const copied: ToastRequest = { title: 'Copied to clipboard' };

export const saved: ToastRequest = { title: 'Saved', duration: limits.undoToastMs };

export const notCopied: ToastRequest = {
  title: 'Failed to copy',
  description: 'Could not copy to clipboard. Please try again.',
  kind: 'destructive',
};

export const versionMissing: ToastRequest = {
  title: 'Version content missing',
  description: 'Could not load the content for this version. Please try again.',
  kind: 'destructive',
};

const notSaved = (description: string): ToastRequest => ({
  title: 'Failed to save version',
  description,
  kind: 'destructive',
});

export const versionToasts: Readonly<Record<SaveVersionOutcome, ToastRequest>> = {
  saved: { title: 'New version saved' },
  blank: notSaved(messages.emptyTextNotSaved),
  tooLarge: notSaved('This text is too large to be saved.'),
  gone: {
    title: 'Prompt no longer exists',
    description: 'This prompt may have been deleted. Please close this tab.',
    kind: 'destructive',
  },
  failed: notSaved('The browser did not save it. Your text is still in the editor.'),
};
