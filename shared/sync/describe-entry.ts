/** Describes an outbox entry for a person: "Rename of 'Onboarding' to 'Welcome'". */

import { z } from 'zod';
import type { RowKey } from '#shared/kinds/row.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { t } from '../language/translate.ts';
import type { OutboxEntry } from './outbox.ts';

const Named = z.looseObject({
  name: z.string().optional(),
  title: z.string().optional(),
  notes: z.string().optional(),
  stateKey: z.string().optional(),
  description: z.string().optional(),
  versionIds: z.array(z.number()).optional(),
  promptId: z.number().optional(),
  labels: z.array(z.looseObject({ label: z.string() })).optional(),
});

/** `nameOf`: what a project, a prompt or a file was called before the entry; undefined where nobody knows. */
export function describeEntry(
  { name, args, target }: Pick<OutboxEntry, 'name' | 'args' | 'target'>,
  nameOf: (key: RowKey) => string | undefined,
): string {
  const named = Named.safeParse(args).data ?? {};
  const of = quoted(nameOf(named.promptId === undefined ? target : `prompt:${named.promptId}`));
  if (isOfKeptRun(name)) return ofKeptRun(name, of);
  if (isOfTestCase(name)) return ofTestCase(name, { of, name: quoted(named.name ?? nameOf(target)) });
  switch (name) {
    case 'createProject':
      return t('New project {name}', { name: quoted(named.name) });
    case 'renameProject':
      return named.name === undefined
        ? t('Color of {of}', { of })
        : t('Rename of {of} to {name}', { of, name: quoted(named.name) });
    case 'deleteProject':
      return t('Deletion of project {of}', { of });
    case 'createPrompt':
      return t('New prompt {title}', { title: quoted(named.title) });
    case 'updatePrompt':
      return named.title === undefined
        ? t('Notes of {of}', { of })
        : t('Rename of {of} to {title}', { of, title: quoted(named.title) });
    case 'moveProject':
      return t('Place of {of} in the list', { of });
    case 'setAttributes':
      return ofAttributes(named.labels ?? [], of);
    case 'movePrompt':
      return t('Move of {of} to another project', { of });
    case 'setContent':
      return t('Text of {of}', { of });
    case 'deletePrompt':
      return t('Deletion of prompt {of}', { of });
    case 'saveVersion':
      return t('New version of {of}: {description}', {
        of,
        description: isolatedName(named.description ?? ''),
      });
    case 'editVersion':
      return t('Edit of an earlier version of {of}', { of });
    case 'reviewVersion':
      return t('Review of a conflict in {of}', { of });
    case 'deleteVersion':
      return t('Deletion of a version of {of}', { of });
    case 'deleteVersions':
      return t('Deletion of {count, plural, one {# version} other {# versions}} of {of}', {
        count: named.versionIds?.length ?? 0,
        of,
      });
    case 'createResource':
      return t('New file {name}', { name: quoted(named.name) });
    case 'updateResource':
      return t('Name or description of {of}', { of });
    case 'deleteResource':
      return t('Deletion of file {of}', { of });
    case 'setUiState':
      return named.stateKey === 'open_prompt_ids' ? t('Open tabs') : t('Expanded projects');
  }
}

type KeptRunMutation = 'keepRun' | 'updateKeptRun' | 'deleteKeptRun';

function isOfKeptRun(name: MutationName): name is KeptRunMutation {
  return name === 'keepRun' || name === 'updateKeptRun' || name === 'deleteKeptRun';
}

function ofKeptRun(name: KeptRunMutation, of: string): string {
  switch (name) {
    case 'keepRun':
      return t('Kept run of {of}', { of });
    case 'updateKeptRun':
      return t('Rating or note of a kept run of {of}', { of });
    case 'deleteKeptRun':
      return t('Deletion of a kept run of {of}', { of });
  }
}

type TestCaseMutation = 'createTestCase' | 'updateTestCase' | 'deleteTestCase';

function isOfTestCase(name: MutationName): name is TestCaseMutation {
  return name === 'createTestCase' || name === 'updateTestCase' || name === 'deleteTestCase';
}

function ofTestCase(mutation: TestCaseMutation, { of, name }: { of: string; name: string }): string {
  switch (mutation) {
    case 'createTestCase':
      return t('New test case {name} of {of}', { name, of });
    case 'updateTestCase':
      return t('Change of test case {name} of {of}', { name, of });
    case 'deleteTestCase':
      return t('Deletion of test case {name} of {of}', { name, of });
  }
}

function quoted(name: string | undefined): string {
  return name === undefined ? t('something unnamed') : `'${isolatedName(name)}'`;
}

function ofAttributes([label, second]: readonly { label: string }[], of: string): string {
  return label === undefined || second !== undefined
    ? t('Labels, values or tags of {of}', { of })
    : t('Move of the label {label} of {of}', { of, label: quoted(label.label) });
}
