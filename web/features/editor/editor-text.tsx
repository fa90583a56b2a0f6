import { chakra, Text } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { type TextRef, textKey } from '../../data/drafts/text-ref.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { PartBoundary } from '../../ui/boundary/part-boundary.tsx';
import { lazyPart } from '../../ui/load-again.ts';
import { usePreferences } from '../../ui/provider.tsx';
import { type Notice, quietWords } from './notices/save-notice.tsx';
import { isGone, type PromptEditor } from './open-editors/show-editor.ts';
import { focusAtom, fontSizeAt, fontSizeAtom } from './reading-atoms.ts';
import { RenderedText } from './rendered-text.tsx';
import type { SnippetToolsProps } from './snippets/snippet-surface.ts';
import { narrowStage } from './stage/stage-room.ts';

// Most texts have no snippets.
const SnippetTools = lazyPart(async () => (await import('./snippets/snippet-tools.tsx')).SnippetTools);

export type EditorTextProps = TextRef & {
  /** Goes to a prompt that the text refers to. */
  readonly onOpenPrompt: ((promptId: number) => void) | undefined;
  /** The element that editors are put into. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly shown: PromptEditor;
  readonly notice: Notice | null;
  /** The text is shown as rendered Markdown. */
  readonly viewing: boolean;
  /** The rendered Markdown stopped working. */
  onViewFailed(): void;
  /** The number of the old version that it is the text of, once it is read. */
  readonly version: number | null;
  /** Shows how long the text is, at the end of the line about it. */
  readonly counts?: ReactNode;
};

const Place = chakra('div', {
  base: {
    position: 'relative',
    flex: 'auto',
    minH: '32',
    // On the pane and not on the text, which scrolls: all four sides stay in sight.
    _focusWithin: {
      boxShadow: 'inset 0 0 0 1px {colors.focus}',
      // Drawn where the system sets the colours, and draws no shadows.
      outline: '2px solid transparent',
      outlineOffset: '-2px',
    },
  },
});

const Footer = chakra('footer', {
  base: {
    display: 'flex',
    flex: 'none',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    minH: '8',
    px: '4',
    py: '1.5',
    borderTopWidth: '1px',
    color: 'fg.muted',
    fontSize: 'xs',
    _finger: { py: '0' },
    [narrowStage]: { px: '3' },
  },
});

/** The text, to be written or as rendered Markdown, and the line about it. */
export function EditorText(props: EditorTextProps) {
  const library = useLibrary();
  const { promptId, versionId, onOpenPrompt, place, shown, notice, viewing, version, counts } = props;
  const isVersion = versionId !== null;
  const fontSize = useAtomValue(fontSizeAtom);
  const focus = useAtomValue(focusAtom);
  const { spellCheck } = usePreferences();
  const hint = hintOf({ shown, notice, viewing, isVersion, version });
  return (
    <>
      {viewing && shown.phase === 'open' && (
        <PartBoundary
          key={textKey({ promptId, versionId })}
          part={t('Rendered Markdown')}
          onError={props.onViewFailed}
        >
          <RenderedText
            {...{ library, promptId, versionId, onOpenPrompt }}
            editor={shown.editor}
            fontSize={fontSizeAt(fontSize)}
            narrow={focus}
          />
        </PartBoundary>
      )}
      {!viewing && shown.phase === 'open' && (
        <LoadedSnippetTools
          key={textKey({ promptId, versionId })}
          {...{ library, promptId, versionId }}
          surface={shown.editor.snippets}
          onOpen={onOpenPrompt}
        />
      )}
      {/* It stays while it is not seen: the caret, and what comes in from elsewhere, are in it. */}
      <Place
        ref={place}
        className="editor-text"
        hidden={viewing}
        aria-busy={shown.phase === 'reading'}
        // The editor inside inherits it.
        spellCheck={spellCheck}
      />
      <Footer className="editor-footer">
        {/* The first to give way: the line is one at any width. */}
        <Text className="editor-hint" flex="1" minW="0" truncate title={hint}>
          {hint}
        </Text>
        <Text color="warning.fg" flexShrink="0" whiteSpace="nowrap" aria-live="polite">
          {quietWords(shown)}
        </Text>
        {counts}
      </Footer>
    </>
  );
}

/** Shows the tools for snippets from the first reference on, be it in the text or written now. */
function LoadedSnippetTools(props: SnippetToolsProps) {
  const { surface } = props;
  const [isWanted, setWanted] = useState(() => hasReferences(surface.text()));
  useEffect(() => {
    if (isWanted) return;
    return surface.onCaret(() => {
      if (hasReferences(surface.caretLine().text)) setWanted(true);
    });
  }, [surface, isWanted]);
  return (
    isWanted && (
      <PartBoundary part={t('References')}>
        <Suspense fallback={null}>
          <SnippetTools {...props} />
        </Suspense>
      </PartBoundary>
    )
  );
}

type Hint = {
  shown: PromptEditor;
  notice: Notice | null;
  viewing: boolean;
  isVersion: boolean;
  version: number | null;
};

/** Returns the line under the text, which promises that the text is saved only where it is. */
function hintOf({ shown, notice, viewing, isVersion, version }: Hint): string {
  if (isGone(shown)) return t('This text can be read and copied, but not changed any more.');
  if (viewing) return t('Viewing rendered Markdown (read-only). Switch to Edit mode to make changes.');
  if (notice !== null) return notice.holdsWords ? t('What you typed is not saved yet.') : '';
  if (isVersion)
    return t('Editing Version {version} - changes are saved automatically.', { version: version ?? '' });
  return t('Editing current version - content is auto-saved as you type.');
}
