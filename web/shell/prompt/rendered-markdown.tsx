import { type ReactNode, Suspense } from 'react';
import { t } from '#shared/language/translate.ts';
import { ErrorBoundary } from '../../ui/boundary/error-screen.tsx';
import { lazyPart } from '../../ui/load-again.ts';
import { Spinner } from '../../ui/spinner.tsx';

const MarkdownView = lazyPart(
  async () => (await import('../../features/editor/markdown/markdown-view.tsx')).MarkdownView,
);

/** As in the editor's view mode: one renderer, whosever text it is. */
export function renderMarkdown(text: string): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner label={t('Loading the rendered view...')} />}>
        <MarkdownView text={text} waiting={t('Rendering the rest...')} />
      </Suspense>
    </ErrorBoundary>
  );
}
