import { Version } from '#shared/model/version.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const versionKind = defineKind({
  type: 'version',
  schema: Version,
  id: numbered,
  texts: ({ content, original, settings }) => [
    content,
    ...(original === null ? [] : [original]),
    ...(settings === undefined ? [] : [JSON.stringify(settings)]),
  ],
  omitsOwnContent: true,
  nameOf: ({ version }) => `Version ${version}`,
  isNamed: false,
  parent: { type: 'prompt', idOf: ({ promptId }) => promptId },
  isContent: true,
});
