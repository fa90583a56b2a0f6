/**
 * The main flows of a person in the engines of Firefox and of Safari, with the real server. `@asked`: run where the
 * engines are asked for, and not by `npm test`; what they do is in other hands than the engine's, or takes long.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { startFrontProxy } from '../stage/front-proxy.ts';
import { ada } from '../stage/workspace.ts';
import {
  createProject,
  createPrompt,
  focusText,
  openPrompt,
  registeredDevice,
  secondDevice,
  signIn,
  signUp,
  synced,
} from './library.ts';
import { screenOf } from './screen.ts';
import { expect, test } from './stage.ts';

test('a person signs up, and what they type, compose, paste and undo is on another device to the byte', async ({
  app,
  server,
}) => {
  // The second visit comes while the app is being kept for the first time, which is no new version.
  await app.open('/auth');
  await app.see({ role: 'button', name: 'Sign In' });
  await signUp(app);
  await createProject(app, 'Letters');
  await createPrompt(app, 'Letter');
  await app.type('Be {{voice}}.  Two');
  await app.compose('é');
  await app.type('\n\n<end>');
  const device = await secondDevice(server.origin);
  const typed = 'Be {{voice}}.  Twoé\n\n<end>';
  await device.has('Letter', typed);

  await app.keys('Control+a', 'Control+c', 'Control+End', 'Enter', 'Control+v');
  await device.has('Letter', `${typed}\n${typed}`);
  // How much of it is one step depends on how quickly it came.
  const text = await app.see({ role: 'textbox', name: 'Prompt content' });
  const written = await app.textOf(text);
  await app.press('Undo');
  await expect.poll(() => app.textOf(text)).not.toBe(written);
  await app.press('Redo');
  await expect.poll(() => app.textOf(text)).toBe(written);
  await device.has('Letter', `${typed}\n${typed}`);

  // Changes of another device come into the open text, around the caret.
  const { id, content } = await device.prompt('Letter');
  await device.ask('PATCH', `/api/prompts/${id}/content`, { content: `Dear Grace,\n${content}` });
  await app.see({ role: 'textbox', name: 'Prompt content', text: 'Dear Grace,' });
  await focusText(app);
  await app.compose('ñ');
  await device.has('Letter', `Dear Grace,\n${typed}\n${typed}ñ`);

  await synced(app);
  expect(await app.run(() => document.body.innerText)).not.toContain('A new version');
  await app.click({ role: 'button', text: ada.displayName });
  await app.click({ role: 'menuitem', name: 'Logout' });
  await app.see({ role: 'button', name: 'Sign In' });
});

test('a text of a megabyte is edited at both ends, over its chunks, copied and pasted whole', {
  tag: '@asked',
}, async ({ app, server }) => {
  const lines = Array.from(
    { length: 14_000 },
    (_, at) => `${at}: Answer {{question}} in a calm voice, in full 漢字.`,
  );
  const long = lines.join('\n');
  expect(Buffer.byteLength(long)).toBeGreaterThan(800_000);
  const device = await registeredDevice(server.origin);
  await device.create('Long', { Book: long, Copy: '' });
  await signIn(app);
  await openPrompt(app, 'Book');
  await app.keys('Control+End');
  await app.type('\nThe end.');
  await app.keys('Control+Home');
  await app.type('Begin.\n');
  await device.has('Book', `Begin.\n${long}\nThe end.`);

  // From the middle of the third line to the same place a hundred and fifty lines below: over two borders of chunks.
  await app.keys('ArrowDown', 'ArrowRight', 'ArrowRight', ...Array<string>(150).fill('Shift+ArrowDown'));
  await app.compose('é');
  const left = ['Begin.', lines[0], `1:é${lines[151]?.slice(2)}`, ...lines.slice(152), 'The end.'].join('\n');
  await device.has('Book', left);

  await app.keys('Control+a', 'Control+c');
  await openPrompt(app, 'Copy');
  await app.keys('Control+v');
  await device.has('Copy', left);
});

test('versions and notes are saved, read, restored and deleted', { tag: '@asked' }, async ({
  app,
  server,
}) => {
  const device = await registeredDevice(server.origin);
  await device.create('Letters', { Letter: 'one' });
  await signIn(app);
  await openPrompt(app, 'Letter');
  await app.keys('Control+End');
  await app.press('Save New Version');
  await app.fill('Version Description', 'The first');
  await app.press('Save Version');
  await app.gone({ role: 'dialog', name: 'Save New Version' });
  await focusText(app);
  await app.keys('Control+End');
  await app.type(' two');
  await device.has('Letter', 'one two');
  await app.see({ role: 'complementary', name: 'Version History' });
  await app.see({ role: 'listitem', text: 'The first' });
  await app.press('Version 1');
  await app.seeText('Viewing Version 1');
  await app.press('Restore version 1');
  await device.has('Letter', 'one');

  await app.press('Show Notes');
  await app.see({ role: 'complementary', name: 'Notes' });
  await app.fill('New note', 'Ask Grace');
  await app.press('Add Note');
  await app.see({ role: 'listitem', text: 'Ask Grace' });
  await app.press('Delete note');
  await app.press('Delete', await app.see({ role: 'alertdialog' }));
  await app.gone({ role: 'listitem', text: 'Ask Grace' });
});

test('a file is uploaded, and its preview is read', async ({ app, server }) => {
  const device = await registeredDevice(server.origin);
  await device.create('Letters', { Letter: 'Answer in a calm voice.' });
  await signIn(app);
  using folder = temporaryFolder();
  const plan = join(folder.path, 'plan.md');
  writeFileSync(plan, '# Rules\n\n- Be **brief**.\n');
  await app.click({ role: 'treeitem', text: 'Resources' });
  await app.press('Upload resource to Letters');
  const dialog = await app.see({ role: 'dialog', name: 'Upload Resource' });
  await app.fill('File', plan, dialog);
  await app.press('Upload', dialog);
  await app.gone({ role: 'dialog' });
  await synced(app);
  await app.click({ role: 'treeitem', text: 'plan.md' });
  await app.see({ role: 'heading', name: 'Rules' }, await app.see({ role: 'dialog', name: 'plan.md' }));
  await app.press('Close');
});

test('a conflict with another device is reviewed, and no text is lost', { tag: '@asked' }, async ({
  engine,
  server,
}) => {
  await using proxy = await startFrontProxy(server.origin);
  const app = screenOf(engine, proxy.origin);
  const device = await registeredDevice(server.origin);
  await device.create('Letters', { Letter: 'Answer in a calm voice.' });
  await signIn(app);
  await openPrompt(app, 'Letter');
  await synced(app);
  proxy.follow({ answer: () => ({ status: 503, headers: {}, body: '' }) });
  await app.keys('Control+Home', ...Array<string>(6).fill('Delete'));
  await app.type('Reply');
  await app.see({ role: 'status', name: 'Sync status', text: 'waiting' });
  const { id } = await device.prompt('Letter');
  await device.ask('PATCH', `/api/prompts/${id}/content`, { content: 'Speak in a calm voice.' });
  proxy.follow({});
  await app.askServer();

  await app.see({ role: 'complementary', name: 'Conflicting edit' });
  await app.press('Review');
  await app.see({ role: 'heading', name: 'Review the conflict' });
  await app.click({ role: 'radio', name: 'Kept text from another programSpeak' });
  await app.press('Use the result');
  await app.gone({ role: 'complementary', name: 'Conflicting edit' });
  await device.has('Letter', 'Speak in a calm voice.');
  const versions = await device.ask('GET', `/api/prompts/${id}/versions`);
  expect(versions.map(({ content }: { content: string }) => content).sort()).toEqual([
    'Reply in a calm voice.',
    'Speak in a calm voice.',
  ]);
});

test('without a server the app starts, and what was written is there and is sent later', async ({
  app,
  server,
}) => {
  await signUp(app);
  await createProject(app, 'Field notes');
  await createPrompt(app, 'Draft');
  await synced(app);
  await app.appIsKept();
  await server.kill();
  await app.type('Written far');
  await app.reload();
  await app.see({ role: 'status', name: 'Sync status', text: 'waiting' });
  await openPrompt(app, 'Draft');
  await app.keys('Control+End');
  await app.type(' from home');
  await app.see({ role: 'textbox', name: 'Prompt content', text: 'Written far from home' });

  await server.start();
  await app.askServer();
  await synced(app);
  const device = await secondDevice(server.origin);
  await device.has('Draft', 'Written far from home');

  await server.kill();
});
