/** The client's share of what must not grow faster than the work: the app's own code in a real Chromium. */
import { z } from 'zod';
import { openScriptPage, type ScriptPage } from '../script-page.ts';
import type { GrowthOperation } from './operation.ts';

const sizes = [1_000, 10_000];

/** Names of `in-browser.ts`; those that leave everything as it was are repeatable. */
const names: [string, string, { isRepeatable?: boolean }?][] = [
  ['ten commits', 'client: ten commits while N entries wait', { isRepeatable: true }],
  ['ten counts for the chip', 'client: ten counts for the chip while N entries wait', { isRepeatable: true }],
  [
    'ten counts for signing out',
    'client: ten counts for signing out while N entries wait',
    { isRepeatable: true },
  ],
  ['drain', 'client: drain of N entries'],
  ['pull', 'client: pull of N rows'],
  ['keep mine', 'client: keep mine of N prompts'],
  ['keep mine with versions', 'client: keep mine of N prompts of 3 versions'],
  ['delete of the project with versions', 'client: delete of a project of N prompts of 3 versions'],
  ['delete of the project', 'client: delete of a project of N prompts'],
  ['delete, sent and pulled', 'client: that delete is sent and pulled'],
  ['ten outlines', 'client: ten outlines of N prompts', { isRepeatable: true }],
  ['first search', 'client: first search in N prompts', { isRepeatable: true }],
  ['ten searches', 'client: ten later searches in N prompts', { isRepeatable: true }],
  ['list of the bin', 'client: list of a bin of N prompts', { isRepeatable: true }],
  ['where a prompt is used', 'client: where a prompt is used, of N of 2 KB', { isRepeatable: true }],
  [
    'update of references',
    'client: update of references in a tenth of N prompts of 2 KB',
    { isRepeatable: true },
  ],
  ['export', 'client: export of N prompts', { isRepeatable: true }],
  ['import', 'client: import of N prompts'],
];

/** One Chromium for all of them, begun with the first. */
export function clientOperations(): { operations: GrowthOperation[]; end(): Promise<void> } {
  let opened: Promise<ScriptPage> | undefined;
  const operations = names.map(([scene, name, options]): GrowthOperation => {
    return {
      name,
      sizes,
      ...options,
      async prepare(size) {
        opened ??= openScriptPage(new URL('in-browser.ts', import.meta.url), 'runOperation');
        const { page } = await opened;
        await page.evaluate(`prepareOperation(${JSON.stringify(scene)}, ${size})`);
        let longestTask = 0;
        return {
          async run() {
            longestTask = z.number().parse(await page.evaluate('runOperation()'));
          },
          longestHold: () => ({ clockMs: longestTask }),
          close: async () => void (await page.evaluate('closeOperation()')),
        };
      },
    };
  });
  return { operations, end: async () => (await opened)?.end() };
}
