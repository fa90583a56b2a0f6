import { expect, test } from 'vitest';
import { clipboardTurns } from './clipboard-turns.ts';

const [one, two, three] = ['1', '2', '3'].map((sessionId) => ({ sessionId }));

/** Three pages that ask in this order; `begun` has those whose turn it is, or was. */
function threeThatAsk() {
  const { beginClipboardTurn, endClipboardTurn } = clipboardTurns();
  const begun = [];
  const pages = [one, two, three].map((page) => beginClipboardTurn(page).then(() => begun.push(page)));
  return { begun, pages, endClipboardTurn, beginClipboardTurn };
}

/** Lets every promise continue that is settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the turn of a page at the clipboard begins when the one before it ends', async () => {
  const { begun, pages, endClipboardTurn } = threeThatAsk();
  await settled();
  expect(begun).toEqual([one]);
  endClipboardTurn(one);
  await settled();
  expect(begun).toEqual([one, two]);
  endClipboardTurn(two);
  await Promise.all(pages);
  expect(begun).toEqual([one, two, three]);
});

test('a page that gives up waiting for the clipboard lets nobody in before their turn', async () => {
  const { begun, pages, endClipboardTurn } = threeThatAsk();
  endClipboardTurn(two);
  await settled();
  expect(begun).toEqual([one]);
  endClipboardTurn(one);
  await Promise.all(pages);
});

test('a page has the clipboard as often as it asks', async () => {
  const { pages, endClipboardTurn, beginClipboardTurn } = threeThatAsk();
  for (const page of [one, two, three]) endClipboardTurn(page);
  await Promise.all(pages);
  await beginClipboardTurn(one);
  endClipboardTurn(one);
  await beginClipboardTurn(one);
});
