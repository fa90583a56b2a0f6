import { Button, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import {
  type ComponentType,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '#shared/language/translate.ts';
import { isBlank } from '#shared/model/text.ts';
import { asWritten, type ResolvedText } from '#shared/templates/resolve-snippets.ts';
import type { WrittenPrompt } from '#shared/templates/shown-prompt.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import type { Library } from '../../data/database/library.ts';
import { watchValues } from '../../data/drafts/shown-values.ts';
import type { TextRef } from '../../data/drafts/text-ref.ts';
import { readSnippet, resolveText, textSourceKey } from '../../data/queries/resolve-text.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { loadAgain } from '../../ui/load-again.ts';
import { SnippetProblems } from '../../ui/snippets/snippet-problems.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MarkdownViewProps } from './markdown/markdown-view.tsx';
import type { OpenSnippet } from './markdown/prompt-marks.tsx';
import type { OpenEditor } from './open-editors/open-editor-type.ts';
import { type FontSize, valuesShownAtom } from './reading-atoms.ts';

const Scroller = chakra('section', {
  base: {
    flex: 'auto',
    minH: '32',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    scrollbarGutter: 'stable',
    _focusVisible: {
      // Drawn where the system sets the colours, and draws no shadows.
      outline: '2px solid transparent',
      outlineOffset: '-2px',
      boxShadow: 'inset 0 0 0 1px {colors.focus}',
    },
  },
});

const Page = chakra('div', {
  base: {
    px: '4',
    pt: '5',
    pb: '30vh',
    lineHeight: 'relaxed',
    overflowWrap: 'anywhere',
    // A zero is a little wider than most letters are: this many hold about 75 of them.
    '&[data-narrow]': { maxW: 'calc(66ch + 2 * {spacing.4})', mx: 'auto' },
  },
});

const sizes: Readonly<Record<FontSize, string>> = {
  small: 'sm',
  base: 'md',
  large: 'lg',
  'extra large': '1.25rem',
};

export type RenderedTextProps = TextRef & {
  readonly library: Library;
  readonly editor: OpenEditor;
  readonly fontSize: FontSize;
  /** About 75 characters to a line. */
  readonly narrow: boolean;
  /** Goes to a prompt that the text refers to. */
  readonly onOpenPrompt: ((promptId: number) => void) | undefined;
};

/** The text in the editor, whatever comes into it, as Markdown to be read, with its snippets and values in it. */
export function RenderedText({ editor, fontSize, narrow, ...rest }: RenderedTextProps) {
  const text = useSyncExternalStore(editor.onText, editor.text);
  const resolved = useDeferredValue(useResolved(text, rest));
  const prompt = useWrittenPrompt(resolved, rest);
  const onOpenSnippet = useOpenSnippet(rest);
  const { view, again } = useMarkdownView();
  return (
    <Scroller className="rendered-text" aria-label={t('Rendered Markdown')} {...scrolledByKeys}>
      <Page className="rendered-page" fontSize={sizes[fontSize]} data-narrow={narrow || undefined}>
        {resolved !== null && isBlank(resolved.text) && (
          <p>{t('Nothing to read yet. Switch to Edit mode to write.')}</p>
        )}
        <SnippetProblems problems={resolved?.problems ?? []} mb="4" />
        {view.phase === 'loaded' && resolved !== null && prompt !== null && (
          <view.View
            {...{ prompt, onOpenSnippet }}
            text={resolved.text}
            waiting={t('Rendering the rest...')}
            folds={editor.readFolds}
          />
        )}
        {view.phase === 'loading' && <Spinner label={t('Loading the rendered view...')} />}
        {view.phase === 'failed' && (
          <p role="alert">
            {t('The rendered view could not be loaded.')}{' '}
            <Button size="sm" onClick={again}>
              {t('Try again')}
            </Button>
          </p>
        )}
      </Page>
    </Scroller>
  );
}

type OfLibrary = Pick<RenderedTextProps, 'library' | 'promptId' | 'versionId' | 'onOpenPrompt'>;

/** Returns a text with its snippets, read again whenever one of them has changed; null until they are read. */
function useResolved(text: string, { library, promptId, versionId }: OfLibrary): ResolvedText | null {
  const key = textSourceKey(promptId, versionId);
  const found = useLive(
    async () => (hasReferences(text) ? resolveText(library, { key, text }) : null),
    [library, key, text],
  );
  const written = useMemo(() => asWritten(text), [text]);
  return hasReferences(text) ? (found ?? null) : written;
}

/** Returns how a text is read; null until its values are known. */
function useWrittenPrompt(
  resolved: ResolvedText | null,
  { library, promptId }: OfLibrary,
): WrittenPrompt | null {
  const areShown = useAtomValue(valuesShownAtom);
  const [values, setValues] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => watchValues(library, promptId, setValues), [library, promptId]);
  const snippets = resolved?.inserted ?? noSnippets;
  return useMemo(
    () => (values === null ? null : { snippets, values: areShown ? values : null }),
    [snippets, values, areShown],
  );
}

const noSnippets: WrittenPrompt['snippets'] = [];

function useOpenSnippet({ library, onOpenPrompt }: OfLibrary): OpenSnippet {
  return useMemo(() => {
    if (onOpenPrompt === undefined) return null;
    return async (reference) => {
      const found = await readSnippet(library, reference);
      if (typeof found !== 'string') onOpenPrompt(found.promptId);
    };
  }, [library, onOpenPrompt]);
}

/** Safari lets no key scroll what has no focus. */
const scrolledByKeys = { tabIndex: 0 };

type Loaded =
  | { readonly phase: 'loading' | 'failed' }
  | { readonly phase: 'loaded'; readonly View: ComponentType<MarkdownViewProps> };

/** By hand and not by React's `lazy`, which remembers a failure for as long as the page is open. */
function useMarkdownView(): { view: Loaded; again(): void } {
  const [view, setView] = useState<Loaded>({ phase: 'loading' });
  const isLoading = view.phase === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    let isLeft = false;
    loadAgain(() => import('./markdown/markdown-view.tsx')).then(
      ({ MarkdownView }) => {
        if (!isLeft) setView({ phase: 'loaded', View: MarkdownView });
      },
      () => {
        if (!isLeft) setView({ phase: 'failed' });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isLoading]);
  return { view, again: () => setView({ phase: 'loading' }) };
}
