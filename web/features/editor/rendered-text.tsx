import { type ComponentType, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MarkdownViewProps } from './markdown/markdown-view.tsx';
import type { OpenEditor } from './open-editor.ts';
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
  const { View, failed, again } = useMarkdownView();
  return (
    // Safari lets no key scroll what has no focus.
    <section className="rendered-text" aria-label="Rendered Markdown" {...scrolledByKeys}>
      <div className="rendered-page" data-size={fontSize} data-narrow={narrow || undefined}>
        {View !== null && <View text={shown} waiting="Rendering Markdown..." />}
        {failed && (
          <p role="alert">
            The rendered view could not be loaded.{' '}
            <Button size="sm" onClick={again}>
              Try again
            </Button>
          </p>
        )}
        {View === null && !failed && <Spinner label="Loading the rendered view..." />}
      </div>
    </section>
  );
}

const scrolledByKeys = { tabIndex: 0 };

type Loaded = { readonly View: ComponentType<MarkdownViewProps> | null; readonly failed: boolean };

/** By hand and not by React's `lazy`, which remembers a failure for as long as the page is open. */
function useMarkdownView(): Loaded & { again(): void } {
  const [loaded, setLoaded] = useState<Loaded>({ View: null, failed: false });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isLeft = false;
    import('./markdown/markdown-view.tsx').then(
      ({ MarkdownView }) => {
        if (!isLeft) setLoaded({ View: MarkdownView, failed: false });
      },
      () => {
        if (!isLeft) setLoaded({ View: null, failed: attempt > 0 });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [attempt]);
  function again(): void {
    setLoaded({ View: null, failed: false });
    setAttempt((before) => before + 1);
  }
  return { ...loaded, again };
}
