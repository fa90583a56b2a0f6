import { Progress as Chakra } from '@chakra-ui/react';

export interface ProgressBarProps {
  /** Null: how much there is to do is not known yet. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly size?: 'xs' | 'sm';
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-valuetext'?: string;
}

/** Shows how far something is. Its track is what has the role: it takes the names. */
export function ProgressBar({ progress, size = 'sm', ...names }: ProgressBarProps) {
  const of = Math.max(progress?.of ?? 1, 1);
  return (
    <Chakra.Root
      width="full"
      shape="full"
      size={size}
      max={of}
      value={progress === null ? null : Math.min(progress.done, of)}
    >
      <Chakra.Track {...names}>
        <Chakra.Range />
      </Chakra.Track>
    </Chakra.Root>
  );
}
