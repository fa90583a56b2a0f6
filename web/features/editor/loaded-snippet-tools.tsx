import { Suspense, useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { SnippetToolsProps } from './snippets/snippet-surface.ts';

// Most texts have no snippets.
const SnippetTools = lazyPart(async () => (await import('./snippets/snippet-tools.tsx')).SnippetTools);

/** Shows the tools for snippets from the first reference on, be it in the text or written now. */
export function LoadedSnippetTools(props: SnippetToolsProps) {
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
