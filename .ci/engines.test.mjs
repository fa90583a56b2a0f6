import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { provideEngines } from './engines.mjs';

function folderWith(...programs) {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const program of programs) writeFileSync(join(folder, program), '', { mode: 0o755 });
  return folder;
}

const answers = () => true;

test('engines that are there are named, and nothing is installed', async () => {
  const PATH = folderWith('firefox-esr', 'WebKitWebDriver', 'Xvfb');
  const variables = { PATH };
  const installed = [];
  const install = async (names) => void installed.push(names);
  expect(await provideEngines({ variables, install, answers })).toEqual([]);
  expect(installed).toEqual([]);
  expect(variables).toEqual({
    PATH,
    FIREFOX_PATH: join(PATH, 'firefox-esr'),
    WEBKIT_DRIVER_PATH: join(PATH, 'WebKitWebDriver'),
  });
});

test('an engine that is missing is installed with all that it needs', async () => {
  const PATH = folderWith('firefox-esr', 'WebKitWebDriver');
  const install = async (names) => {
    expect(names).toEqual(['webkit2gtk-driver', 'xvfb']);
    writeFileSync(join(PATH, 'Xvfb'), '');
  };
  expect(await provideEngines({ variables: { PATH }, install, answers })).toEqual([]);
});

test('an engine that cannot be installed is named as missing, also for the processes after this one', async () => {
  const variables = { PATH: folderWith('firefox-esr') };
  expect(await provideEngines({ variables, install: async () => {}, answers })).toEqual(['WebKit']);
  expect(variables.WEBKIT_DRIVER_PATH).toBe('');
  const install = () => Promise.reject(new Error('looked for once more'));
  expect(await provideEngines({ variables, install })).toEqual(['WebKit']);
});

test('an engine that is there and does not start is named as missing', async () => {
  const variables = { PATH: folderWith('firefox-esr', 'WebKitWebDriver', 'Xvfb') };
  const starts = (program) => program.endsWith('firefox-esr');
  expect(await provideEngines({ variables, answers: starts })).toEqual(['WebKit']);
});
