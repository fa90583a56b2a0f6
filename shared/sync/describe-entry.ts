/** Describes an outbox entry for a person: "Rename of 'Onboarding' to 'Welcome'". */

import { z } from 'zod';
import type { RowKey } from '#shared/kinds/row.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { OutboxEntry } from './outbox.ts';

const Named = z.looseObject({
  name: z.string().optional(),
  title: z.string().optional(),
  notes: z.string().optional(),
  stateKey: z.string().optional(),
  description: z.string().optional(),
  versionIds: z.array(z.number()).optional(),
  promptId: z.number().optional(),
});

/** `nameOf`: what a project, a prompt or a file was called before the entry; undefined where nobody knows. */
export function describeEntry(
  { name, args, target }: Pick<OutboxEntry, 'name' | 'args' | 'target'>,
  nameOf: (key: RowKey) => string | undefined,
): string {
  const named = Named.safeParse(args).data ?? {};
  const of = quoted(nameOf(named.promptId === undefined ? target : `prompt:${named.promptId}`));
  switch (name) {
    case 'createProject':
      return `New project ${quoted(named.name)}`;
    case 'renameProject':
      return `Rename of ${of} to ${quoted(named.name)}`;
    case 'deleteProject':
      return `Deletion of project ${of}`;
    case 'createPrompt':
      return `New prompt ${quoted(named.title)}`;
    case 'updatePrompt':
      return named.title === undefined ? `Notes of ${of}` : `Rename of ${of} to ${quoted(named.title)}`;
    case 'setContent':
      return `Text of ${of}`;
    case 'deletePrompt':
      return `Deletion of prompt ${of}`;
    case 'saveVersion':
      return `New version of ${of}: ${isolatedName(named.description ?? '')}`;
    case 'editVersion':
      return `Edit of an earlier version of ${of}`;
    case 'reviewVersion':
      return `Review of a conflict in ${of}`;
    case 'deleteVersion':
      return `Deletion of a version of ${of}`;
    case 'deleteVersions':
      return `Deletion of ${named.versionIds?.length ?? 0} versions of ${of}`;
    case 'createResource':
      return `New file ${quoted(named.name)}`;
    case 'updateResource':
      return `Name or description of ${of}`;
    case 'deleteResource':
      return `Deletion of file ${of}`;
    case 'setUiState':
      return named.stateKey === 'open_prompt_ids' ? 'Open tabs' : 'Expanded projects';
  }
}

function quoted(name: string | undefined): string {
  return name === undefined ? 'something unnamed' : `'${isolatedName(name)}'`;
}
