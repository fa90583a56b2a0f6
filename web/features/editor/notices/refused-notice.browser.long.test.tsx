import { afterEach, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { eventually } from '../../../ui/testing/eventually.ts';
import { openPane, type PaneScene } from '../editor-pane-scene.tsx';

let scene: PaneScene | undefined;
afterEach(() => scene?.close());

test('a text over the limit of a prompt is a draft, counted and there after a reload, and says so', async () => {
  const large = 'x'.repeat(limits.contentMaxBytes);
  scene = await openPane(large);
  await scene.type('y');
  scene.clock.pass(500);
  await expect
    .element(scene.notice)
    .toMatchTextContent(
      'This text is too large to be saved. A prompt holds at most 2 MB. The text is a draft in this browser, and on no other device.',
    );
  expect(scene.drafts()).toBe(1);
  await scene.reopen();
  await eventually(() => expect(scene?.text()).toBe(`${large}y`));
  scene.clock.pass(500);
  await expect.element(scene.notice).toMatchTextContent('This text is too large to be saved.');
  expect(scene.drafts()).toBe(1);
});
