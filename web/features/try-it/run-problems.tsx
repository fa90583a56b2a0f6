import { Box, Button } from '@chakra-ui/react';
import { memo } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { useNow } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { RemedyNote } from '../../ui/dialog-parts/remedy-note.tsx';

type RunProblemsProps = {
  readonly problems: readonly RunProblem[];
  readonly engine: RunEngine;
  /** Undefined: the entry of the model is gone. */
  readonly entry: ModelEntry | undefined;
};

/** Each problem of a run in a sentence, with what mends it. */
export const RunProblems = memo(function RunProblems({ problems, engine, entry }: RunProblemsProps) {
  const now = useNow();
  const placed = problems.map((problem, place) => ({ problem, place }));
  return placed.map(({ problem, place }) => (
    <RemedyNote key={place} {...runProblemWords(problem, now())}>
      {problem.kind === 'localRefused' && problem.by === 'ask' && entry !== undefined && (
        <Box>
          <Button size="sm" onClick={() => void engine.askForLocal(entry)}>
            {t('Ask the browser')}
          </Button>
        </Box>
      )}
    </RemedyNote>
  ));
});
