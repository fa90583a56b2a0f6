import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { longest } from './longest-first.ts';

test('each file that is started first is there', () => {
  const missing = longest.filter(
    (path) => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))),
  );
  expect(missing).toEqual([]);
});
