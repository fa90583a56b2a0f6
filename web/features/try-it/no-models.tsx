import { Button, Code, Stack, Text } from '@chakra-ui/react';
import { LuBot } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Leads from nothing to an answer of a model on this device, in three steps. */
export function NoModels({ onOpenModels }: { onOpenModels(): void }) {
  const { origin } = window.location;
  return (
    <EmptyState
      compact
      icon={<LuBot />}
      title={t('Run this prompt on a model of your own')}
      action={
        <Button variant="solid" onClick={onOpenModels}>
          {t('Add a model')}
        </Button>
      }
    >
      <Stack as="ol" gap="3" textAlign="start" textStyle="sm">
        <Step
          number={1}
          text={t('Install Ollama from ollama.com, and fetch a model:')}
          code="ollama pull llama3.2"
        />
        <Step
          number={2}
          text={t('Let it answer this page:')}
          code={`OLLAMA_ORIGINS=${origin} ollama serve`}
        />
        <Step number={3} text={t('Add it here. Other programs and services work too.')} />
      </Stack>
    </EmptyState>
  );
}

type StepProps = { readonly number: number; readonly text: string; readonly code?: string };

function Step({ number, text, code }: StepProps) {
  return (
    <li>
      <Text>
        {number}. {text}
      </Text>
      {code !== undefined && (
        <Code display="block" mt="1" p="2" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {code}
        </Code>
      )}
    </li>
  );
}
