import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
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
  scene = await openPane('Dear', {
    prepare: refusedText,
    props: { acts: { openSyncCentre: onOpenSyncCentre } },
  });
  expect(scene.text()).toBe('Dear all');
  await expect
    .element(scene.notice)
    .toMatchTextContent(
      'On this device only. A proxy in front of the server takes at most about 1 MB. The text stays here, and is sent once it is shorter.',
    );
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  expect(onOpenSyncCentre).toHaveBeenCalledOnce();
  await scene.reopen();
  await eventually(() => expect(scene?.text()).toBe('Dear all'));
  await expect.element(scene.notice).toMatchTextContent('On this device only.');
});
