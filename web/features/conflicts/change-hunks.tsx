import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { type ConflictHunks, countHunks, firstHunkBehind, hunkAt } from '#shared/diff/conflict-hunks.ts';
import { t } from '#shared/language/translate.ts';
import type { ChangeRange } from '../../ui/compare/compare-rows.tsx';
import { HunkChoices } from './hunk-choices.tsx';
import type { useReview } from './use-review.ts';

export interface ChangeHunksProps {
  readonly hunks: ConflictHunks;
  readonly change: ChangeRange;
  readonly keptName: string;
  readonly review: Pick<ReturnType<typeof useReview>, 'choiceAt' | 'choose'>;
}

/** A change of every line of a long text has thousands. */
const drawnAtOnce = 20;

/** The choices for the differences of one change. */
export function ChangeHunks({ hunks, change, keptName, review }: ChangeHunksProps) {
  const [most, setMost] = useState(drawnAtOnce);
  const first = firstHunkBehind(hunks, change.from);
  const count = firstHunkBehind(hunks, change.to) - first;
  const rest = count - most;
  return (
    <>
      {Array.from({ length: Math.min(count, most) }, (_, index) => {
        const at = first + index;
        return (
          <HunkChoices
            key={at}
            hunk={hunkAt(hunks, at)}
            legend={t('Difference {number, number} of {count, number}', {
              number: at + 1,
              count: countHunks(hunks),
            })}
            keptName={keptName}
            chosen={review.choiceAt(at)}
            onChoose={(choice) => review.choose(at, choice)}
          />
        );
      })}
      {rest > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setMost(most + drawnAtOnce)}>
          {t('Show {count, number} more', { count: Math.min(rest, drawnAtOnce) })}
        </Button>
      )}
    </>
  );
}
