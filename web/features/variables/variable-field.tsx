import { memo, type ReactNode, useId } from 'react';
import { LuChevronDown, LuCircleSlash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ShownVariable } from './template-requests.ts';
import '../../ui/control.css';

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
    <div className="ui-field variable-field" data-state={state}>
      <label htmlFor={id}>{name}</label>
      <span id={`${id}-state`} className="variable-state">
        {stateNames()[state]}
      </span>
      <Control {...props} id={id} describedBy={`${id}-state`} />
    </div>
  );
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
  const shared = {
    id,
    className: 'ui-control',
    'aria-describedby': describedBy,
    autoComplete: 'off',
    onBlur: onLeave,
  };
  const change = (text: string) => onChange(name, text === '' ? undefined : text);
  const standard = field.default ?? '';
  switch (field.type) {
    case 'select':
      return <Select {...{ field, value, change, shared }} />;
    case 'date':
      return (
        <input
          {...shared}
          type={inputType(field.type, value ?? standard)}
          // It has no placeholder: its default stands in it.
          value={value ?? standard}
          onChange={(event) => change(event.target.value)}
        />
      );
    case 'textarea':
      return (
        <MayBeEmpty {...{ variable, value, onChange }}>
          <textarea
            {...shared}
            rows={3}
            value={value ?? ''}
            placeholder={standard}
            onChange={(event) => change(event.target.value)}
          />
        </MayBeEmpty>
      );
    case 'text':
    case 'number':
      return (
        <MayBeEmpty {...{ variable, value, onChange }}>
          <input
            {...shared}
            type={inputType(field.type, value ?? '')}
            step="any"
            value={value ?? ''}
            placeholder={standard}
            onChange={(event) => change(event.target.value)}
          />
        </MayBeEmpty>
      );
  }
}

type MayBeEmptyProps = Pick<VariableFieldProps, 'variable' | 'value' | 'onChange'> & {
  readonly children: ReactNode;
};

/** Adds the button that makes an empty value of a field without one: nothing is then filled in, and nothing missing. */
function MayBeEmpty({ variable: { name }, value, onChange, children }: MayBeEmptyProps) {
  return (
    <div className="ui-control-row">
      {children}
      {(value === undefined || value === '') && (
        <span className="ui-control-end">
          <IconButton
            label={t('Leave {name} empty', { name })}
            icon={<LuCircleSlash2 />}
            aria-pressed={value === ''}
            onClick={() => onChange(name, value === '' ? undefined : '')}
          />
        </span>
      )}
    </div>
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
    <div className="ui-control-row">
      <select {...shared} value={shown} onChange={(event) => change(event.target.value)}>
        {shown === '' || field.default === null ? <option value="">{t('Choose…')}</option> : null}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <span className="ui-control-end">
        <LuChevronDown aria-hidden="true" />
      </span>
    </div>
  );
}

/** Any text can be filled in: one that is no number or day is shown as it is. */
function inputType(type: 'text' | 'number' | 'date', text: string): string {
  if (type === 'number') return text === '' || /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? type : 'text';
  if (type === 'date') return text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text) ? type : 'text';
  return type;
}
