import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { LuArrowDown, LuArrowDownToLine, LuArrowUp, LuArrowUpToLine } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import {
  type CaseFields,
  fieldsOfCase,
  fitsCase,
  type TestCase,
  tooLargeCase,
  writtenCase,
} from '#shared/model/checks/test-case.ts';
import { refusalMessages } from '#shared/model/messages.ts';
import { ownValue } from '#shared/model/record-of.ts';
import { createCase, deleteCase, moveCase, updateCase } from '../../../data/cases/save-case.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Switch } from '../../../ui/dialog-parts/switch.tsx';
import { TextAreaField } from '../../../ui/field/text-area-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import { undoMs } from '../../../ui/toast/toaster-store.ts';
import { CheckFields } from './check-fields.tsx';
import { assertionOfForm, type CheckForm, formOfCheck } from './check-form.ts';

type CaseFormProps = {
  readonly promptId: number;
  /** The case as it was when the form opened; null: a new one. */
  readonly test: TestCase | null;
  /** Begins a new case. */
  readonly draft?: Partial<CaseFields>;
  /** The variables of the texts that the table shows. */
  readonly names: readonly string[];
  readonly open: boolean;
  onClose(): void;
};

type Form = {
  readonly name: string;
  readonly enabled: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly checks: readonly CheckForm[];
  readonly threshold: string;
  readonly notes: string;
};

function formOf(fields: Partial<CaseFields>): Form {
  const { name = '', enabled = true, values = {}, checks = [], threshold = null, notes = '' } = fields;
  return {
    ...{ name, enabled, values, notes },
    checks: checks.map((check, key) => formOfCheck(check, key)),
    threshold: threshold === null ? '' : String(threshold),
  };
}

/** Writes a case: the values of its variables, and what must hold of the answer. */
export function CaseForm({ promptId, test, draft = {}, names, open, onClose }: CaseFormProps) {
  const [opened] = useState(() => formOf(test ?? draft));
  const [form, setForm] = useState(opened);
  const { save, errors } = useSaving({ promptId, test, onClose });
  const remove = useDeleting(test, onClose);
  const [isAsking, setAsking] = useState(false);

  /** Nothing that was typed is lost by a press beside the form. */
  function leave(): void {
    if (JSON.stringify(form) === JSON.stringify(opened)) onClose();
    else setAsking(true);
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      width="wide"
      title={test === null ? t('New case') : t('Case')}
      onSubmit={() => void save(form)}
      footer={
        <Flex gap="2" flex="1" wrap="wrap" justify="end">
          {test !== null && (
            <Flex gap="1" me="auto">
              <Button colorPalette="danger" variant="ghost" onClick={() => void remove()}>
                {t('Delete')}
              </Button>
              <MoveButtons {...{ promptId }} id={test.id} />
            </Flex>
          )}
          <Button onClick={leave}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('Save')}
          </Button>
        </Flex>
      }
    >
      <Fields
        {...{ form, errors, names }}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
        title={t('Discard your changes?')}
        question={t('What you changed of this case is not saved.')}
        confirmText={t('Discard')}
      />
    </Dialog>
  );
}

/** Moves the case among the others of its prompt: by one place, or past all of them. */
function MoveButtons({ promptId, id }: { readonly promptId: number; readonly id: number }) {
  const library = useLibrary();
  const notify = useNotify();
  const tests = useLive(() => testCasesOf(library, promptId), [library, promptId]);
  const place = tests?.findIndex((each) => each.id === id) ?? -1;
  const last = (tests?.length ?? 0) - 1;
  const isFirst = place <= 0;
  const isLast = place < 0 || place === last;

  async function move(at: number): Promise<void> {
    const outcome = await moveCase(library, { promptId, id }, at).catch(() => null);
    if (outcome?.ok !== true) notify({ title: t('Not saved'), kind: 'destructive' });
  }

  const moves = [
    { label: t('Move to the top'), icon: <LuArrowUpToLine />, at: 0, isAt: isFirst },
    { label: t('Move up'), icon: <LuArrowUp />, at: place - 1, isAt: isFirst },
    { label: t('Move down'), icon: <LuArrowDown />, at: place + 1, isAt: isLast },
    { label: t('Move to the end'), icon: <LuArrowDownToLine />, at: last, isAt: isLast },
  ];
  return moves.map(({ label, icon, at, isAt }) => (
    <IconButton key={label} {...{ icon, label }} disabled={isAt} onClick={() => void move(at)} />
  ));
}

type FieldsProps = Pick<CaseFormProps, 'names'> & {
  readonly form: Form;
  readonly errors: Errors;
  onChange(change: Partial<Form>): void;
};

function Fields({ form, errors, names, onChange: set }: FieldsProps) {
  const shown = [...new Set([...names, ...Object.keys(form.values)])];
  return (
    <Stack gap="4">
      <TextField
        label={t('Name')}
        autoFocus
        autoComplete="off"
        value={form.name}
        error={errors.name}
        onChange={(name) => set({ name })}
      />
      {shown.length > 0 && (
        <Stack gap="3" role="group" aria-label={t('Values')}>
          <Text textStyle="sm" fontWeight="medium" aria-hidden="true">
            {t('Values')}
          </Text>
          {shown.map((name) => (
            <TextAreaField
              key={name}
              label={name}
              rows={2}
              value={ownValue(form.values, name) ?? ''}
              onChange={(value) => set({ values: withValue(form.values, name, value) })}
            />
          ))}
        </Stack>
      )}
      <CheckFields checks={form.checks} wrong={errors.checks} onChange={(checks) => set({ checks })} />
      <Box maxW="16rem">
        <TextField
          label={t('Least score that passes (0 to 1)')}
          placeholder={t('every check')}
          value={form.threshold}
          error={errors.threshold}
          onChange={(threshold) => set({ threshold })}
        />
      </Box>
      <TextAreaField label={t('Notes')} value={form.notes} onChange={(notes) => set({ notes })} />
      <Switch
        label={t('Run it with the others')}
        checked={form.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {errors.whole !== undefined && (
        <Text role="alert" textStyle="sm" color="fg.error">
          {errors.whole}
        </Text>
      )}
    </Stack>
  );
}

/** A value that is cleared is none: the default of its variable counts. */
function withValue(values: Form['values'], name: string, value: string): Form['values'] {
  const others = Object.entries(values).filter(([other]) => other !== name);
  return Object.fromEntries(value === '' ? others : [...others, [name, value]]);
}

type Errors = {
  readonly name?: string;
  readonly threshold?: string;
  readonly whole?: string;
  readonly checks: ReadonlySet<number>;
};

const noErrors: Errors = { checks: new Set() };

function useSaving({ promptId, test, onClose }: Pick<CaseFormProps, 'promptId' | 'test' | 'onClose'>) {
  const library = useLibrary();
  const [errors, setErrors] = useState(noErrors);
  const isSaving = useRef(false);

  /** One at a time: a second press would make a second case. */
  async function save(form: Form): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    await write(form).finally(() => {
      isSaving.current = false;
    });
  }

  async function write(form: Form): Promise<void> {
    const read = fieldsOfForm(form);
    if ('errors' in read) return setErrors(read.errors);
    const { fields } = read;
    const outcome = await (test === null
      ? createCase(library, promptId, fields)
      : updateCase(library, test, fields)
    ).catch(() => null);
    if (outcome?.ok === true) return onClose();
    setErrors({
      ...noErrors,
      whole:
        outcome === null
          ? t('This device did not take it. There may be no room left.')
          : t(refusalMessages[outcome.code]),
    });
  }

  return { save, errors };
}

function fieldsOfForm(form: Form): { fields: Omit<CaseFields, 'position'> } | { errors: Errors } {
  const checks = new Map(form.checks.map((check) => [check.key, assertionOfForm(check)]));
  const wrong = new Set([...checks].flatMap(([key, check]) => (check === null ? [key] : [])));
  const name = writtenCase.name.safeParse(form.name);
  const threshold = form.threshold.trim() === '' ? null : Number(form.threshold.replace(',', '.'));
  const isThreshold = writtenCase.threshold.safeParse(threshold).success;
  if (wrong.size > 0 || !name.success || !isThreshold) {
    const errors = {
      checks: wrong,
      ...(name.success ? {} : { name: t('Give it a name of at most 200 characters.') }),
      ...(isThreshold ? {} : { threshold: t('A number from 0 to 1.') }),
    };
    return { errors };
  }
  const fields = {
    ...{ name: name.data, enabled: form.enabled, values: form.values, notes: form.notes, threshold },
    checks: [...checks.values()].filter((check): check is JsonValue => check !== null),
  };
  return fitsCase(fields) ? { fields } : { errors: { ...noErrors, whole: t(tooLargeCase) } };
}

function useDeleting(test: TestCase | null, onClose: () => void) {
  const library = useLibrary();
  const notify = useNotify();
  return async () => {
    if (test === null) return;
    const outcome = await deleteCase(library, { promptId: test.promptId, id: test.id }).catch(() => null);
    if (outcome?.ok !== true) return void notify({ title: t('Not deleted'), kind: 'destructive' });
    notify({
      title: t('Case deleted'),
      duration: undoMs,
      action: { label: t('Undo'), run: () => void undo() },
    });
    onClose();

    async function undo(): Promise<void> {
      if (test === null) return;
      const again = await createCase(library, test.promptId, fieldsOfCase(test)).catch(() => null);
      if (again?.ok !== true) notify({ title: t('Not saved'), kind: 'destructive' });
    }
  };
}
