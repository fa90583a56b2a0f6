import { Alert, Box, Button, Code, Stack, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { useNow } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';

type RunProblemsProps = {
  readonly problems: readonly RunProblem[];
  readonly engine: RunEngine;
  /** Undefined: the entry of the model is gone. */
  readonly entry: ModelEntry | undefined;
};

/** Each problem of a run in a sentence, with what mends it. */
export function RunProblems({ problems, engine, entry }: RunProblemsProps) {
  const now = useNow();
  return problems.map((problem) => {
    const { text, remedy, command } = runProblemWords(problem, now());
    return (
      <Alert.Root key={problem.kind} status={isHint(problem) ? 'warning' : 'error'} role="alert">
        <Stack gap="1" flex="1" minW="0" textStyle="sm">
          <Text fontWeight="medium">{text}</Text>
          {remedy !== '' && <Text>{remedy}</Text>}
          {command !== null && (
            <Code display="block" p="2" overflowX="auto" whiteSpace="pre" tabIndex={0}>
              {command}
            </Code>
          )}
          {problem.kind === 'localRefused' && problem.by === 'ask' && entry !== undefined && (
            <Box>
              <Button size="sm" onClick={() => void engine.askForLocal(entry)}>
                {t('Ask the browser')}
              </Button>
            </Box>
          )}
        </Stack>
      </Alert.Root>
    );
  });
}

const hints: readonly RunProblem['kind'][] = ['cutAnswer', 'cutPrompt', 'settingIgnored', 'notKept'];

/** Whether there is an answer all the same. */
function isHint({ kind }: RunProblem): boolean {
  return hints.includes(kind);
}
