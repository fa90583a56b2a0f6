/** A page that the browser translates: it puts elements in place of words, and React then removes what is not there. */

import { paletteField } from '../screens/palette-screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { createProject, promptContent, treeItem } from '../stage/workspace.ts';

/** Does to the page what Chrome's translation does, to new words too, except where the page says not to. */
function translateAsChrome(): void {
  const spared = ({ parentElement }: Text) =>
    parentElement?.closest('[translate="no"], .notranslate, script, style, textarea, input, svg, font') !==
    null;
  const turn = (words: Text) => {
    if (words.data.trim() === '' || spared(words)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = words.data;
    outer.append(inner);
    words.replaceWith(outer);
  };
  const walk = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
    found.forEach(turn);
  };
  walk(document.body);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Text) turn(node);
      else if (node instanceof Element && node.tagName !== 'FONT') walk(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

test('a page that the browser translates goes on: palette, search, renaming, a version and a new project', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  await page.evaluate(translateAsChrome);
  await page.keyboard.press('Control+k');
  await paletteField(page).fill('farew');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await promptContent(page).focus();
  await page.keyboard.type('typed on a translated page');
  await page.keyboard.press('Control+s');
  await page.getByRole('combobox', { name: 'Search' }).fill('translated page');
  await expect(page.getByRole('option', { name: /Farewell/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save New Version' }).click();
  await page.getByLabel('Version Description').fill('Translated');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Latest Version: 1')).toBeVisible();
  await createProject(page, 'Another');
  await treeItem(page, 'Another').click();
  await expect(page.getByRole('heading', { name: 'This screen stopped working' })).toBeHidden();
});
