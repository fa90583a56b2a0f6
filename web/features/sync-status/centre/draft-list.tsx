import { Span } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { DraftCounts } from '#shared/sync/status.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { type NamedDraft, namedDrafts } from '../../../data/drafts/watched-drafts.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Change, ChangeList } from '../change-list.tsx';

export interface DraftListProps {
  /** Read once more when these change: drafts are not in the database. */
  readonly counts: DraftCounts | undefined;
}

/** Lists typed texts that are not in the library, by the names of their prompts. */
export function DraftList({ counts }: DraftListProps) {
  const library = useLibrary();
  const drafts = useLive(() => namedDrafts(library), [library, counts]) ?? [];
  if (drafts.length === 0) return null;
  return (
    <Section label={t('Drafts')} title={t('Not in the library yet')}>
      <ChangeList>
        {drafts.map((draft) => (
          <Change key={draft.key}>
            {nameOf(draft)}
            <Span color="fg.muted"> {beginningOf(draft.text)}</Span>
          </Change>
        ))}
      </ChangeList>
    </Section>
  );
}

const beginningUnits = 60;

function nameOf({ kind, promptTitle }: NamedDraft): string {
  if (promptTitle === null) return ofMissing()[kind];
  const title = isolatedName(promptTitle);
  switch (kind) {
    case 'note':
      return t('Unfinished note of “{title}”', { title });
    case 'setting':
      return t('Unfinished setting of “{title}”', { title });
    case 'text':
      return t('Draft of “{title}”', { title });
  }
}

const ofMissing = (): Readonly<Record<NamedDraft['kind'], string>> => ({
  note: t('Unfinished note of a prompt that is not here'),
  setting: t('Unfinished setting of a prompt that is not here'),
  text: t('Draft of a prompt that is not here'),
});

function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return isolatedName(line.length > beginningUnits ? `${cutText(line, beginningUnits)}…` : line);
}
