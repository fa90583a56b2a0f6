import { Version } from '#shared/model/version.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const versionKind = defineKind({
  type: 'version',
  schema: Version,
  id: numbered,
  texts: ({ content, original }) => (original === null ? [content] : [content, original]),
  omitsOwnContent: true,
  nameOf: ({ version }) => `Version ${version}`,
  isNamed: false,
  parent: { type: 'prompt', idOf: ({ promptId }) => promptId },
  isContent: true,
});
