import { chakra } from '@chakra-ui/react';
import { LuChevronDown } from 'react-icons/lu';
import { controlRecipe, FieldFrame } from './field-frame.tsx';

const Select = chakra('select', controlRecipe);
const Row = chakra('div', { base: { position: 'relative' } });
const Arrow = chakra('span', {
  base: {
    position: 'absolute',
    insetEnd: '3',
    insetBlock: '0',
    display: 'flex',
    alignItems: 'center',
    color: 'fg.muted',
    pointerEvents: 'none',
  },
});

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** The browser's own select box: it is the one that every keyboard, screen reader and phone knows. */
export function SelectField({ label, options, onChange, error, ...control }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {(ties) => (
        <Row>
          <Select
            {...control}
            {...ties}
            appearance="none"
            paddingInlineEnd="9"
            textOverflow="ellipsis"
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
          <Arrow>
            <LuChevronDown aria-hidden="true" />
          </Arrow>
        </Row>
      )}
    </FieldFrame>
  );
}
