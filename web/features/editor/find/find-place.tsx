import { Suspense } from 'react';
import { t } from '#shared/language/translate.ts';
import { PartBoundary } from '../../../ui/boundary/part-boundary.tsx';
import { lazyPart } from '../../../ui/load-again.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import type { Find } from './use-find.ts';

// Loaded with the first search.
const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar);

export type FindPlaceProps = {
  readonly find: Find;
  readonly editor: OpenEditor | null;
  readonly viewing: boolean;
  readonly readOnly: boolean;
};

/** The find bar above a text, once it was asked for. */
export function FindPlace({ find, editor, viewing, readOnly }: FindPlaceProps) {
  if (find.opening === null || editor === null) return null;
  return (
    <PartBoundary part={t('Find')}>
      <Suspense fallback={null}>
        <FindBar
          {...{ editor, viewing, readOnly }}
          opening={find.opening}
          onAsk={find.ask}
          onClose={find.close}
        />
      </Suspense>
    </PartBoundary>
  );
}
