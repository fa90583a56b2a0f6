/** After signing out nothing of the library is left in the browser; and what waits is never given up unasked. */

import { expect, test } from '../stage/stage.ts';
import { treeItem } from '../stage/workspace.ts';
import { furnish, nothingIsLeft, signOut } from './residue-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('signing out in one tab clears the others as well', async ({ newDevice, person }) => {
  const { page, context } = await newDevice();
  await furnish(page, person);
  const second = await context.newPage();
  await second.goto('/');
  await expect(treeItem(second, 'Xylophonquast')).toBeVisible();
  await signOut(page);
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/auth$/);
    await nothingIsLeft(tab);
  }
});
