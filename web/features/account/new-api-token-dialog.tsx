import { Button, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { ApiTokenRequest } from '#shared/model/account/api-token.ts';
import type { Done } from '../../session/account/account-answers.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { NamedProject } from './api-token-list.tsx';
import { endAfter, lifetimes } from './lifetime.tsx';

interface NewApiTokenDialogProps {
  readonly open: boolean;
  readonly projects: readonly NamedProject[];
  readonly now: () => number;
  onClose(): void;
  onMake(request: ApiTokenRequest): Promise<Done>;
  /** Returns what has the focus afterwards. */
  finalFocus(): HTMLElement | null;
}

const allProjects = 'all';
const empty = { name: '', scope: 'read', project: allProjects, days: '90' };

type Fields = typeof empty;
type Errors = { readonly [field in 'name' | 'projectId' | 'rest']?: string };

const scopes = () => [
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and write') },
  { value: 'run', label: t('Read, and run models of the server') },
];

/** Asks for the name, the reach and the end of a new token. */
export function NewApiTokenDialog(props: NewApiTokenDialogProps) {
  const { open, projects } = props;
  const { fields, errors, pending, field, change, close, submit } = useNewToken(props);
  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      title={t('New token')}
      width="narrow"
      initialFocus={field}
      finalFocus={props.finalFocus}
      footer={<Buttons pending={pending} onCancel={close} />}
    >
      <Stack gap="4">
        <TextField
          label={t('Name')}
          hint={t('For you: which program uses the token.')}
          value={fields.name}
          error={errors.name}
          disabled={pending}
          autoComplete="off"
          inputRef={field}
          onChange={change('name')}
        />
        <SelectField
          label={t('What the token may do')}
          value={fields.scope}
          options={scopes()}
          disabled={pending}
          onChange={change('scope')}
        />
        <SelectField
          label={t('Project')}
          value={fields.project}
          options={[
            { value: allProjects, label: t('All projects') },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={errors.projectId}
          disabled={pending}
          onChange={change('project')}
        />
        <SelectField
          label={t('Expires')}
          value={fields.days}
          options={lifetimes()}
          error={errors.rest}
          disabled={pending}
          onChange={change('days')}
        />
      </Stack>
    </Dialog>
  );
}

function Buttons({ pending, onCancel }: { readonly pending: boolean; onCancel(): void }) {
  return (
    <>
      <Button disabled={pending} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" variant="solid" loading={pending} loadingText={t('Making a token...')}>
        {t('Make token')}
      </Button>
    </>
  );
}

function useNewToken({ open, now, onClose, onMake }: NewApiTokenDialogProps) {
  const [fields, setFields] = useState<Fields>(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  const field = useRef<HTMLInputElement>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    setFields(empty);
    setErrors({});
  }

  function refuse(path: string | undefined, message: string): void {
    setErrors({ [path === 'name' || path === 'projectId' ? path : 'rest']: message });
    if (path === 'name') field.current?.focus();
  }

  return {
    ...{ fields, errors, pending, field },
    change: (name: keyof Fields) => (value: string) => setFields((before) => ({ ...before, [name]: value })),
    close(): void {
      if (!pending) onClose();
    },
    async submit(): Promise<void> {
      const { name, scope, project, days } = fields;
      const read = ApiTokenRequest.safeParse({
        ...{ name, scope },
        projectId: project === allProjects ? null : Number(project),
        expiresAt: endAfter(days, now()),
      });
      const issue = read.error?.issues[0];
      if (!read.success) return refuse(String(issue?.path[0]), issue?.message ?? '');
      setPending(true);
      const answer = await onMake(read.data);
      setPending(false);
      if (answer.ok) onClose();
      else refuse(answer.field, answer.message);
    },
  };
}
