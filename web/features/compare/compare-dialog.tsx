import { Center } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { resolveText, textSourceKey } from '../../data/queries/resolve-text.ts';
import { versionOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { CompareView } from '../../ui/compare/compare-view.tsx';
import type { NamedText } from '../../ui/compare/named-text.ts';
import { FullDialog } from '../../ui/dialog.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { ScreenProps } from '../on-demand.tsx';

/** Two texts of a prompt by the ids of their versions; null is the current text. */
export type ComparedPair = {
  readonly promptId: number;
  readonly before: number;
  readonly after: number | null;
};

/** Two versions, or a version and the current text, in all of the window. */
export function CompareDialog({ request: pair, open, onClose }: ScreenProps<ComparedPair>) {
  const library = useLibrary();
  const { promptId, before, after } = pair;
  const [insertsSnippets, setInsertsSnippets] = useState(false);
  const texts = useLive(() => readPair(library, pair), [library, promptId, before, after]);
  const resolved = useLive(
    () => (insertsSnippets ? readPair(library, pair, true) : null),
    [library, promptId, before, after, insertsSnippets],
  );
  if (texts === undefined) return null;
  const { title, one, other } = resolved ?? texts;
  const hasSnippets = [texts.one, texts.other].some((side) => side !== null && hasReferences(side.text));
  return (
    <FullDialog open={open} onClose={onClose} title={t('Compare')} description={title}>
      {one === null || other === null ? (
        <Center flex="1" textStyle="sm">
          <p>{t('One of the two texts no longer exists.')}</p>
        </Center>
      ) : (
        <CompareView
          before={one}
          after={other}
          autoFocus
          {...(hasSnippets && { insertsSnippets, onInsertSnippets: setInsertsSnippets })}
        />
      )}
    </FullDialog>
  );
}

/** With their snippets, if these are to be inserted: as they are now, also in an old version. */
async function readPair(library: Library, { promptId, before, after }: ComparedPair, isResolved = false) {
  const [prompt, ...sides] = await Promise.all([
    promptOf(library, promptId),
    namedVersion(library, before),
    after === null ? currentText(library, promptId) : namedVersion(library, after),
  ]);
  const keys = [before, after].map((versionId) => textSourceKey(promptId, versionId));
  const resolved = await Promise.all(
    sides.map(async (side, at) => {
      if (side === null || !isResolved) return side;
      const { text } = await resolveText(library, { key: keys[at] ?? '', text: side.text });
      return { ...side, text };
    }),
  );
  const [one = null, other = null] = resolved;
  return { title: prompt?.title ?? '', one, other };
}

async function namedVersion(library: Library, versionId: number): Promise<NamedText | null> {
  const version = await versionOf(library, versionId);
  if (version === undefined) return null;
  const age = relativeTime(version.createdAt, { now: Date.now() });
  return {
    name: t('Version {number}', { number: version.version }),
    detail: `${version.description} · ${age}`,
    text: version.content,
  };
}

async function currentText(library: Library, promptId: number): Promise<NamedText | null> {
  const prompt = await promptOf(library, promptId);
  return prompt === undefined ? null : { name: t('Current text'), text: prompt.content };
}
