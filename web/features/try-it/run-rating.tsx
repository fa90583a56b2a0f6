import { Flex, Input, RatingGroup } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { LuThumbsDown, LuThumbsUp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { refusalMessages } from '#shared/model/messages.ts';
import type { Run } from '#shared/model/run/run.ts';
import { changeRating, type RatingChange } from '../../data/run/keep-run.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { commandKey } from '../../ui/keys/pressed-key.ts';
import { useNotify } from '../../ui/provider.tsx';

/** Rates an answer: better or worse than before, by stars, with a note. */
export function RunRating({ run }: { readonly run: Run }) {
  const library = useLibrary();
  const notify = useNotify();
  const { rating } = run;

  async function rate(change: RatingChange): Promise<boolean> {
    const description = t('This device did not take it. There may be no room left.');
    const outcome = await changeRating(library, run, change).catch(() => null);
    if (outcome?.ok === true) return true;
    const words = outcome === null ? description : refusalMessages[outcome.code];
    notify({ title: t('Not saved'), description: words, kind: 'destructive' });
    return false;
  }

  const verdict = (value: 'better' | 'worse') =>
    void rate({ verdict: rating.verdict === value ? null : value });

  return (
    <Flex gap="1" align="center" wrap="wrap">
      <IconButton
        icon={<LuThumbsUp />}
        label={t('Better')}
        aria-pressed={rating.verdict === 'better'}
        onClick={() => verdict('better')}
      />
      <IconButton
        icon={<LuThumbsDown />}
        label={t('Worse')}
        aria-pressed={rating.verdict === 'worse'}
        onClick={() => verdict('worse')}
      />
      <Stars stars={rating.stars} onChange={(stars) => void rate({ stars })} />
      <NoteField note={rating.note} onSave={rate} />
    </Flex>
  );
}

type StarsProps = { readonly stars: Run['rating']['stars']; onChange(stars: Run['rating']['stars']): void };

function Stars({ stars, onChange }: StarsProps) {
  return (
    <RatingGroup.Root
      size="md"
      colorPalette="warning"
      css={{
        // Filled, stars that were not given look like given ones.
        '& [data-bg]': { color: 'border.emphasized', fill: 'transparent' },
        '& [data-part=item]': { p: '0.5' },
      }}
      count={5}
      value={stars ?? 0}
      onValueChange={({ value }) => onChange(value === 0 ? null : value)}
      aria-label={t('Stars')}
      translations={{
        ratingValueText: (count) => t('{count, plural, one {# star} other {# stars}}', { count }),
      }}
    >
      <RatingGroup.HiddenInput />
      <RatingGroup.Control />
    </RatingGroup.Root>
  );
}

type NoteFieldProps = {
  readonly note: string;
  /** Returns whether it is saved. */
  onSave(change: RatingChange): Promise<boolean>;
};

/** A pause after a key. */
const savedAfterMs = 500;

/** Keeps what was typed until it is saved, with the note that it was written upon: in a pause, and when its card goes. */
function NoteField({ note, onSave }: NoteFieldProps) {
  const [typed, setTyped] = useState<{ readonly note: string; readonly upon: string } | null>(null);

  async function save(): Promise<void> {
    if (typed === null) return;
    const isSaved = typed.note === typed.upon || (await onSave({ note: typed.note, baseNote: typed.upon }));
    if (!isSaved) return;
    setTyped((now) => {
      if (now === null || now.note === typed.note) return null;
      return { note: now.note, upon: typed.note };
    });
  }

  const saveLatest = useEffectEvent(() => void save());
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(saveLatest, savedAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => () => saveLatest(), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (commandKey(event) !== 'Enter') return;
    // The panel's own runs the prompt.
    event.preventDefault();
    void save();
  }

  return (
    <Input
      size="sm"
      flex="1 1 8rem"
      aria-label={t('Note about this answer')}
      placeholder={t('Note')}
      value={typed?.note ?? note}
      onChange={({ target }) => setTyped((before) => ({ note: target.value, upon: before?.upon ?? note }))}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}
