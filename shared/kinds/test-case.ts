import { caseBodyJson, TestCase } from '#shared/model/checks/test-case.ts';
import { defineKind } from './kind.ts';
import { numbered } from './numbered.ts';

export const testCaseKind = defineKind({
  type: 'testCase',
  schema: TestCase,
  id: numbered,
  texts: (row) => [caseBodyJson(row), row.notes],
  omitsOwnContent: false,
  nameOf: ({ name }) => name,
  isNamed: true,
  parent: { type: 'prompt', idOf: ({ promptId }) => promptId },
  isContent: true,
});
