/** The screens of how a prompt is run: its settings, and "Try it" from no model at all to answers that failed. */
import { expect, type Locator, type Page } from '@playwright/test';
import { startScriptedEndpoint } from '../../web/run/testing/scripted-endpoint.ts';
import { openPanel, openReviewer, press, pressTool, type Screen, showProjects } from './screens.ts';

/** Each answers by the script that is its model's name. */
const models = {
  'Llama 3.2': 'answer',
  'Qwen 3': 'json',
  'Slow one': 'silent-in-stream',
  'Locked one': 'key-refused',
  'Untrusted one': 'hostile',
} as const;
type ModelName = keyof typeof models;

const local = 'http://localhost:11434';

/** Has a scripted endpoint answer where a local engine would, as long as the page is open. */
async function endpointAnswers(page: Page): Promise<void> {
  const endpoint = await startScriptedEndpoint();
  page.once('close', () => void endpoint.close());
  await page.unroute(`${local}/**`);
  await page.route(`${local}/**`, (route) =>
    route.continue({ url: route.request().url().replace(`${local}/v1`, endpoint.address('openai')) }),
  );
}

async function openModels(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Models', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Models' });
  await expect(dialog.getByRole('button', { name: /^Add (a )?model$/ })).toBeVisible();
  return dialog;
}

/** Has the models answer, for a test that tries a prompt itself. */
export async function tryItModels(page: Page): Promise<void> {
  await endpointAnswers(page);
  await haveModels(page);
  await page.keyboard.press('Escape');
}

/** Adds the models that are not there yet. */
async function haveModels(page: Page): Promise<Locator> {
  const dialog = await openModels(page);
  for (const [name, model] of Object.entries(models)) {
    if (await dialog.getByText(name, { exact: true }).isVisible()) continue;
    const add = dialog.getByRole('button', { name: 'Add a model' });
    if (await add.isVisible()) await add.click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Model', { exact: true }).fill(model);
    await dialog.getByLabel('Runs at once').fill('8');
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  }
  return dialog;
}

async function showTryIt(page: Page): Promise<Locator> {
  await openReviewer(page);
  const hide = page.getByRole('button', { name: 'Hide Try it', exact: true });
  const panel = page.getByRole('complementary', { name: 'Try it' });
  const tool = page.getByRole('button', { name: 'Try it', exact: true });
  const more = page.getByRole('button', { name: 'More tools', exact: true });
  await expect(hide.or(panel).or(tool).or(more).first()).toBeVisible();
  if (!(await hide.isVisible()) && !(await panel.isVisible())) await pressTool(page, 'Try it');
  await expect(panel).toBeVisible();
  return panel;
}

async function choose(page: Page, panel: Locator, names: readonly ModelName[]): Promise<void> {
  await panel.getByRole('button', { name: /^Models/ }).click();
  const menu = page.getByRole('menu', { name: 'Models' });
  // First those that are wanted: without any, the first one is chosen by itself.
  for (const isWanted of [true, false]) {
    for (const item of await menu.getByRole('menuitemcheckbox').all()) {
      const name = (await item.textContent()) ?? '';
      if (names.some((each) => name.includes(each)) !== isWanted) continue;
      if (((await item.getAttribute('aria-checked')) === 'true') !== isWanted) await item.click();
    }
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
}

/** Runs the prompt on these models; returns the answers. */
export async function runOn(page: Page, names: readonly ModelName[]): Promise<Locator> {
  await openReviewer(page);
  await tryItModels(page);
  const panel = await showTryIt(page);
  await choose(page, panel, names);
  await panel.getByRole('button', { name: /^Run( \d)?$/ }).click();
  const answers = panel.getByRole('list', { name: 'Answers' });
  const anyway = panel.getByRole('button', { name: 'Run anyway' });
  await expect(answers.or(anyway).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(answers.getByRole('listitem')).toHaveCount(names.length);
  return answers;
}

async function showSettings(page: Page): Promise<Locator> {
  await openReviewer(page);
  await openPanel(page, 'Settings');
  const panel = page.getByRole('complementary', { name: 'Settings' });
  await expect(panel.getByLabel('Temperature')).toBeVisible();
  return panel;
}

/** Opens the table of cases, with one in it. */
async function showCases(page: Page): Promise<Locator> {
  await showTryIt(page);
  await press(page, 'Cases');
  const cases = page.getByRole('dialog', { name: 'Cases' });
  const one = cases.getByRole('button', { name: 'Greets Ada', exact: true });
  await expect(cases.getByRole('button', { name: 'New case' })).toBeVisible();
  const none = cases.getByText('No cases yet');
  await expect(one.or(none)).toBeVisible();
  if (await none.isVisible()) {
    await cases.getByRole('button', { name: 'New case' }).click();
    const form = page.getByRole('dialog', { name: 'New case' });
    await form.getByLabel('Name', { exact: true }).fill('Greets Ada');
    await form.getByRole('button', { name: 'Add a check' }).click();
    await form.getByLabel('Value', { exact: true }).fill('morning');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(one).toBeVisible();
  }
  return cases;
}

const answerOf = (cases: Locator) => cases.getByRole('button', { name: /^Greets Ada, Llama 3.2: / });

/** Once; the answer is there afterwards. */
async function runCases(cases: Locator): Promise<void> {
  const run = cases.getByRole('button', { name: /^Run/ });
  if (await run.isEnabled()) await run.click();
  await expect(answerOf(cases)).toHaveAccessibleName(/passed|not pass/);
}

export const tryItScreens: readonly Screen[] = [
  {
    name: 'settings, one of them invalid',
    async show(page) {
      const panel = await showSettings(page);
      await panel.getByLabel('Temperature').fill('hot');
      await panel.getByLabel('Other settings').fill('{"top_k": ');
      await expect(panel.getByText('A number from 0 to 10.')).toBeVisible();
      await expect(panel.getByText('This is no JSON object yet.')).toBeVisible();
    },
  },
  {
    // Before there is a model.
    name: 'Try it without a model',
    async show(page) {
      const panel = await showTryIt(page);
      await expect(panel.getByText('Run this prompt on a model of your own')).toBeVisible();
    },
  },
  {
    name: 'models, one of which is being changed',
    async show(page) {
      await openReviewer(page);
      const dialog = await haveModels(page);
      await dialog.getByRole('button', { name: 'Change' }).first().click();
      await dialog.getByLabel('Address', { exact: true }).fill('localhost');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Write an address such as')).toBeVisible();
    },
  },
  {
    name: 'Try it with two answers',
    async show(page) {
      const answers = await runOn(page, ['Llama 3.2', 'Qwen 3']);
      await expect(answers.getByText('Good morning.')).toBeVisible();
      await expect(answers.getByText('"city"')).toBeVisible();
      await expect(answers.getByRole('button', { name: 'Run again' })).toHaveCount(2);
    },
  },
  {
    name: 'Try it with an answer that comes, and one that failed',
    async show(page) {
      const answers = await runOn(page, ['Slow one', 'Locked one']);
      await expect(answers.getByText('The first half')).toBeVisible();
      await expect(answers.getByText('The endpoint refused the key (401).')).toBeVisible();
    },
  },
  {
    name: 'Try it in the whole window',
    async show(page) {
      const answers = await runOn(page, ['Llama 3.2', 'Qwen 3', 'Locked one']);
      await expect(answers.getByText('The endpoint refused the key (401).')).toBeVisible();
      await press(page, 'Open in the whole window');
      const window = page.getByRole('dialog', { name: 'Try it' });
      await expect(window.getByText('Good morning.').first()).toBeVisible();
    },
  },
  {
    name: 'two answers compared',
    async show(page) {
      const answers = await runOn(page, ['Llama 3.2', 'Qwen 3']);
      await answers.getByRole('button', { name: 'Compare with the first answer' }).click();
      await expect(page.getByRole('dialog', { name: 'Compare answers' })).toBeVisible();
    },
  },
  {
    name: 'a case in its form',
    async show(page) {
      const cases = await showCases(page);
      await cases.getByRole('button', { name: 'Greets Ada', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Case', exact: true });
      await form.getByRole('button', { name: 'Add a check' }).click();
      await expect(form.getByLabel('Kind')).toHaveCount(2);
    },
  },
  {
    name: 'cases that were run',
    async show(page) {
      await openReviewer(page);
      await tryItModels(page);
      const cases = await showCases(page);
      await runCases(cases);
    },
  },
  {
    name: 'the answer to a case',
    async show(page) {
      await openReviewer(page);
      await tryItModels(page);
      const cases = await showCases(page);
      await runCases(cases);
      await answerOf(cases).click();
      const answer = page.getByRole('dialog', { name: 'Answer' });
      await expect(answer.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveCount(1);
    },
  },
  {
    name: 'all runs',
    async show(page) {
      const answers = await runOn(page, ['Llama 3.2', 'Locked one']);
      await expect(answers.getByText('The endpoint refused the key (401).')).toBeVisible();
      await showProjects(page);
      await press(page, 'Library');
      await page.getByRole('menuitem', { name: 'Runs', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Runs', exact: true });
      await dialog.getByLabel('Grouped by').selectOption('prompt');
      await dialog.getByRole('button', { name: /^Code reviewer/ }).click();
      await expect(dialog.getByText('Locked one', { exact: true }).first()).toBeVisible();
    },
  },
];
