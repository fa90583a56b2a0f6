import { Box, Button, Flex, Icon, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleHelp, LuCircleMinus, LuCircleX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { CheckedStep, ConnectionCheck } from '#shared/model/run/connection.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { useNow } from '../../session/open-library-context.ts';
import { RemedyNote } from '../../ui/dialog-parts/remedy-note.tsx';

interface ConnectionResultProps {
  readonly check: ConnectionCheck;
  /** Has the browser ask for an address of this device or its network. */
  onAsk(): void;
}

/** Shows the steps of a test, and what mends the one that failed. */
export function ConnectionResult({ check, onAsk }: ConnectionResultProps) {
  const { steps, problem } = check;
  const now = useNow();
  return (
    <Stack gap="3" role="status">
      <Stack as="ul" gap="1" aria-label={t('Result of the test')}>
        {steps.map(({ step, result }) => (
          <Flex as="li" key={step} align="center" gap="2">
            <Icon boxSize="4" flex="none" color={signs[result].color} aria-hidden="true">
              {signs[result].icon}
            </Icon>
            <Text>{stepText(step, result)}</Text>
          </Flex>
        ))}
      </Stack>
      {problem !== null && (
        <RemedyNote {...runProblemWords(problem, now())}>
          {problem.kind === 'localRefused' && problem.by === 'ask' && (
            <Box>
              <Button size="sm" onClick={onAsk}>
                {t('Ask the browser')}
              </Button>
            </Box>
          )}
        </RemedyNote>
      )}
    </Stack>
  );
}

const signs: Readonly<Record<CheckedStep['result'], { readonly icon: ReactNode; readonly color: string }>> = {
  ok: { icon: <LuCircleCheck />, color: 'success.fg' },
  failed: { icon: <LuCircleX />, color: 'danger.fg' },
  skipped: { icon: <LuCircleMinus />, color: 'fg.muted' },
  unknown: { icon: <LuCircleHelp />, color: 'warning.fg' },
};

/** The state is in the sentence, too: a colour alone says nothing to many. */
function stepText(step: CheckedStep['step'], result: CheckedStep['result']): string {
  const texts = {
    answers: {
      ok: t('The address answers'),
      failed: t('The address does not answer this page'),
      skipped: t('The address was not called'),
      unknown: t('Whether the address answers is not known'),
    },
    allowed: {
      ok: t('This page is allowed there'),
      failed: t('This page is not allowed there'),
      skipped: t('Whether this page is allowed was not tested'),
      unknown: t('Whether this page is allowed shows with the first run'),
    },
    model: {
      ok: t('The model is there'),
      failed: t('The model is not there'),
      skipped: t('The model was not looked for'),
      unknown: t('Whether the model is there shows with the first run'),
    },
  };
  return texts[step][result];
}
