/** An export looks for secrets before it writes, names them, and lets a person decide. */
import { expect, type TestContext, test } from 'vitest';
import { page } from 'vitest/browser';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { commit } from '../data/commit/commit.ts';
import { openLibraryScene } from './open-library-scene.tsx';

const { open } = openLibraryScene();

/** Returns the names of the files that are saved from now on, in place of a download. */
function savedNames(context: TestContext): string[] {
  const { prototype } = HTMLAnchorElement;
  const { click } = prototype;
  context.onTestFinished(() => {
    prototype.click = click;
  });
  const saved: string[] = [];
  prototype.click = function take() {
    saved.push(this.download);
  };
  return saved;
}

const dialog = () => page.getByRole('dialog', { name: 'Export', exact: true });

async function askForExport(format = 'Markdown files (zip)'): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await dialog().getByLabelText('Format').selectOptions(format);
  await dialog().getByRole('button', { name: 'Export' }).click();
}

test('an export with a secret names its place, shows no character of it, and writes after a second press', async (context) => {
  const saved = savedNames(context);
  const { library } = await open();
  await commit(library, 'setContent', { id: 11, content: `Use ${secretSamples.github}.`, base: '' });
  await askForExport();
  const list = dialog().getByRole('list', { name: 'Secrets in the export' });
  await expect
    .element(list.getByText('Letters / Answer (text): This looks like a key or token of GitHub.'))
    .toBeVisible();
  expect(document.body.textContent).not.toContain(secretSamples.github.slice(0, 12));
  expect(saved).toEqual([]);
  await dialog().getByRole('button', { name: 'Export all the same' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(saved).toHaveLength(1);
});

test('a person can stop an export with a secret, and nothing is written', async (context) => {
  const saved = savedNames(context);
  const { library } = await open();
  await commit(library, 'setContent', { id: 11, content: secretSamples.privatekey, base: '' });
  await askForExport('Promptory library (JSON)');
  await expect.element(dialog().getByText('This looks like a private key.', { exact: false })).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

test('another format is looked at by itself: a text that it leaves out holds nothing up', async (context) => {
  const saved = savedNames(context);
  const { library } = await open();
  await commit(library, 'updatePrompt', { id: 11, notes: secretSamples.github });
  await askForExport();
  await expect.element(dialog().getByText('Letters / Answer (notes)', { exact: false })).toBeVisible();
  await dialog().getByLabelText('Format').selectOptions('promptfoo (YAML)');
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(saved).toHaveLength(1);
});
