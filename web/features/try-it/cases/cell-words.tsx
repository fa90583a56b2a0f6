import type { ReactNode } from 'react';
import {
  LuCheck,
  LuCircleAlert,
  LuCircleDashed,
  LuCircleHelp,
  LuClock,
  LuLoaderCircle,
  LuScale,
  LuX,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { CellState } from './cell-view.ts';

const words: Record<CellState, () => string> = {
  notRun: () => t('not run'),
  waiting: () => t('waiting'),
  running: () => t('running'),
  judging: () => t('being judged'),
  passed: () => t('passed'),
  failed: () => t('did not pass'),
  open: () => t('not decided'),
  error: () => t('no answer'),
};

export const cellIcons: Record<CellState, ReactNode> = {
  notRun: <LuCircleDashed />,
  waiting: <LuClock />,
  running: <LuLoaderCircle />,
  judging: <LuScale />,
  passed: <LuCheck />,
  failed: <LuX />,
  open: <LuCircleHelp />,
  error: <LuCircleAlert />,
};

export const cellWords = (state: CellState) => words[state]();

/** A score from 0 to 1 in percent. */
export const scoreWords = (score: number) => t('{score, number, percent}', { score });
