import { Flex, Input, RatingGroup } from '@chakra-ui/react';
import { useState } from 'react';
import { LuThumbsDown, LuThumbsUp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunRating as Rating, Run } from '#shared/model/run/run.ts';
import { rateRun } from '../../data/run/kept-runs.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNotify } from '../../ui/provider.tsx';

/** Rates an answer: better or worse than before, by stars, with a note. */
export function RunRating({ run }: { readonly run: Run }) {
  const library = useLibrary();
  const notify = useNotify();
  const { rating } = run;
  const [note, setNote] = useState(rating.note);

  async function rate(change: Partial<Rating>): Promise<void> {
    try {
      await rateRun(library, run.id, { ...rating, ...change });
    } catch {
      const description = t('This device did not take it. There may be no room left.');
      notify({ title: t('Not saved'), description, kind: 'destructive' });
    }
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
      <Input
        size="sm"
        flex="1 1 8rem"
        aria-label={t('Note about this answer')}
        placeholder={t('Note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onBlur={() => {
          if (note !== rating.note) void rate({ note });
        }}
      />
    </Flex>
  );
}

type StarsProps = { readonly stars: Rating['stars']; onChange(stars: Rating['stars']): void };

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
