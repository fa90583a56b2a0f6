import { Project } from '#shared/model/project.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const projectKind = defineKind({
  type: 'project',
  schema: Project,
  id: numbered,
  texts: () => [],
  omitsOwnContent: false,
  nameOf: ({ name }) => name,
  isNamed: true,
  parent: null,
  isContent: true,
});
