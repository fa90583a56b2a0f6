import { chakra, Input, NativeSelect, Textarea } from '@chakra-ui/react';
import { memo, type ReactNode, useId, useState } from 'react';
import { LuCircleSlash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ShownVariable } from './template-requests.ts';

export type VariableFieldProps = {
  readonly variable: ShownVariable;
  /** Undefined: there is none, and the default stands. */
  readonly value: string | undefined;
  onChange(name: string, value: string | undefined): void;
  onLeave(): void;
};

/** Shows the input that a variable asks for, and whether it has a value. */
export const VariableField = memo(function VariableField(props: VariableFieldProps) {
  const { variable, value } = props;
  const { name, field } = variable;
  const id = useId();
  const state = stateOf(value, field.default);
  return (
    <Frame data-state={state}>
      <label htmlFor={id}>{name}</label>
      <State id={`${id}-state`} data-state={state}>
        {stateNames()[state]}
      </State>
      <Control {...props} id={id} describedBy={`${id}-state`} />
    </Frame>
  );
});

/** A name and its state in one line, and the control below. There may be a hundred: one rule draws all of a field. */
const Frame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignContent: 'start',
    alignItems: 'baseline',
    rowGap: '1.5',
    columnGap: '2',
    minW: '0',
    '& > label': {
      gridRow: '1',
      width: 'fit-content',
      maxW: 'full',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      fontFamily: 'mono',
      fontVariantLigatures: 'none',
      fontSize: 'xs',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
    },
    '& > :is(input, textarea, .variable-control)': { gridRow: '2', gridColumn: '1 / -1' },
    '& textarea': {
      maxH: '14rem',
      '@supports (field-sizing: content)': { fieldSizing: 'content', resize: 'none' },
    },
    '&[data-state=missing] :is(input, textarea, select)': {
      borderStartWidth: '3px',
      borderStartColor: 'warning.solid',
    },
    '& .variable-control:has(> span) :is(input, textarea)': { pe: '12' },
    // Seldom wanted: it is there for whoever comes to the field.
    '@media (hover: hover)': {
      '&:not(:hover, :focus-within) .variable-control > span > button:not([aria-pressed=true])': {
        opacity: '0',
      },
    },
  },
});

const State = chakra('span', {
  base: {
    gridRow: '1',
    color: 'fg.muted',
    textStyle: 'xs',
    '&[data-state=missing]': { color: 'warning.fg', fontWeight: 'medium' },
  },
});

type FieldState = 'missing' | 'default' | 'empty' | 'filled';

function stateOf(value: string | undefined, standard: string | null): FieldState {
  if (value === undefined) return standard === null ? 'missing' : 'default';
  return value === '' ? 'empty' : 'filled';
}

const stateNames = (): Readonly<Record<FieldState, string>> => ({
  missing: t('Missing'),
  default: t('Default'),
  empty: t('Left empty'),
  filled: '',
});

type ControlProps = VariableFieldProps & { readonly id: string; readonly describedBy: string };

function Control({ variable, value, onChange, onLeave, id, describedBy }: ControlProps): ReactNode {
  const { name, field } = variable;
  const standard = field.default ?? '';
  const fits = isShown(field.type, value ?? (field.type === 'date' ? standard : ''));
  // One that becomes a number or a day while it is typed stays in the input that has the focus.
  const [isFree, setFree] = useState(!fits);
  if (!fits && !isFree) setFree(true);
  const shared = {
    id,
    'aria-describedby': describedBy,
    autoComplete: 'off',
    onBlur: () => {
      setFree(false);
      onLeave();
    },
  };
  const change = (text: string) => onChange(name, text === '' ? undefined : text);
  switch (field.type) {
    case 'select':
      return <Select {...{ field, value, change, shared }} />;
    case 'date':
      if (isFree) return <Lines {...{ shared, change }} text={value ?? standard} />;
      // It has no placeholder: its default stands in it.
      return <OneLine {...{ shared, change }} type="date" text={value ?? standard} />;
    case 'number':
      return (
        <MayBeEmpty {...{ variable, value, onChange }}>
          {isFree ? (
            <Lines {...{ shared, change, standard }} text={value ?? ''} />
          ) : (
            <OneLine {...{ shared, change, standard }} type="number" text={value ?? ''} />
          )}
        </MayBeEmpty>
      );
    case 'text':
    case 'textarea':
      return (
        <MayBeEmpty {...{ variable, value, onChange }}>
          <Lines
            {...{ shared, change, standard }}
            text={value ?? ''}
            rows={field.type === 'textarea' ? 3 : 1}
          />
        </MayBeEmpty>
      );
  }
}

type InputProps = {
  readonly shared: object;
  readonly text: string;
  /** Shown where there is no text. */
  readonly standard?: string;
  change(text: string): void;
};

function OneLine({ shared, text, standard, change, type }: InputProps & { readonly type: string }) {
  return (
    <Input
      {...shared}
      type={type}
      step="any"
      value={text}
      placeholder={standard}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** Grows with its text from so many lines: an input of one line would take the line breaks out of any value. */
function Lines({ shared, text, standard, change, rows = 1 }: InputProps & { readonly rows?: number }) {
  return (
    <Textarea
      {...shared}
      rows={Math.max(rows, text.split('\n', mostRows).length)}
      value={text}
      placeholder={standard}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** In a browser that does not fit a text area to its text by itself. */
const mostRows = 8;

type MayBeEmptyProps = Pick<VariableFieldProps, 'variable' | 'value' | 'onChange'> & {
  readonly children: ReactNode;
};

/** Adds the button that makes an empty value of a field without one: nothing is then filled in, and nothing missing. */
function MayBeEmpty({ variable: { name }, value, onChange, children }: MayBeEmptyProps) {
  return (
    <chakra.div className="variable-control" position="relative">
      {children}
      {(value === undefined || value === '') && (
        <chakra.span position="absolute" top="1px" insetEnd="1px" zIndex="1" color="fg.muted">
          <IconButton
            label={t('Leave {name} empty', { name })}
            icon={<LuCircleSlash2 />}
            _pressed={{ bg: 'bg.selected' }}
            aria-pressed={value === ''}
            onClick={() => onChange(name, value === '' ? undefined : '')}
          />
        </chakra.span>
      )}
    </chakra.div>
  );
}

type SelectProps = {
  readonly field: Extract<ShownVariable['field'], { readonly type: 'select' }>;
  readonly value: string | undefined;
  readonly shared: object;
  change(text: string): void;
};

function Select({ field, value, change, shared }: SelectProps) {
  const shown = value ?? field.default ?? '';
  const options = field.options.includes(shown) || shown === '' ? field.options : [...field.options, shown];
  return (
    <NativeSelect.Root className="variable-control">
      <NativeSelect.Field {...shared} value={shown} onChange={(event) => change(event.target.value)}>
        {shown === '' || field.default === null ? <option value="">{t('Choose…')}</option> : null}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** Returns whether an input of this type can show the text. Any text can be filled in, also one that is no number or day. */
function isShown(type: ShownVariable['field']['type'], text: string): boolean {
  if (type === 'number') return /^(?:-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)?$/i.test(text);
  return type !== 'date' || /^(?:\d{4}-\d{2}-\d{2})?$/.test(text);
}
