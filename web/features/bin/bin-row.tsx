import { Button } from '@chakra-ui/react';
import {
  LuBookmark,
  LuFileText,
  LuFolder,
  LuHistory,
  LuListChecks,
  LuPaperclip,
  LuTrash2,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fullDate } from '#shared/text/relative-time.ts';
import { contentsOf } from '../../data/bin/bin-items.ts';
import type { BinItem } from '../../data/database/library-db.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { canRestore, contentWords, deletedWords, itemName, placeWords } from './bin-words.ts';

export interface BinRowProps {
  readonly item: BinItem;
  readonly now: number;
  readonly busy: boolean;
  onPreview(item: BinItem): void;
  onRestore(item: BinItem): void;
  onRemove(item: BinItem): void;
}

const icons = {
  project: <LuFolder />,
  prompt: <LuFileText />,
  version: <LuHistory />,
  keptRun: <LuBookmark />,
  testCase: <LuListChecks />,
  resource: <LuPaperclip />,
};

/** Shows one deletion. Its numbers are counted as long as it is in sight. */
export function BinRow({ item, now, busy, onPreview, onRestore, onRemove }: BinRowProps) {
  const library = useLibrary();
  const contents = useLive(() => contentsOf(library, item), [library, item]);
  const name = itemName(item);
  const missing = contentWords(item, contents);
  const hasText = item.type === 'prompt' || item.type === 'version';
  const iso = new Date(item.at).toISOString();
  return (
    <div className="bin-row" data-busy={busy || undefined}>
      <span className="bin-icon" aria-hidden="true">
        {icons[item.type]}
      </span>
      <div className="bin-words">
        <bdi className="bin-name">{name}</bdi>
        <span className="bin-place" title={missing ?? undefined}>
          <bdi>{missing ?? placeWords(item, contents)}</bdi>
        </span>
        <time className="bin-place" dateTime={iso} title={fullDate(iso, {})}>
          <bdi>{deletedWords(item, now)}</bdi>
        </time>
      </div>
      <div className="bin-acts">
        {hasText && item.isBack !== true && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Preview of {name}', { name })}
            onClick={() => onPreview(item)}
          >
            {t('Preview')}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={t('Restore {name}', { name })}
          disabled={!canRestore(item, contents)}
          loading={busy}
          onClick={() => onRestore(item)}
        >
          {t('Restore')}
        </Button>
        <IconButton
          size="sm"
          label={t('Delete {name} for good', { name })}
          icon={<LuTrash2 />}
          disabled={busy}
          onClick={() => onRemove(item)}
        />
      </div>
    </div>
  );
}
