import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { addResource } from '../../data/resources/resources.ts';
import { runsOfPrompt } from '../../data/run/run-ring.ts';
import { answering, answers, button, promptId, tryItScene } from './try-it-scene.tsx';

const scene = tryItScene();
const { open } = scene;

const nextMessage = page.getByRole('textbox', { name: 'Next message' });
const note = page.getByRole('textbox', { name: 'Note about this answer' });
const runs = () => runsOfPrompt(scene.library(), promptId);

/** Has the model answer each request with the next of these, whole. */
async function openAnswered(content: string, ...words: readonly string[]) {
  const asked = await open(content, () => {
    const stream = answering();
    stream.says(words[asked.length - 1] ?? 'And so on');
    stream.ends();
    return stream.response;
  });
  return asked;
}

test('what follows an earlier run is shown, and has the focus', async () => {
  const asked = await openAnswered('Hello', 'First answer', 'Second answer', 'Third answer');
  await button('Run').click();
  await expect.element(answers).toMatchTextContent('First answer');
  await button('Run').click();
  await expect.element(answers).toMatchTextContent('Second answer');
  await button('Earlier runs (1)').click();
  await page.getByRole('button', { name: /First answer/ }).click();
  await nextMessage.first().fill('Go on');
  await expect.poll(() => nextMessage.elements().length).toBe(2);
  await nextMessage.nth(1).fill('Go on from the first');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => asked.length).toBe(3);
  await expect.element(answers.first()).toMatchTextContent('Third answer');
  await expect.element(answers.first()).toHaveFocus();
});

test('the second click of a double one begins nothing', async () => {
  const asked = await openAnswered('Hello', 'First answer');
  await button('Run').dblClick();
  await expect.element(answers).toMatchTextContent('First answer');
  await nextMessage.fill('Go on');
  await button('Send').dblClick();
  await expect.element(answers).toMatchTextContent('And so on');
  await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(asked).toHaveLength(2);
});

test('a reply that is typed stays while its card is not drawn, and goes when it is sent', async () => {
  await openAnswered('Hello', 'First answer');
  await button('Run').click();
  await nextMessage.fill('A long and careful reply');
  scene.hide();
  await expect.element(nextMessage).not.toBeInTheDocument();
  scene.show();
  await expect.element(nextMessage).toHaveValue('A long and careful reply');
  await button('Send').click();
  await expect.element(answers).toMatchTextContent('And so on');
  await expect.element(nextMessage).toHaveValue('');
});

test('a note is saved in a pause and by Ctrl+Enter, which begins no run', async () => {
  const asked = await openAnswered('Hello', 'First answer');
  await button('Run').click();
  await note.fill('kind');
  await expect.poll(async () => (await runs())[0]?.rating.note).toBe('kind');
  await note.fill('kind, and short');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(async () => (await runs())[0]?.rating.note).toBe('kind, and short');
  await expect.element(note).toHaveValue('kind, and short');
  expect(asked).toHaveLength(1);
});

test('a reference that leads nowhere is named first, and the person decides', async () => {
  const asked = await openAnswered('Use {{this}}: {{> Letters/Missing}}', 'As it is');
  await button('Run').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      'Without a value: this · Some snippets are not found, and are sent as they are written: Letters/Missing',
    );
  expect(asked).toHaveLength(0);
  await button('Run anyway').click();
  await expect.element(answers).toMatchTextContent('As it is');
});

test('a picture goes with its message again at each further turn', async () => {
  const picture = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (character) => character.charCodeAt(0),
  );
  const asked = await open('What is it?', () => {
    const stream = answering();
    stream.says('A dot');
    stream.ends();
    return stream.response;
  });
  const file = new File([picture], 'dot.png', { type: 'image/png' });
  await addResource(scene.library(), { projectId: 1, file, name: 'dot.png', description: '' });
  await page.getByRole('button', { name: /^Files/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'dot.png' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run').click();
  await expect.element(answers).toMatchTextContent('A dot');
  await nextMessage.fill('Which colour?');
  await button('Send').click();
  await expect.poll(() => asked.length).toBe(2);
  const contents = (turn: number) =>
    z
      .array(z.object({ content: z.unknown() }))
      .parse(asked[turn]?.body.messages)
      .map(({ content }) => content);
  expect(contents(0)).toMatchObject([[{ type: 'text', text: 'What is it?' }, { type: 'image_url' }]]);
  expect(contents(1)).toEqual([contents(0)[0], 'A dot', 'Which colour?']);
});
