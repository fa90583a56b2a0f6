import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import german from '#shared/language/de.json';
import { setLanguage } from '#shared/language/translate.ts';
import { AllShortcuts } from '../../ui/shortcuts/shortcut-list.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { PreferencesDialog, type PreferencesDialogProps } from './preferences-dialog.tsx';
import type { DeviceStorage } from './storage-section.tsx';

let drawn: Drawn | undefined;
beforeEach(() => localStorage.removeItem('preferences'));
afterEach(() => {
  drawn?.close();
  setLanguage('en');
  localStorage.removeItem('preferences');
});

const roomy: DeviceStorage = { persisted: true, usedBytes: 3 * 2 ** 20, quotaBytes: 2 ** 30 };

/** The dialog beside a text that is drawn as the editor's are. */
async function open(
  storage: () => Promise<DeviceStorage | null> = async () => roomy,
  language: PreferencesDialogProps['language'] = { chosen: null, choose: async () => null },
): Promise<HTMLElement> {
  drawn = draw(
    <>
      <div data-testid="text" style={{ fontSize: 'var(--source-font-size, 15px)' }}>
        text
      </div>
      <PreferencesDialog
        open
        language={language}
        shortcuts={<AllShortcuts />}
        storage={storage}
        onClose={() => undefined}
      />
    </>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const text = page.getByTestId('text').element();
  if (!(text instanceof HTMLElement)) throw new Error('The text is not drawn.');
  return text;
}

const field = (name: string) => page.getByLabelText(name, { exact: true });

test('a larger text is shown at once, and stays chosen when the page comes back', async () => {
  const text = await open();
  const before = Number.parseFloat(getComputedStyle(text).fontSize);
  await userEvent.selectOptions(field('Text size'), 'Extra large');
  expect(Number.parseFloat(getComputedStyle(text).fontSize)).toBeGreaterThan(before);
  drawn?.close();
  await open();
  await expect.element(field('Text size')).toHaveValue('extra-large');
});

test('font, line width and the switches are kept beside each other', async () => {
  await open();
  await userEvent.selectOptions(field('Font'), 'Proportional');
  await userEvent.selectOptions(field('Line width'), '75 characters');
  await userEvent.click(page.getByRole('switch', { name: 'Check spelling' }));
  await userEvent.click(page.getByRole('switch', { name: 'Keep line breaks' }));
  drawn?.close();
  await open();
  await expect.element(field('Font')).toHaveValue('proportional');
  await expect.element(field('Line width')).toHaveValue('narrow');
  await expect.element(page.getByRole('switch', { name: 'Check spelling' })).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Keep line breaks' })).toBeChecked();
});

test('another tab that changes a preference changes it here', async () => {
  await open();
  localStorage.setItem('preferences', '{"textSize":"small"}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
  await expect.element(field('Text size')).toHaveValue('small');
});

test('the theme is chosen here as in the header', async () => {
  await open();
  await userEvent.selectOptions(field('Theme'), 'Light');
  expect(document.documentElement.classList.contains('light')).toBe(true);
  await userEvent.selectOptions(field('Theme'), 'Dark');
  expect(document.documentElement.classList.contains('dark')).toBe(true);
});

test('the language is the browser’s until another one is chosen, each by its own name', async () => {
  const chosen: unknown[] = [];
  const choose: PreferencesDialogProps['language']['choose'] = async (language) => {
    chosen.push(language);
    return null;
  };
  await open(undefined, { chosen: null, choose });
  await expect.element(field('Language')).toHaveTextContent('Same as the browserEnglishDeutsch');
  await expect.element(field('Language')).toHaveDisplayValue('Same as the browser');
  await userEvent.selectOptions(field('Language'), 'Deutsch');
  expect(chosen).toEqual(['de']);
  drawn?.close();
  await open(undefined, { chosen: 'de', choose });
  await expect.element(field('Language')).toHaveDisplayValue('Deutsch');
  await userEvent.selectOptions(field('Language'), 'Same as the browser');
  expect(chosen).toEqual(['de', null]);
});

test('a language that cannot be had just now is not chosen, and the dialog says so', async () => {
  await open(undefined, { chosen: null, choose: async (language) => language });
  await userEvent.selectOptions(field('Language'), 'Deutsch');
  await expect
    .element(page.getByText('Deutsch is not on this device yet. Choose it again when there is a network.'))
    .toBeVisible();
  await expect.element(field('Language')).toHaveDisplayValue('Same as the browser');
});

const storages: readonly [string, () => Promise<DeviceStorage | null>, string][] = [
  [
    'kept',
    async () => roomy,
    '3.0 MB of 1.0 GB used on this device. The browser keeps your library until you remove it.',
  ],
  [
    'not promised',
    async () => ({ ...roomy, persisted: false }),
    '3.0 MB of 1.0 GB used on this device. The browser may delete your library when the disk is nearly full; what is synced comes back.',
  ],
  ['not told', async () => null, 'The browser does not say how much it stores on this device.'],
  [
    'not to be read',
    () => Promise.reject(new Error('no storage')),
    'The browser does not say how much it stores on this device.',
  ],
];
test.each(storages)('the storage of this device is %s', async (_case, storage, sentence) => {
  await open(storage);
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test('the keys have the names that a German keyboard has for them', async () => {
  setLanguage('de', german);
  await open();
  const keys = page
    .getByRole('definition')
    .elements()
    .map((drawnKeys) => drawnKeys.textContent);
  expect(keys).toContain('StrgUmschaltZ');
  expect(keys).toContain('Entf');
});
