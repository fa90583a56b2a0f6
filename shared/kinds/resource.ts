import { Resource } from '#shared/model/resource.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const resourceKind = defineKind({
  type: 'resource',
  schema: Resource,
  id: numbered,
  texts: () => [],
  omitsOwnContent: false,
  nameOf: ({ name }) => name,
  isNamed: true,
  parent: { type: 'project', idOf: ({ projectId }) => projectId },
  isContent: true,
});
