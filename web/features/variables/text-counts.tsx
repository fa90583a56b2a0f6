import { useMemo, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { TextCounts } from '#shared/templates/text-counts.ts';
import type { Library } from '../../data/database/library.ts';
import { newestVersionTextOf } from '../../data/queries/version-items.ts';
import { Popover } from '../../ui/popover.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { ShownText } from './template-view.ts';
import { TokensRow } from './tokens-row.tsx';
import { useTextCounts } from './use-text-counts.ts';
import './text-counts.css';

export type ShownCountsProps = {
  readonly library: Library;
  readonly promptId: number;
  /** The text that is open; null until one is. */
  readonly source: ShownText | null;
};

/** Shows how many words a text has, and on a press what else can be counted and how that has changed. */
export function ShownCounts({ source, ...prompt }: ShownCountsProps) {
  const counts = useTextCounts(source);
  const [isOpen, setIsOpen] = useState(false);
  if (counts === null) return null;
  const label = t('Counts');
  return (
    <div className="text-counts">
      <Popover
        label={label}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button type="button" className="text-counts-button" data-tooltip={label}>
            {t('{words, plural, one {# word} other {# words}}', { words: counts.words })}
          </button>
        }
      >
        <CountsTable {...prompt} {...{ source, counts }} />
      </Popover>
    </div>
  );
}

type CountsTableProps = ShownCountsProps & { readonly counts: TextCounts };

const kinds = ['words', 'characters', 'lines'] as const;
const kindNames = () => ({ words: t('Words'), characters: t('Characters'), lines: t('Lines') });

function CountsTable({ library, promptId, source, counts }: CountsTableProps) {
  const newest = useLive(() => newestVersionTextOf(library, promptId), [library, promptId]);
  const text = useUnchanging(newest?.content);
  const before = useTextCounts(text);
  const names = kindNames();
  return (
    <table className="text-counts-table">
      <thead>
        <tr>
          <th scope="col">{t('Counts')}</th>
          <th scope="col">{t('Now')}</th>
          {newest !== undefined && (
            <th scope="col">{t('Since version {version}', { version: newest.version })}</th>
          )}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{names[kind]}</th>
            <td>{t('{count, number}', { count: counts[kind] })}</td>
            {newest !== undefined && <td>{before !== null && changeOf(counts[kind] - before[kind])}</td>}
          </tr>
        ))}
        <TokensRow {...{ source, changeOf }} before={newest === undefined ? undefined : text} />
      </tbody>
    </table>
  );
}

/** A text as a source that never changes. */
function useUnchanging(text: string | undefined): ShownText | null {
  return useMemo(
    () => (text === undefined ? null : { text: () => text, onText: () => () => undefined }),
    [text],
  );
}

function changeOf(difference: number): string {
  if (difference === 0) return t('no change');
  const count = Math.abs(difference);
  return difference > 0 ? t('+{count, number}', { count }) : t('−{count, number}', { count });
}
