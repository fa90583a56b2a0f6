import { Prompt } from '#shared/model/prompt.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const promptKind = defineKind({
  type: 'prompt',
  schema: Prompt,
  id: numbered,
  texts: ({ content, notes, attributes }) =>
    attributes === undefined ? [content, notes] : [content, notes, JSON.stringify(attributes)],
  omitsOwnContent: true,
  nameOf: ({ title }) => title,
  isNamed: true,
  parent: { type: 'project', idOf: ({ projectId }) => projectId },
  isContent: true,
});
