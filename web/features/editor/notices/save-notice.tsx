import { Button } from '@chakra-ui/react';
import { LuTriangleAlert } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { FailureReason, SaveState } from '../binding/save-state.ts';
import type { PromptEditor } from '../open-editors/show-editor.ts';
import { PaneNotice } from './pane-notice.tsx';

export type Notice = { title: string; sentence: string; retry: boolean; holdsWords: boolean };

export type SaveNoticeProps = {
  readonly notice: Notice | null;
  /** There is a text on the screen that can be taken along. */
  readonly hasText: boolean;
  onRetry(): void;
  onCopy(): void;
  onDownload(): void;
};

/** Stands above the text while it is not on this device's disk: the words, and the ways to take it along. */
export function SaveNotice({ notice, hasText, onRetry, onCopy, onDownload }: SaveNoticeProps) {
  if (notice === null) return null;
  return (
    <PaneNotice
      role="alert"
      status="error"
      icon={<LuTriangleAlert />}
      actions={
        hasText && (
          <>
            {notice.retry && (
              <Button size="sm" onClick={onRetry}>
                {t('Try again')}
              </Button>
            )}
            <Button size="sm" onClick={onCopy}>
              {t('Copy text')}
            </Button>
            <Button size="sm" onClick={onDownload}>
              {t('Download text')}
            </Button>
          </>
        )
      }
    >
      <strong>{notice.title}</strong> {notice.sentence}
    </PaneNotice>
  );
}

/** Returns the words beside the hint under the text; '' for none. */
export function quietWords(shown: PromptEditor): string {
  return shown.phase === 'open' && shown.state.kind === 'blank' ? t(messages.emptyTextNotSaved) : '';
}

const gone = () => ({
  title: t('Prompt no longer exists.'),
  sentence: t('This prompt may have been deleted. Please close this tab.'),
  retry: false,
});

const versionGone = () => ({
  title: t('This version no longer exists.'),
  sentence: t('It was deleted while you were editing it.'),
  retry: false,
});

const notSaved = (): Readonly<Record<FailureReason, string>> => ({
  full: t('This device is full.'),
  browser: t('The browser did not save the text.'),
  signingOut: t('You are being signed out in another tab.'),
});

type Gone = Extract<SaveState, { kind: 'gone' }>;

function whereWordsAre({ unsaved, keptAs }: Gone): string {
  if (unsaved) return t('What you wrote is only in this window.');
  return keptAs === null ? '' : t('What you had just written is kept as the prompt “{keptAs}”.', { keptAs });
}

/** Null where the text is written, or will be within the second. */
export function noticeOf(shown: PromptEditor, { isVersion }: { isVersion: boolean }): Notice | null {
  if (shown.phase === 'reading') return null;
  // The pane says that in its own way, and goes back to the current text.
  if (shown.phase === 'missing') return isVersion ? null : { ...gone(), holdsWords: false };
  if (shown.phase === 'unreadable') {
    return {
      title: t('This prompt could not be read.'),
      sentence: t('The browser did not open what is stored on this device. Reload the page to try again.'),
      retry: false,
      holdsWords: false,
    };
  }
  const { state } = shown;
  switch (state.kind) {
    case 'saved':
    case 'waiting':
    case 'saving':
    case 'blank':
      return null;
    case 'failed':
      return {
        title: notSaved()[state.reason],
        sentence: state.isDraft
          ? t('What you typed is kept as a draft in this browser. Promptory tries again by itself.')
          : t('What you typed is only in this window. Promptory tries again by itself.'),
        retry: true,
        holdsWords: true,
      };
    case 'draft':
      return {
        title: t('This text is not saved yet.'),
        sentence: t(
          'You typed this text while the device could not save. It is kept as a draft, and Promptory tries again by itself.',
        ),
        retry: true,
        holdsWords: true,
      };
    case 'tooLarge':
      return {
        title: t('This text is too large to be saved.'),
        sentence: [
          t('A prompt holds at most {megabytes} MB.', { megabytes: limits.contentMaxBytes / 1024 / 1024 }),
          whereUnsaved(state),
        ].join(' '),
        retry: false,
        holdsWords: true,
      };
    case 'refused':
      return {
        title: t('This text is not saved yet.'),
        sentence: [t(refusalMessages[state.code]), whereUnsaved(state)].join(' '),
        retry: true,
        holdsWords: true,
      };
    case 'gone':
      return goneNotice(state, isVersion);
  }
}

function whereUnsaved({ isDraft }: { isDraft: boolean }): string {
  return isDraft
    ? t('The text is a draft in this browser, and on no other device.')
    : t('The text is only in this window: copy or download it before you leave.');
}

function goneNotice(state: Gone, isVersion: boolean): Notice | null {
  // The pane leaves a version that nobody wrote in.
  if (isVersion && !state.unsaved && state.keptAs === null) return null;
  const what = isVersion ? versionGone() : gone();
  return {
    ...what,
    sentence: [what.sentence, whereWordsAre(state)].filter(Boolean).join(' '),
    holdsWords: state.unsaved,
  };
}
