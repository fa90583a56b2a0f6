import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, casesScene } from './cases-dialog-scene.tsx';

const scene = casesScene();
const { open, haveCases } = scene;

async function choose(name: string, text: string): Promise<void> {
  await expect.element(button('From a file…')).toBeVisible();
  const input = page.getByLabelText('File of cases').element();
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no place for a file');
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const look = () => page.getByRole('dialog', { name: 'Cases from a file' });
const names = async () => (await scene.cases()).map(({ name }) => name);

test('cases come in from a file after a look at it, once however often, and are taken back together', async () => {
  await open();
  const rows = Array.from({ length: 250 }, (_, index) => `Ada ${index},Hello Ada ${index},mail`);
  const file = `name,__expected,topic,__prefix\n${rows.join(',\n')},x\n`;
  await choose('greetings.csv', file);
  await expect.element(look().getByText('250 cases with 250 checks')).toBeVisible();
  await expect
    .element(look().getByText('No variables of this prompt, but kept for checks: topic.'))
    .toBeVisible();
  await expect.element(look().getByText('Columns that are not read: __prefix.')).toBeVisible();
  expect(await names()).toEqual([]);
  await look().getByRole('button', { name: 'Add 250' }).click();
  await expect.element(look()).not.toBeInTheDocument();
  expect((await names()).slice(0, 3)).toEqual(['greetings 1', 'greetings 2', 'greetings 3']);
  expect(await scene.cases()).toHaveLength(250);
  await expect.element(button('greetings 1')).toBeVisible();

  await choose('greetings.csv', file);
  await expect.element(look().getByText('250 cases are here already.')).toBeVisible();
  await expect.element(look().getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await look().getByRole('button', { name: 'Cancel' }).click();

  await button('Undo').click();
  await expect.poll(names).toEqual([]);
});

test('a file without cases is named with the reason, and nothing comes in', async () => {
  await open();
  await choose('notes.json', '{"a": 1}');
  await expect.element(look().getByText('notes.json has nothing that is read as a test.')).toBeVisible();
  await look().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(look()).not.toBeInTheDocument();
  expect(await names()).toEqual([]);
});

test('cases go to a file of another tool', async ({ onTestFinished }) => {
  const { prototype } = HTMLAnchorElement;
  const { click } = prototype;
  onTestFinished(() => {
    prototype.click = click;
  });
  const saved: { name: string; text: Promise<string> }[] = [];
  prototype.click = function take() {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  };
  await haveCases('Ada');
  await open();
  await button('To a file…').click();
  await page.getByRole('menuitem', { name: 'CSV (promptfoo)' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.name).toBe('One-tests.csv');
  expect(await saved[0]?.text).toBe('name,__expected,__description\r\nAda,contains:Hello {{name}},Ada\r\n');
});
