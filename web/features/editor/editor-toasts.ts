import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import type { SaveVersionOutcome } from './binding/editor-binding.ts';

export const limitToasts = (): Readonly<Record<'undo' | 'redo', ToastRequest>> => ({
  undo: {
    title: t('Nothing to undo'),
    description: t("You're at the beginning of the edit history"),
    duration: limits.undoToastMs,
  },
  redo: {
    title: t('Nothing to redo'),
    description: t("You're at the most recent edit"),
    duration: limits.undoToastMs,
  },
});

export const charactersReplaced = (): ToastRequest => ({
  title: t('Characters replaced'),
  description: messages.charactersReplaced,
});

export const viewFailed = (): ToastRequest => ({
  title: t('The rendered view stopped working'),
  description: t('The text is open for editing instead. Switch to View mode to try again.'),
  kind: 'destructive',
});

export const copied = (): ToastRequest => ({ title: t('Copied to clipboard') });

export const messagesCopied = (): ToastRequest => ({ title: t('Messages copied') });

export const saved = (): ToastRequest => ({ title: t('Saved'), duration: limits.undoToastMs });

export const notCopied = (): ToastRequest => ({
  title: t('Failed to copy'),
  description: t('Could not copy to clipboard. Please try again.'),
  kind: 'destructive',
});

export const versionMissing = (): ToastRequest => ({
  title: t('Version content missing'),
  description: t('Could not load the content for this version. Please try again.'),
  kind: 'destructive',
});

const notSaved = (description: string): ToastRequest => ({
  title: t('Failed to save version'),
  description,
  kind: 'destructive',
});

export const versionToasts = (): Readonly<Record<SaveVersionOutcome, ToastRequest>> => ({
  saved: { title: t('New version saved') },
  blank: notSaved(messages.emptyTextNotSaved),
  tooLarge: notSaved(t('This text is too large to be saved.')),
  gone: {
    title: t('Prompt no longer exists'),
    description: t('This prompt may have been deleted. Please close this tab.'),
    kind: 'destructive',
  },
  failed: notSaved(t('The browser did not save it. Your text is still in the editor.')),
});
