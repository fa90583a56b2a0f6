import { Button } from '@chakra-ui/react';
import { useId } from 'react';
import { t } from '#shared/language/translate.ts';
import './under-way.css';

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
    <div className="ui-under-way">
      <p id={label} role="status">
        {text}
      </p>
      <progress
        className="ui-progress"
        aria-labelledby={label}
        {...(progress !== null && { value: progress.done, max: progress.of })}
      />
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
