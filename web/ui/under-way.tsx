import { Button, Stack } from '@chakra-ui/react';
import { useId } from 'react';
import { t } from '#shared/language/translate.ts';
import { ProgressBar } from './dialog-parts/progress-bar.tsx';

export interface UnderWayProps {
  /** Names what is being done, in a sentence. */
  readonly text: string;
  /** Null: how much there is to do is not known yet. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  onCancel(): void;
}

/** Shows how far something long is, and how to stop it. What is done by then stays. */
export function UnderWay({ text, progress, onCancel }: UnderWayProps) {
  const label = useId();
  return (
    <Stack gap="2" align="flex-start" mt="3">
      <p id={label} role="status">
        {text}
      </p>
      <ProgressBar aria-labelledby={label} progress={progress} />
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </Stack>
  );
}
