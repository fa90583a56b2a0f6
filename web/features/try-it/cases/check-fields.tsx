import { Box, Button, Code, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { LuPlus, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Checkbox } from '../../../ui/dialog-parts/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField } from '../../../ui/field/text-area-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  type CheckForm,
  type CheckKind,
  checkKinds,
  hasThreshold,
  hasValue,
  newCheck,
} from './check-form.ts';

type CheckFieldsProps = {
  readonly checks: readonly CheckForm[];
  /** The rows whose fields could not be read. */
  readonly wrong: ReadonlySet<number>;
  onChange(checks: readonly CheckForm[]): void;
};

/** The checks of a case, one after the other. */
export function CheckFields({ checks, wrong, onChange }: CheckFieldsProps) {
  const titleId = useId();
  const next = Math.max(0, ...checks.map(({ key }) => key)) + 1;
  const replace = (check: CheckForm) =>
    onChange(checks.map((each) => (each.key === check.key ? check : each)));
  return (
    <Stack gap="3" role="group" aria-labelledby={titleId}>
      <Text id={titleId} textStyle="sm" fontWeight="medium">
        {t('Checks')}
      </Text>
      {checks.map((check) => (
        <CheckRow
          key={check.key}
          check={check}
          error={wrong.has(check.key) ? t('This check cannot be read as it stands.') : undefined}
          onChange={replace}
          onRemove={() => onChange(checks.filter(({ key }) => key !== check.key))}
        />
      ))}
      <Button size="sm" alignSelf="start" onClick={() => onChange([...checks, newCheck(next)])}>
        <LuPlus />
        {t('Add a check')}
      </Button>
    </Stack>
  );
}

type CheckRowProps = {
  readonly check: CheckForm;
  readonly error: string | undefined;
  onChange(check: CheckForm): void;
  onRemove(): void;
};

function CheckRow({ check, error, onChange, onRemove }: CheckRowProps) {
  const { kind } = check;
  return (
    <Box borderWidth="1px" rounded="md" p="3">
      <Flex gap="2" align="start">
        <Box flex="1" minW="0">
          {kind === null ? (
            <KeptCheck check={check} />
          ) : (
            <KnownFields {...{ check, kind, error, onChange }} />
          )}
        </Box>
        <IconButton icon={<LuTrash2 />} label={t('Remove the check')} onClick={onRemove} />
      </Flex>
    </Box>
  );
}

/** An assertion that this app does not judge. */
function KeptCheck({ check }: { readonly check: CheckForm }) {
  return (
    <Stack gap="2">
      <Text textStyle="sm">{t('Kept as it is, and not judged here:')}</Text>
      <Code
        display="block"
        p="2"
        maxH="8rem"
        overflow="auto"
        whiteSpace="pre-wrap"
        tabIndex={0}
        data-own-text
      >
        {JSON.stringify(check.raw, null, 2)}
      </Code>
    </Stack>
  );
}

type KnownFieldsProps = Omit<CheckRowProps, 'onRemove'> & { readonly kind: CheckKind };

function KnownFields({ check, kind, error, onChange }: KnownFieldsProps) {
  const set = (change: Partial<CheckForm>) => onChange({ ...check, ...change });
  return (
    <Stack gap="2">
      <Flex gap="3" align="end" wrap="wrap">
        <Box flex="1 1 10rem">
          <SelectField
            label={t('Kind')}
            value={kind}
            options={checkKinds.map((value) => ({ value, label: value }))}
            onChange={(value) => set({ kind: value as CheckKind })}
          />
        </Box>
        <Checkbox checked={check.not} onChange={(not) => set({ not })}>
          {t('must not hold')}
        </Checkbox>
      </Flex>
      {hasValue(kind) && (
        <TextAreaField
          label={t('Value')}
          rows={2}
          value={check.value}
          error={error}
          onChange={(value) => set({ value })}
        />
      )}
      <Grid gap="2" templateColumns="repeat(auto-fill, minmax(8rem, 1fr))">
        {hasThreshold(kind) && (
          <TextField
            label={t('Threshold')}
            value={check.threshold}
            error={hasValue(kind) ? undefined : error}
            onChange={(threshold) => set({ threshold })}
          />
        )}
        <TextField
          label={t('Weight')}
          placeholder="1"
          value={check.weight}
          error={hasValue(kind) || hasThreshold(kind) ? undefined : error}
          onChange={(weight) => set({ weight })}
        />
      </Grid>
    </Stack>
  );
}
