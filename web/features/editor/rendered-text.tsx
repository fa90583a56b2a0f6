import { type ComponentType, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { isBlank } from '#shared/model/text.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MarkdownViewProps } from './markdown/markdown-view.tsx';
import type { OpenEditor } from './open-editor-type.ts';
import type { FontSize } from './reading-atoms.ts';
import './rendered-text.css';

export type RenderedTextProps = {
  readonly editor: OpenEditor;
  readonly fontSize: FontSize;
  /** About 75 characters to a line. */
  readonly narrow: boolean;
};

/** The text in the editor, whatever comes into it, as Markdown to be read. */
export function RenderedText({ editor, fontSize, narrow }: RenderedTextProps) {
  const text = useSyncExternalStore(editor.onText, editor.text);
  const shown = useDeferredValue(text);
  const { view, again } = useMarkdownView();
  return (
    <section className="rendered-text" aria-label={t('Rendered Markdown')} {...scrolledByKeys}>
      <div className="rendered-page" data-size={fontSize} data-narrow={narrow || undefined}>
        {isBlank(shown) && <p>{t('Nothing to read yet. Switch to Edit mode to write.')}</p>}
        {view.phase === 'loaded' && <view.View text={shown} waiting={t('Rendering the rest...')} />}
        {view.phase === 'loading' && <Spinner label={t('Loading the rendered view...')} />}
        {view.phase === 'failed' && (
          <p role="alert">
            {t('The rendered view could not be loaded.')}{' '}
            <Button size="sm" onClick={again}>
              {t('Try again')}
            </Button>
          </p>
        )}
      </div>
    </section>
  );
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
    import('./markdown/markdown-view.tsx').then(
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
