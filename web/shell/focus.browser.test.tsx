import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../data/commit/commit.ts';
import type { Library } from '../data/database/library.ts';
import { openResources, type ResourcesScene, row } from './resources/resources-scene.tsx';

const scenes: ResourcesScene[] = [];
beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = page.getByRole('textbox', { name: 'Prompt content' });
const search = page.getByRole('combobox', { name: 'Search prompts' });

async function open({ prepare = async (_: Library) => {} } = {}): Promise<ResourcesScene> {
  const scene = await openResources({
    async fill(library) {
      for (const [id, title] of ['Answer', 'Bid farewell'].entries()) {
        await commit(library, 'createPrompt', { id: 11 + id, title, content: `${title}!`, projectId: 1 });
      }
      await prepare(library);
    },
  });
  scenes.push(scene);
  return scene;
}

const withVersion = {
  prepare: async (library: Library) => {
    const version = { promptId: 11, id: 21, content: 'Answer!', description: 'The first', base: 'Answer!' };
    await commit(library, 'saveVersion', version);
  },
};

async function openPrompt(name: string): Promise<void> {
  await row(name).click();
  await expect.element(text).toMatchTextContent(`${name}!`);
}

async function pressOn(name: string): Promise<void> {
  await expect.element(button(name)).toBeEnabled();
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

describe('a search result', () => {
  test('a search result that is opened by Enter leads into its text', async () => {
    await open();
    await search.fill('farewell');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Found 1 prompts')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(tab('Bid farewell')).toHaveAttribute('aria-selected', 'true');
    await expect.element(text).toHaveFocus();
    await userEvent.keyboard('Then ');
    await expect.element(text).toHaveTextContent('Then Bid farewell!');
  });

  test('a search result that is pressed leads into its text, also where that is open already', async () => {
    await open();
    await openPrompt('Bid farewell');
    await search.fill('farewell');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('option', { name: /^Bid farewell/ }).click();
    await expect.element(text).toHaveFocus();
  });

  test('a search result leads to the rendered text where texts are read', async () => {
    await open();
    await openPrompt('Bid farewell');
    await button('Switch to View mode').click();
    await openPrompt('Answer');
    await search.fill('farewell');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('option', { name: /^Bid farewell/ }).click();
    await expect.element(page.getByRole('region', { name: 'Rendered Markdown' })).toHaveFocus();
  });
});

describe('versions', () => {
  test('"Update Version" keeps the focus', async () => {
    const scene = await open(withVersion);
    await openPrompt('Answer');
    await button('Version 1').click();
    await pressOn('Update Version 1');
    await expect.poll(() => scene.toasts).toContain('New version saved');
    await expect.element(button('Update Version 1')).toHaveFocus();
  });

  test('the only version that is deleted takes its panel away, and the text has the focus', async () => {
    const scene = await open(withVersion);
    await openPrompt('Answer');
    await button('Delete version 1').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(() => scene.toasts)
      .toContain('Version deleted: The selected version has been deleted.');
    await expect.element(page.getByRole('heading', { name: 'Version History' })).not.toBeInTheDocument();
    await expect.element(text).toHaveFocus();
  });

  test('the only version that is deleted on another device does the same', async () => {
    const scene = await open(withVersion);
    await openPrompt('Answer');
    await expect.element(button('Hide Version History')).toBeVisible();
    button('Hide Version History').element().focus();
    await commit(scene.library, 'deleteVersion', { promptId: 11, id: 21 });
    await expect.element(button('Hide Version History')).not.toBeInTheDocument();
    await expect.element(text).toHaveFocus();
  });
});

describe('a new prompt', () => {
  test('a new prompt opens for editing with the caret in its text, also where texts are read', async () => {
    await open();
    await openPrompt('Answer');
    await button('Switch to View mode').click();
    for (const title of ['First', 'Second']) {
      await button('Add prompt').click();
      await userEvent.keyboard(title);
      await userEvent.keyboard('{Enter}');
      await expect.element(tab(title)).toHaveAttribute('aria-selected', 'true');
      await expect.element(text).toHaveFocus();
      await userEvent.keyboard('Dear ');
      await expect.element(text).toMatchTextContent('Dear');
    }
  });

  test('the first prompt of all has the caret too; a dialog that is cancelled gives the focus back', async () => {
    await open();
    await button('Add prompt').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Add prompt')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Prompt Title')).toHaveFocus();
    await userEvent.keyboard('By keys{Enter}');
    await expect.element(text).toHaveFocus();
  });
});

describe('tabs', () => {
  test('the last tab that is closed leaves the focus at the button for a new prompt', async () => {
    await open();
    await openPrompt('Answer');
    await button('Close Answer').click();
    await expect.element(button('Add prompt')).toHaveFocus();
  });

  test('the last tab that is closed in fullscreen does the same', async () => {
    await open();
    await openPrompt('Answer');
    await button('Fullscreen').click();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close Answer' });
    await expect.element(close).toBeVisible();
    close.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'No prompt selected' })).toBeVisible();
    await expect.element(button('Add prompt')).toHaveFocus();
  });
});

describe('the drawer of a narrow screen', () => {
  beforeEach(() => page.viewport(390, 844));

  test('the drawer gives the focus back to its button when a prompt is chosen', async () => {
    await open();
    await button('Show projects').click();
    await row('Answer').click();
    await expect.element(tab('Answer')).toBeVisible();
    await expect.element(button('Show projects')).toHaveFocus();
  });

  test('a prompt that is made from the drawer has the caret in its text', async () => {
    await open();
    await button('Show projects').click();
    await page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }).click();
    await page.getByRole('textbox', { name: 'Prompt Title' }).fill('Congratulate');
    await userEvent.keyboard('{Enter}');
    await expect.element(tab('Congratulate')).toBeVisible();
    await expect.element(text).toHaveFocus();
  });
});

describe('what is selected is in sight in the tree', () => {
  const prompts = Array.from({ length: 40 }, (_, index) => 100 + index);
  const many = {
    prepare: async (library: Library) => {
      for (const id of prompts)
        await commit(library, 'createPrompt', { id, title: `Letter ${id}`, content: '', projectId: 1 });
    },
  };

  test('a project that is made is scrolled into sight', async () => {
    await open(many);
    await button('New Project').click();
    await page.getByRole('textbox', { name: 'Project Name' }).fill('Zebras');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Zebras')).toHaveAttribute('aria-current', 'true');
    await expect.element(row('Zebras')).toBeInViewport();
  });

  test('a prompt that is made is scrolled into sight', async () => {
    await open(many);
    await page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }).click();
    await page.getByRole('textbox', { name: 'Prompt Title' }).fill('Zebras');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Zebras')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Zebras')).toBeInViewport();
  });

  test('a file that is dropped is scrolled into sight', async () => {
    await open(many);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Zebras'], 'zebras.md'));
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    await expect.element(row('Letter 100')).toBeVisible();
    row('Letters').element().dispatchEvent(drop);
    await expect.element(row('zebras.md')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('zebras.md')).toBeInViewport();
  });

  test('a prompt that the search found, and the one whose tab is pressed, are scrolled into sight', async () => {
    await open(many);
    await openPrompt('Answer');
    await search.fill('Letter 139');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('option', { name: /^Letter 139/ }).click();
    await expect.element(row('Letter 139')).toBeInViewport();
    await expect.element(row('Answer')).not.toBeInViewport();
    await tab('Answer').click();
    await expect.element(row('Answer')).toBeInViewport();
  });
});
