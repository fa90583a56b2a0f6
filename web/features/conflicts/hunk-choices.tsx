import { chakra, RadioGroup, Span } from '@chakra-ui/react';
import { useId } from 'react';
import type { ConflictHunk, HunkChoice } from '#shared/diff/conflict-hunks.ts';
import { t } from '#shared/language/translate.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { cover } from '../../ui/dialog-parts/cover.ts';

export interface HunkChoicesProps {
  readonly hunk: ConflictHunk;
  readonly legend: string;
  /** The name of the kept text. */
  readonly keptName: string;
  readonly chosen: HunkChoice;
  onChoose(choice: HunkChoice): void;
}

/** More of a text is not shown in a choice: the comparison above it shows all. */
const mostUnits = 500;

/** One difference of two texts: what each has in its place, to choose between. */
export function HunkChoices({ hunk, legend, keptName, chosen, onChoose }: HunkChoicesProps) {
  const id = useId();
  const options = [
    { choice: 'current', label: t('Current text'), text: hunk.current },
    { choice: 'kept', label: keptName, text: hunk.kept },
    { choice: 'both', label: t('Both texts'), text: null },
  ] as const;
  return (
    <Hunk>
      <Legend id={id}>{legend}</Legend>
      <RadioGroup.Root
        value={chosen}
        aria-labelledby={id}
        onValueChange={({ value }) => {
          const found = options.find(({ choice }) => choice === value);
          if (found !== undefined) onChoose(found.choice);
        }}
      >
        {options.map(({ choice, label, text }) => (
          <RadioGroup.Item key={choice} value={choice} {...item} data-choice={choice}>
            <RadioGroup.ItemHiddenInput style={cover} />
            <RadioGroup.ItemIndicator />
            <RadioGroup.ItemText display="grid" gap="0.5" minW="0">
              <Span fontWeight="medium">{label}</Span>{' '}
              {text !== null && <Words>{text === '' ? <em>{t('nothing here')}</em> : shortened(text)}</Words>}
            </RadioGroup.ItemText>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </Hunk>
  );
}

const item = {
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  alignItems: 'start',
  p: '1.5',
  borderRadius: 'sm',
  _checked: { bg: 'bg.selected' },
} as const;

const Hunk = chakra('fieldset', {
  base: {
    display: 'grid',
    minW: '0',
    p: '2',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg',
  },
});

const Legend = chakra('legend', { base: { px: '1', color: 'fg.muted', textStyle: 'xs' } });

const Words = chakra('span', {
  base: {
    fontFamily: 'mono',
    fontVariantLigatures: 'none',
    fontSize: 'xs',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

function shortened(text: string): string {
  return text.length <= mostUnits ? text : `${cutText(text, mostUnits)}…`;
}
