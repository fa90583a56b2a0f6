import type { TestCase } from './test-case.ts';

/** Returns a test case of prompt 2, for tests. */
export function exampleTestCase(changes: Partial<TestCase> = {}): TestCase {
  return {
    ...{ id: 41, promptId: 2, name: 'Greets', enabled: true, values: { name: 'Ada' } },
    ...{ checks: [{ type: 'contains', value: 'Ada' }], threshold: null, notes: '', position: null },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}
