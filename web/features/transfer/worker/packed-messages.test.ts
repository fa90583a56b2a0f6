import { expect, test } from 'vitest';
import { PackedMessages } from './packed-messages.ts';

const about = {
  title: 'T',
  service: 'ChatGPT',
  path: 'a.json',
  ordinal: 1,
  at: null,
  hasMore: false,
} as const;
const message = (role: 'user' | 'assistant', text: string) => ({ ...about, role, text });

test('messages come back as they were, to the code unit, in their order, with answers or without', async () => {
  const messages = new PackedMessages(1_000_000);
  await messages.add(message('user', 'a\r\n\u2028\ud83e\uddf5'));
  await messages.add(message('assistant', 'half \ud800 of a pair'));
  await messages.add(message('user', 'c'));
  await messages.flush();
  expect(await messages.portion(0, false)).toMatchObject([
    { key: 0, text: 'a\r\n\u2028\ud83e\uddf5' },
    { key: 2, text: 'c' },
  ]);
  expect(await messages.portion(0, true)).toMatchObject([{}, { key: 1, text: 'half \ud800 of a pair' }, {}]);
});

test('picked messages come out of the portions that have them, in their order', async () => {
  const messages = new PackedMessages(10_000_000);
  for (let key = 0; key < 6; key += 1) {
    await messages.add(message(key % 2 === 0 ? 'user' : 'assistant', `${key} ${'x'.repeat(600_000)}`));
  }
  await messages.flush();
  expect(messages.portions).toBe(3);
  const picked = await messages.pick([5, 0]);
  expect(picked.map(({ key, text }) => [key, text.slice(0, 1)])).toEqual([
    [0, '0'],
    [5, '5'],
  ]);
});

test('no more is held than there is room for', async () => {
  const messages = new PackedMessages(1);
  await messages.add(message('user', 'x'.repeat(2_000_000)));
  await messages.add(message('user', 'left out'));
  await messages.flush();
  expect(messages.isFull).toBe(true);
  expect(await messages.pick([0, 1])).toHaveLength(1);
});
