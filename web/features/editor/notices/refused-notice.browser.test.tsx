import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../../data/commit/commit.ts';
import type { Library } from '../../../data/database/library.ts';
import { settleAnswer, takeBatch } from '../../../data/outbox/outbox-store.ts';
import { eventually } from '../../../ui/testing/eventually.ts';
import { openPane, type PaneScene, promptId } from '../editor-pane-scene.tsx';

let scene: PaneScene | undefined;
afterEach(() => scene?.close());

/** A proxy with this limit refuses the text, and the server has done all else. */
async function refusedText(library: Library): Promise<void> {
  const before = await takeBatch(library);
  const results = (before?.mutations ?? []).map(({ key }) => ({ key, status: 201, seq: 1, revs: {} }));
  await settleAnswer(library, { seq: 1, results });
  await commit(library, 'setContent', { id: promptId, content: 'Dear all', base: 'Dear' });
  const [refused] = (await takeBatch(library))?.mutations ?? [];
  const detail = 'A proxy in front of the server takes at most about 1 MB.';
  const body = { type: 't', title: 't', status: 413, code: 'proxy_too_large', detail };
  await settleAnswer(library, { seq: 2, results: [{ key: refused?.key ?? '', status: 413, body }] });
}

test('a text that the server refuses stays in its prompt, with the reason and a way on', async () => {
  const onOpenSyncCentre = vi.fn();
  scene = await openPane('Dear', { prepare: refusedText, props: { onOpenSyncCentre } });
  expect(scene.text()).toBe('Dear all');
  await expect
    .element(scene.notice)
    .toMatchTextContent(
      'On this device only. A proxy in front of the server takes at most about 1 MB. It stays here as it is, and is sent once it is shorter.',
    );
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  expect(onOpenSyncCentre).toHaveBeenCalledOnce();
  await scene.reopen();
  await eventually(() => expect(scene?.text()).toBe('Dear all'));
  await expect.element(scene.notice).toMatchTextContent('On this device only.');
});

test('a text over the limit of a prompt is a draft, counted and there after a reload, and says so', async () => {
  const large = 'x'.repeat(limits.contentMaxBytes);
  scene = await openPane(large);
  await scene.type('y');
  scene.clock.pass(500);
  await expect
    .element(scene.notice)
    .toMatchTextContent(
      'This text is too large to be saved. A prompt holds at most 2 MB. It is kept as a draft in this browser, and is on no other device.',
    );
  expect(scene.drafts()).toBe(1);
  await scene.reopen();
  await eventually(() => expect(scene?.text()).toBe(`${large}y`));
  scene.clock.pass(500);
  await expect.element(scene.notice).toMatchTextContent('This text is too large to be saved.');
  expect(scene.drafts()).toBe(1);
});
