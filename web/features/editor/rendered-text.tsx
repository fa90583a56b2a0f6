import { Button, chakra } from '@chakra-ui/react';
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
import type { ResolvedText } from '#shared/templates/resolve-snippets.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { loadAgain } from '../../ui/load-again.ts';
import { SnippetProblems } from '../../ui/snippets/snippet-problems.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { MarkdownViewProps } from './markdown/markdown-view.tsx';
import type { OpenEditor } from './open-editors/open-editor-type.ts';
import type { FontSize } from './reading-atoms.ts';

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

export type RenderedTextProps = {
  readonly editor: OpenEditor;
  /** Returns a text with its snippets inserted; read again whenever one of them has changed. */
  resolve(text: string): Promise<ResolvedText>;
  readonly fontSize: FontSize;
  /** About 75 characters to a line. */
  readonly narrow: boolean;
};

/** The text in the editor, whatever comes into it, as Markdown to be read, with its snippets in it. */
export function RenderedText({ editor, resolve, fontSize, narrow }: RenderedTextProps) {
  const text = useSyncExternalStore(editor.onText, editor.text);
  const { text: shown, problems } = useDeferredValue(useResolved(text, resolve));
  const { view, again } = useMarkdownView();
  return (
    <Scroller className="rendered-text" aria-label={t('Rendered Markdown')} {...scrolledByKeys}>
      <Page className="rendered-page" fontSize={sizes[fontSize]} data-narrow={narrow || undefined}>
        {isBlank(shown) && <p>{t('Nothing to read yet. Switch to Edit mode to write.')}</p>}
        <SnippetProblems problems={problems} mb="4" />
        {view.phase === 'loaded' && (
          <view.View text={shown} waiting={t('Rendering the rest...')} folds={editor.readFolds} />
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

/** A text without snippets is there at once; another stays as it is written until they are read. */
function useResolved(text: string, resolve: RenderedTextProps['resolve']): ResolvedText {
  const unresolved = useMemo(() => ({ text, problems: [] }), [text]);
  const found = useLive(
    async () => (hasReferences(text) ? { of: text, resolved: await resolve(text) } : null),
    [text, resolve],
  );
  return found?.of === text ? found.resolved : unresolved;
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
