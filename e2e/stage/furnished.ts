/** A library to look at, made through the API in a moment: the screens are what is tested, not the making. */
import { expect, type Page } from '@playwright/test';
import {
  everythingIsSynced,
  type Person,
  promptContent,
  registerByRequest,
  treeItem,
  workspaceIsOpen,
} from './workspace.ts';

export const sampleText = [
  '# Code reviewer',
  '',
  'You are a **careful** reviewer of {{language}} code. Be *brief*, and see [the rules](https://example.org/).',
  '',
  '## Rules',
  '- Name the file and the `line`.',
  '- Say why, not only what.',
  '',
  '```ts',
  'export function add(a: number, b: number): number {',
  '  return a + b; // nothing else',
  '}',
  '```',
  '',
  '| severity | meaning |',
  '|---|---|',
  '| high | stop |',
].join('\n');

/** A tag as long as one may be. */
export const longTag = 'a tag that has nearly all of its fifty characters.';

export const longTitle = 'A prompt whose title has all of the fifty letters.';

const file = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
const furnishedFiles = [
  file('plan.md', 'text/markdown', sampleText),
  file(
    'settings-of-the-whole-service.json',
    'application/json',
    '{"model":"large","limits":[1,2,{"a":null}]}',
  ),
  file(
    'logo.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><circle cx="60" cy="60" r="50" fill="teal"/></svg>',
  ),
  file('contract.pdf', 'application/pdf', '%PDF-1.4\n'),
];

/** Files of four types, of whoever is signed in on the page. */
async function addResources(page: Page, projectId: number): Promise<void> {
  for (const file of furnishedFiles) {
    const form = { file, description: 'For the looks' };
    const path = `/api/projects/${projectId}/resources`;
    const answer = await page.request.post(path, { multipart: form });
    if (!answer.ok()) throw new Error(`${file.name}: ${answer.status()} ${await answer.text()}`);
  }
}

/**
 * Opens the app of a person with two projects and four prompts; the one called "Code reviewer" has three versions
 * and two notes. The first project has four files.
 * The device is new to it all, so it opens what was left open: that prompt.
 */
export async function openFurnished(page: Page, person: Person): Promise<void> {
  await registerByRequest(page, person);
  await furnish(page);
  await page.goto('/');
  await workspaceIsOpen(page);
}

/**
 * Opens the app of a new person with one project, and a prompt in it that is open. For tests that begin with a text on
 * the device and on the server, and in which nobody makes it.
 */
export async function openWithPrompt(
  page: Page,
  person: Person,
  { project, title, content = '' }: { project: string; title: string; content?: string },
): Promise<void> {
  await registerByRequest(page, person);
  const { id } = await send(page, 'POST', '/api/projects', { name: project });
  const prompt = await send(page, 'POST', '/api/prompts', { title, content, projectId: id });
  for (const [stateKey, stateValue] of [
    ['expanded_project_ids', [id]],
    ['open_prompt_ids', [prompt.id]],
  ]) {
    await send(page, 'PUT', '/api/user/ui-state', { stateKey, stateValue });
  }
  await page.goto('/');
  await workspaceIsOpen(page);
  await expect(treeItem(page, title)).toBeVisible();
  await expect(page.getByRole('tab', { name: title, selected: true })).toBeVisible();
  await expect(promptContent(page)).toContainText(content.split('\n', 1)[0] ?? '');
  await everythingIsSynced(page);
}

async function send(page: Page, method: string, path: string, body: unknown) {
  const answer = await page.request.fetch(path, { method, data: body });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Makes that library for the person who is signed in on the page. */
export async function furnish(page: Page): Promise<void> {
  const reviews = await send(page, 'POST', '/api/projects', { name: 'Reviews', color: 'teal' });
  const letters = await send(page, 'POST', '/api/projects', { name: 'Letters', color: 'yellow' });
  const prompt = (title: string, projectId: number) =>
    send(page, 'POST', '/api/prompts', { title, content: '', projectId });
  const reviewer = await prompt('Code reviewer', reviews.id);
  await prompt('Summary', reviews.id);
  await prompt(longTitle, reviews.id);
  await prompt('Farewell', letters.id);
  for (const [index, description] of ['The first that worked', 'Shorter', 'With rules'].entries()) {
    const content = `${sampleText}\n\nDraft ${index + 1}`;
    await send(page, 'PUT', `/api/prompts/${reviewer.id}`, { content, description });
  }
  const notes = [
    { id: '1700000000000', content: 'Ask Grace about the table.', createdAt: '2023-11-14T22:13:20.000Z' },
    { id: 'legacy', content: 'From before there were dates', createdAt: '' },
  ];
  await send(page, 'PATCH', `/api/prompts/${reviewer.id}`, { notes: JSON.stringify(notes) });
  await addResources(page, reviews.id);
  await send(page, 'PUT', '/api/user/ui-state', { stateKey: 'open_prompt_ids', stateValue: [reviewer.id] });
}
