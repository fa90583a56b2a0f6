import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { addressOfOwnFile } from './drizzle-imports.ts';

const folder = fileURLToPath(new URL('../node_modules/drizzle-orm', import.meta.url));

test('every relative import of drizzle-orm ends at a file that is there, and is a module of its package', () => {
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type).toBe('module');
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const broken: string[] = [];
  let imports = 0;
  for (const file of ['better-sqlite3', 'sqlite-core', 'sql', '.'].flatMap((part) =>
    scriptsOf(join(folder, part)),
  )) {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/\bfrom "(\.[^"]+)"/g)) {
      imports += 1;
      const address = addressOfOwnFile(specifier ?? '', pathToFileURL(file).href);
      if (address === undefined || !files.has(fileURLToPath(address))) broken.push(`${file}: ${specifier}`);
    }
  }
  expect(broken).toEqual([]);
  expect(imports).toBeGreaterThan(100);
});

const scriptsOf = (path: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(path, name));

test.each([
  ['a package', 'better-sqlite3', 'file:///app/node_modules/drizzle-orm/better-sqlite3/driver.js'],
  ['a file of another package', './core.js', 'file:///app/node_modules/zod/v4/index.js'],
  ['a file outside of its folder', '../../zod/index.js', 'file:///app/node_modules/drizzle-orm/index.js'],
  ['the first file of all', './main.ts', undefined],
])('%s is for Node to resolve', (_, specifier, parent) => {
  expect(addressOfOwnFile(specifier, parent)).toBeUndefined();
});
