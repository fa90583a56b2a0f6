import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPane, type PaneScene } from './editor-pane-scene.tsx';

const scenes: PaneScene[] = [];
const chat = '--- system ---\nBe **kind**.\n\n--- user ---\n# Hello\n{name}';

async function pane(content: string): Promise<PaneScene> {
  await page.viewport(1280, 720);
  const scene = await openPane(content);
  scenes.push(scene);
  return scene;
}

async function choose(scene: PaneScene, item: string): Promise<void> {
  await scene.button('Messages').click();
  await page.getByRole('menuitem', { name: item }).click();
}

const roleLines = (scene: PaneScene) =>
  Array.from(scene.box.element().querySelectorAll('.tok-role'), (line) => line.textContent);

afterEach(async () => {
  vi.restoreAllMocks();
  for (const scene of scenes.splice(0)) await scene.close();
});

test('the lines of roles are marked as soon as the first line is one, and no more when it is none', async () => {
  const scene = await pane(`x\n${chat}`);
  expect(roleLines(scene)).toEqual([]);
  await scene.type('{Control>}{Home}{/Control}{Delete}{Delete}');
  expect(roleLines(scene)).toEqual(['--- system ---', '--- user ---']);
  await scene.type('y');
  expect(roleLines(scene)).toEqual([]);
});

test('a message is begun at the caret, and the first one has the text that was there', async () => {
  const scene = await pane('You are a poet.');
  await choose(scene, 'Insert system message');
  await eventually(() => expect(scene.text()).toBe('--- system ---\nYou are a poet.'));
  await scene.type('{Control>}{End}{/Control}');
  await choose(scene, 'Insert user message');
  await eventually(() => expect(scene.text()).toBe('--- system ---\nYou are a poet.\n\n--- user ---\n'));
  await expect.element(scene.box).toHaveFocus();
  await scene.type('Write');
  expect(scene.text()).toBe('--- system ---\nYou are a poet.\n\n--- user ---\nWrite');
});

test('a chat is read as messages, each with its role and its own Markdown', async () => {
  const scene = await pane(chat);
  await scene.button('Switch to View mode').click();
  const user = page.getByRole('region', { name: 'User', exact: true });
  await expect.element(user.getByRole('heading', { name: 'Hello', level: 1 })).toBeVisible();
  const system = page.getByRole('region', { name: 'System', exact: true });
  await expect.element(system).toMatchTextContent('Be kind.');
  await expect.element(system.getByText('kind', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Rendered Markdown' })).not.toMatchTextContent('---');
  await scene.button('Messages').click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy as messages' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Insert user message' })).not.toBeInTheDocument();
});

test.each([
  [
    chat,
    [
      { role: 'system', content: 'Be **kind**.' },
      { role: 'user', content: '# Hello\n{name}' },
    ],
  ],
  ['No chat', [{ role: 'user', content: 'No chat' }]],
])('a text is copied as messages', async (text, messages) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const scene = await pane(text);
  await choose(scene, 'Copy as messages');
  await eventually(() => expect(copied).toHaveBeenCalled());
  expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toEqual(messages);
  await eventually(() => expect(scene.toasts).toEqual([{ title: 'Messages copied' }]));
});

test('messages are folded by a key and from the menu, where they are written and where they are read', async () => {
  const scene = await pane(chat);
  const lines = () =>
    [...scene.box.element().querySelectorAll('.source-line')].filter((line) => line.checkVisibility());
  await scene.type('{Control>}{Enter}{/Control}');
  expect(lines().map((line) => line.textContent)).not.toContain('# Hello');
  await choose(scene, 'Fold all messages');
  await eventually(() => expect(lines()).toHaveLength(2));
  await choose(scene, 'Open all messages');
  await eventually(() => expect(lines()).toHaveLength(6));
  expect(scene.text()).toBe(chat);

  await scene.button('Switch to View mode').click();
  const user = page.getByRole('button', { name: 'User', exact: true });
  await user.click();
  await expect.element(user).toHaveAttribute('aria-expanded', 'false');
  const hello = page.getByRole('region', { name: 'Rendered Markdown' }).getByText('Hello');
  expect(hello.element().checkVisibility()).toBe(false);
  await scene.button('Switch to Edit mode').click();
  await scene.button('Switch to View mode').click();
  await expect.element(user).toHaveAttribute('aria-expanded', 'false');
  await choose(scene, 'Open all messages');
  await expect.element(hello).toBeVisible();
});

test('a match in a message that is folded where it is read opens it', async () => {
  const scene = await pane(chat);
  await scene.button('Switch to View mode').click();
  await choose(scene, 'Fold all messages');
  const system = page.getByRole('button', { name: 'System', exact: true });
  await expect.element(system).toHaveAttribute('aria-expanded', 'false');
  await scene.button('Find in the text').click();
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('kind');
  await scene.type('{Enter}');
  await expect.element(system).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(page.getByRole('button', { name: 'User', exact: true }))
    .toHaveAttribute('aria-expanded', 'false');
});
