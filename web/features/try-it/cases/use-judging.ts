import { useEffect, useEffectEvent, useState } from 'react';
import { storeJudged } from '../../../data/run/cell-runs.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { pageClock } from '../../../ui/clock.ts';
import type { CellRunsStore } from './cell-runs-store.ts';
import {
  type Judges,
  judgePortion,
  type OpenQuestions,
  portionOf,
  questionsKey,
  type Unjudged,
} from './judge-portion.ts';

type JudgingParts = {
  readonly store: CellRunsStore;
  readonly judges: Judges;
  readonly unjudged: readonly Unjudged[];
  onQuestions(questions: OpenQuestions): void;
};

/**
 * Judges in the background, portion by portion; one that fails is tried again once there is another one. Returns whether
 * the last one failed.
 */
export function useJudging({ store, judges, unjudged, onQuestions }: JudgingParts): boolean {
  const library = useLibrary();
  const [isJudging, setJudging] = useState(false);
  const [failed, setFailed] = useState('');
  /** The ids of cases that held the others up: they are judged last, and are slow by another answer as well. */
  const [slow] = useState(() => new Set<number>());
  const portion = portionOf(unjudged, slow);
  /** The portion is a new list with each render: this names what is in it. */
  const key = portion.map(({ run, by }) => questionsKey(run, by)).join();
  const judgeIt = useEffectEvent(async () => {
    setJudging(true);
    try {
      const { outcomes, questions, looked } = await judgePortion(
        { library, judges, now: pageClock(window).now },
        portion,
        slow,
      );
      await storeJudged(library, outcomes);
      if (questions.size > 0) onQuestions(questions);
      // With those that are gone, and replies of the judge that another tab refused: they would be judged for ever.
      const asked = [...questions.values()].flat().map((question) => question.key);
      await store.refresh(looked, asked);
      setFailed('');
    } catch {
      setFailed(key);
    }
    setJudging(false);
  });
  useEffect(() => {
    if (key !== '' && key !== failed && !isJudging) void judgeIt();
  }, [key, failed, isJudging]);
  return failed !== '';
}
