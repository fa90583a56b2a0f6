import { t } from '#shared/language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { importWords } from './import-words.ts';
import type { LookedAt } from './use-library-import.ts';

export interface ImportReviewProps {
  readonly looked: LookedAt;
  readonly pending: boolean;
  onCancel(): void;
  onImport(): void;
}

/** Shows what an import would do, for a person to decide. */
export function ImportReview({ looked: { report }, pending, onCancel, onImport }: ImportReviewProps) {
  return (
    <div className="sync-import" role="alert">
      <p>
        {importWords(report)} {t('Nothing here is removed or replaced.')}
      </p>
      {report.notApplied.length > 0 && (
        <ul>
          {report.notApplied.slice(0, 10).map(({ what, why }) => (
            <li key={`${what}${why}`}>
              {what}: {t(why)}
            </li>
          ))}
        </ul>
      )}
      <div className="sync-change-acts">
        <Button size="sm" disabled={pending} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="sm" tone="primary" pending={pending} onClick={onImport}>
          {t('Import')}
        </Button>
      </div>
    </div>
  );
}
