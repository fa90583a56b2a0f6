import { Box, chakra, Flex, Input, NativeSelect, Text, Textarea } from '@chakra-ui/react';
import { useId } from 'react';
import { LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { SettingName } from '#shared/model/prompt-settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SettingField as Shown } from './settings-store.ts';

export type FieldKind =
  | { readonly kind: 'line'; readonly choices?: readonly string[] }
  | { readonly kind: 'number'; readonly unit?: string }
  | { readonly kind: 'lines'; readonly rows: number; readonly isCode: boolean }
  | {
      readonly kind: 'choice';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    };

export type SettingFieldProps = {
  readonly name: SettingName;
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  readonly control: FieldKind;
  readonly shown: Shown;
  onType(name: SettingName, text: string): void;
  onLeave(): void;
};

/** Shows one setting with its label, what it does, and what is wrong with what was typed. */
export function SettingField(props: SettingFieldProps) {
  const { name, label, help, shown, onType, onLeave } = props;
  const id = useId();
  const { text, problem } = shown;
  return (
    <Box minW="0">
      <Flex align="center" minH="7" gap="2">
        <chakra.label htmlFor={id} flex="1" textStyle="xs" fontWeight="medium">
          {label}
        </chakra.label>
        {text !== '' && (
          <IconButton
            label={t('Clear {name}', { name: label })}
            icon={<LuX />}
            size="xs"
            minW="6"
            _finger={{ minW: 'target' }}
            color="fg.muted"
            onClick={() => {
              onType(name, '');
              onLeave();
            }}
          />
        )}
      </Flex>
      <Control {...props} id={id} describedBy={`${id}-help`} />
      <Text
        id={`${id}-help`}
        mt="1"
        textStyle="xs"
        overflowWrap="anywhere"
        color={problem === null ? 'fg.muted' : 'warning.fg'}
        {...(problem === null ? {} : { role: 'status' })}
      >
        {problem ?? help}
      </Text>
    </Box>
  );
}

type ControlProps = SettingFieldProps & { readonly id: string; readonly describedBy: string };

function Control({ name, control, placeholder, shown, onType, onLeave, id, describedBy }: ControlProps) {
  const shared = {
    ...{ id, placeholder, value: shown.text, autoComplete: 'off', spellCheck: false, size: 'sm' as const },
    'aria-describedby': describedBy,
    'aria-invalid': shown.problem !== null || undefined,
    onChange: (event: { readonly target: { readonly value: string } }) => onType(name, event.target.value),
    onBlur: onLeave,
  };
  switch (control.kind) {
    case 'choice':
      return (
        <Choice
          {...{ name, placeholder, shown, onType, onLeave, id, describedBy }}
          options={control.options}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...shared}
          rows={control.rows}
          maxH="20rem"
          {...(control.isCode ? { fontFamily: 'mono', fontVariantLigatures: 'none' } : {})}
          css={{ '@supports (field-sizing: content)': { fieldSizing: 'content' } }}
        />
      );
    case 'number':
      return (
        <Flex align="center" gap="2">
          <Input {...shared} inputMode="decimal" />
          {control.unit !== undefined && (
            <Text flex="none" textStyle="xs" color="fg.muted">
              {control.unit}
            </Text>
          )}
        </Flex>
      );
    case 'line':
      return (
        <>
          <Input {...shared} {...(control.choices === undefined ? {} : { list: `${id}-choices` })} />
          {control.choices !== undefined && (
            <datalist id={`${id}-choices`}>
              {control.choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}

type ChoiceProps = Omit<ControlProps, 'label' | 'help' | 'control'> & {
  readonly options: Extract<FieldKind, { readonly kind: 'choice' }>['options'];
};

function Choice({ name, options, placeholder, shown, onType, onLeave, id, describedBy }: ChoiceProps) {
  return (
    <NativeSelect.Root size="sm">
      <NativeSelect.Field
        {...{ id, value: shown.text }}
        aria-describedby={describedBy}
        onChange={(event) => {
          onType(name, event.target.value);
          onLeave();
        }}
      >
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
