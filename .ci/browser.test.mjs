import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureBrowser, ensureHeadlessShell } from './browser.mjs';

function folderWith(...programs) {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const program of programs) writeFileSync(join(folder, program), '', { mode: 0o755 });
  return folder;
}

test('the browser that is named is used, without looking further', async () => {
  const install = vi.fn();
  const browser = await ensureBrowser({ variables: { CHROMIUM_PATH: 'mine' }, answers: () => true, install });
  expect(browser).toEqual({ path: 'mine' });
  expect(install).not.toHaveBeenCalled();
});

test('a browser that is named and does not start is a failure, even where another is there', async () => {
  const browser = await ensureBrowser({
    variables: { CHROMIUM_PATH: 'mine', PATH: folderWith('chromium') },
    answers: (path) => path !== 'mine',
  });
  expect(browser.problem).toContain('"mine"');
});

test('a stand-in that does not answer is passed over', async () => {
  const folder = folderWith('chromium-browser', 'google-chrome');
  const chrome = join(folder, 'google-chrome');
  const browser = await ensureBrowser({ variables: { PATH: folder }, answers: (path) => path === chrome });
  expect(browser).toEqual({ path: chrome });
});

test('where there is none, one is installed', async () => {
  const folder = folderWith();
  const installed = join(folder, 'chromium');
  const install = async () => writeFileSync(installed, '', { mode: 0o755 });
  const browser = await ensureBrowser({
    variables: { PATH: folder },
    answers: (path) => path === installed,
    install,
  });
  expect(browser).toEqual({ path: installed });
});

test('where none can be installed, a sentence says what to do', async () => {
  const browser = await ensureBrowser({ variables: {}, answers: () => false, install: async () => {} });
  expect(browser.problem).toMatch(/CHROMIUM_PATH=.* npm test/);
});

test('a headless shell that is there is used, and none is installed', async () => {
  const install = vi.fn();
  const folder = folderWith('chromium', 'chromium-headless-shell');
  const shell = await ensureHeadlessShell({ variables: { PATH: folder }, answers: () => true, install });
  expect(shell).toBe(join(folder, 'chromium-headless-shell'));
  expect(install).not.toHaveBeenCalled();
});

test('a headless shell is installed where a Chromium alone is there', async () => {
  const folder = folderWith('chromium');
  const installed = join(folder, 'chromium-headless-shell');
  const install = async () => writeFileSync(installed, '', { mode: 0o755 });
  expect(await ensureHeadlessShell({ variables: { PATH: folder }, answers: () => true, install })).toBe(
    installed,
  );
});

test('a headless shell that cannot be installed is done without', async () => {
  const variables = { PATH: folderWith('chromium') };
  const install = async () => {};
  expect(await ensureHeadlessShell({ variables, answers: () => true, install })).toBeUndefined();
});

test('a headless shell is not looked for where a browser is named', async () => {
  const install = vi.fn();
  const variables = { CHROMIUM_PATH: 'mine', PATH: folderWith('chromium-headless-shell') };
  expect(await ensureHeadlessShell({ variables, answers: () => true, install })).toBeUndefined();
  expect(install).not.toHaveBeenCalled();
});

test('what a process before this one found is not looked for once more', async () => {
  const install = vi.fn();
  const look = (HEADLESS_SHELL_PATH) =>
    ensureHeadlessShell({ variables: { PATH: '', HEADLESS_SHELL_PATH }, answers: () => true, install });
  expect(await look('/somewhere/shell')).toBe('/somewhere/shell');
  expect(await look('')).toBeUndefined();
  expect(install).not.toHaveBeenCalled();
});
