/** A sixth kind of row, as a developer would add one: what people call a label, inside of a project. */
import { z } from 'zod';
import { defineKind } from '#shared/kinds/kind.ts';
import { numbered } from '#shared/kinds/numbered.ts';
import { Id } from '#shared/model/ids.ts';

export const Label = z.looseObject({ id: Id, projectId: Id, name: z.string() });
export type Label = z.infer<typeof Label>;

export const labelKind = defineKind({
  type: 'label',
  schema: Label,
  id: numbered,
  texts: () => [],
  omitsOwnContent: false,
  nameOf: ({ name }) => name,
  isNamed: true,
  parent: { type: 'project', idOf: ({ projectId }) => projectId },
  isContent: true,
});
