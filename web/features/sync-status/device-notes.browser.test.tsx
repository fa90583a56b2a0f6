import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '#shared/model/messages.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { DeviceNotes } from './device-notes.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const another = page.getByText(messages.anotherTabLeads);
const notSecure = page.getByText(messages.addressNotSecure);

test('a tab says that another one is syncing only for as long as another one leads', async () => {
  let leads: boolean | null = null;
  const listeners = new Set<() => void>();
  const leadership = {
    leads: () => leads,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (next: boolean) => {
    leads = next;
    for (const listener of listeners) listener();
  };
  drawn = draw(<DeviceNotes leadership={leadership} secure />);
  await expect.element(another).not.toBeInTheDocument();
  become(false);
  await expect.element(another).toBeVisible();
  become(true);
  await expect.element(another).not.toBeInTheDocument();
  await expect.element(notSecure).not.toBeInTheDocument();
});

test('at an address that is not secure a quiet line says what is not possible there', async () => {
  drawn = draw(<DeviceNotes leadership={{ subscribe: () => () => {}, leads: () => true }} secure={false} />);
  await expect.element(notSecure).toBeVisible();
});
