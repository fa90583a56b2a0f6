import { KeptRun } from '#shared/model/run/kept-run.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const keptRunKind = defineKind({
  type: 'keptRun',
  schema: KeptRun,
  id: numbered,
  texts: ({ run, note }) => [JSON.stringify(run), note],
  omitsOwnContent: false,
  nameOf: ({ run }) => run.model.name,
  isNamed: false,
  parent: { type: 'prompt', idOf: ({ promptId }) => promptId },
  isContent: true,
});
