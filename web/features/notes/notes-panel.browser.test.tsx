import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { keepNoteDraft } from '../../data/drafts/note-drafts.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { type NotesScene, now, openNotes, promptId } from './notes-panel-scene.tsx';

const scenes: NotesScene[] = [];
const day = 86_400_000;

async function notes(stored = ''): Promise<NotesScene> {
  const scene = await openNotes(stored);
  scenes.push(scene);
  await expect.element(scene.panel).toBeVisible();
  return scene;
}

function note(id: number, content: string, age: number) {
  return { id: String(id), content, createdAt: new Date(now - age).toISOString() };
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('without notes the panel says so', async () => {
  await notes();
  await expect.element(page.getByText('No notes yet')).toBeVisible();
});

test('a note is added with its date, and the box is empty for the next one', async () => {
  const scene = await notes();
  await expect.element(scene.add).toBeDisabled();
  await scene.box.fill('Try a shorter one');
  await scene.add.click();
  await expect.element(scene.note('Try a shorter one')).toMatchTextContent('Today');
  await eventually(() => expect(scene.toasts).toEqual([{ title: 'Note added' }]));
  await expect.element(scene.box).toHaveValue('');
  expect(JSON.parse((await scene.stored()) ?? '')).toEqual([
    { id: String(now), content: 'Try a shorter one', createdAt: new Date(now).toISOString() },
  ]);
});

test('blanks are no note, by the button and by the keys', async () => {
  const scene = await notes();
  await scene.box.fill('  \n ');
  await expect.element(scene.add).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await scene.stored()).toBe('');
  expect(scene.toasts).toEqual([]);
});

test('the button leaves the focus in the box, for the next note', async () => {
  const scene = await notes();
  await scene.box.fill('Try a shorter one');
  await expect.element(scene.add).toBeEnabled();
  scene.add.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(scene.note('Try a shorter one')).toBeVisible();
  await expect.element(scene.box).toHaveFocus();
});

test('the keys add a note too', async () => {
  const scene = await notes();
  await scene.box.fill('By the keys');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(scene.note('By the keys')).toBeVisible();
});

test('notes are shown newest first with their days', async () => {
  const scene = await notes(
    JSON.stringify([
      note(1, 'long ago', 400 * day),
      note(2, 'the day before', day),
      note(3, 'this morning', 3_600_000),
    ]),
  );
  await expect.element(scene.note('this morning')).toBeVisible();
  const rows = scene.panel.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    'this morningToday',
    'the day beforeYesterday',
    'long agoOct 17, 2025',
  ]);
});

test('a note is deleted after a question', async () => {
  const scene = await notes(JSON.stringify([note(1, 'stays', day), note(2, 'goes', day)]));
  await scene.note('goes').getByRole('button', { name: 'Delete note' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Note' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await eventually(() => expect(scene.toasts).toEqual([{ title: 'Note deleted' }]));
  await expect.element(scene.note('goes')).not.toBeInTheDocument();
  expect(JSON.parse((await scene.stored()) ?? '')).toEqual([note(1, 'stays', day)]);
});

test("an old client's plain text is a note among the others", async () => {
  const scene = await notes('Written\nlong ago');
  await expect.element(scene.note('long ago')).toBeVisible();
  await scene.box.fill('And a new one');
  await scene.add.click();
  await expect.element(scene.note('And a new one')).toBeVisible();
  await expect.element(scene.note('long ago')).toBeVisible();
});

test('notes that another tab adds come in, and nobody’s are lost', async () => {
  const scene = await notes(JSON.stringify([note(1, 'first', day)]));
  const other = await scene.anotherTab();
  const both = JSON.stringify([note(1, 'first', day), note(2, 'from the other tab', day)]);
  await commit(other, 'updatePrompt', { id: promptId, notes: both });
  await expect.element(scene.note('from the other tab')).toBeVisible();
  await scene.box.fill('from here');
  await scene.add.click();
  await expect.element(scene.note('from here')).toBeVisible();
  await expect.element(scene.note('from the other tab')).toBeVisible();
  other.db.close();
});

test('a note that was typed and not added waits for its prompt', async () => {
  const scene = await notes();
  await scene.box.fill('half a th');
  scene.show(3);
  await expect.element(scene.box).toHaveValue('');
  scene.show(promptId);
  await expect.element(scene.box).toHaveValue('half a th');
});

test('a note that was typed and not added is there after a reload, until it is added or emptied', async () => {
  const scene = await notes();
  await scene.box.fill('half a th');
  scene.reload();
  await expect.element(scene.box).toHaveValue('half a th');
  await scene.box.fill('half a thought');
  scene.reload();
  await expect.element(scene.box).toHaveValue('half a thought');
  await scene.add.click();
  await expect.element(scene.note('half a thought')).toBeVisible();
  await expect.element(scene.box).toHaveValue('');
  scene.reload();
  await expect.element(scene.note('half a thought')).toBeVisible();
  await expect.element(scene.box).toHaveValue('');
  await scene.box.fill('never mind');
  expect(scene.drafts()).toBe(1);
  await scene.box.fill('');
  expect(scene.drafts()).toBe(0);
});

test('a refused note stays in the box, and the person is told why', async () => {
  const scene = await notes();
  await scene.box.fill('too late');
  const other = await scene.anotherTab();
  await commit(other, 'deletePrompt', { id: promptId });
  await scene.add.click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      {
        title: 'Failed to add note',
        description: 'This no longer exists. It may have been deleted.',
        kind: 'destructive',
      },
    ]),
  );
  await expect.element(scene.box).toHaveValue('too late');
  other.db.close();
});

test('a note of a prompt that is gone cannot be deleted, and the person is told why', async () => {
  const scene = await notes(JSON.stringify([note(1, 'mine', day)]));
  await scene.note('mine').getByRole('button', { name: 'Delete note' }).click();
  const other = await scene.anotherTab();
  await commit(other, 'deletePrompt', { id: promptId });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      expect.objectContaining({ title: 'Failed to delete note', kind: 'destructive' }),
    ]),
  );
  other.db.close();
});

test('notes that the browser does not write are not lost, and the person is told', async () => {
  const scene = await notes();
  await scene.box.fill('kept');
  const refuse = vi.spyOn(scene.library.db, 'write').mockRejectedValue(new Error('no room'));
  await scene.add.click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      expect.objectContaining({ title: 'Failed to save notes', kind: 'destructive' }),
    ]),
  );
  refuse.mockRestore();
  await expect.element(scene.box).toHaveValue('kept');
});

test('many notes scroll within 300 px', async () => {
  const scene = await notes(
    JSON.stringify(Array.from({ length: 30 }, (_, index) => note(index + 1, `note ${index}`, day))),
  );
  await expect.element(scene.note('note 29')).toBeVisible();
  const { height } = scene.list.element().getBoundingClientRect();
  expect(height).toBe(300);
  expect(scene.list.element().scrollHeight).toBeGreaterThan(1000);
});

describe('a note is edited in its place', () => {
  const field = page.getByRole('textbox', { name: 'Text of the note' });
  const edit = page.getByRole('button', { name: 'Edit note' });
  const texts = async (scene: NotesScene) =>
    (JSON.parse((await scene.stored()) ?? '') as { content: string }[]).map(({ content }) => content);
  const stored = JSON.stringify([note(1, 'Try a shorter one', day)]);

  test('Ctrl+Enter saves it, and Escape leaves it as it was', async () => {
    const scene = await notes(stored);
    await edit.click();
    await expect.element(field).toHaveFocus();
    await field.fill('Never');
    await userEvent.keyboard('{Escape}');
    await expect.element(edit).toHaveFocus();
    expect(await texts(scene)).toEqual(['Try a shorter one']);
    await edit.click();
    await field.fill('Try a longer one');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(scene.note('Try a longer one')).toMatchTextContent('Yesterday');
    await expect.element(edit).toHaveFocus();
    expect(await texts(scene)).toEqual(['Try a longer one']);
  });

  test('what is typed in it is saved where the panel goes on to another prompt', async () => {
    const scene = await notes(stored);
    await edit.click();
    await field.fill('Typed and left');
    scene.show(3);
    await expect.poll(() => texts(scene)).toEqual(['Typed and left']);
  });

  test('what was typed in it before the page went away is in it again, and what another device wrote stays too', async () => {
    const scene = await notes(stored);
    keepNoteDraft(scene.library, promptId, 'Typed before', { id: String(1), was: 'Try a shorter one' });
    scene.reload();
    await expect.element(field).toHaveValue('Typed before');
    await field.click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => texts(scene)).toEqual(['Typed before']);
    scene.reload();
    await expect.element(edit).toBeVisible();
  });

  test('where another device changed the same words meanwhile, both texts stay', async () => {
    const scene = await notes(stored);
    await edit.click();
    await field.fill('Mine');
    const theirs = JSON.stringify([note(1, 'Theirs', day)]);
    await commit(scene.library, 'updatePrompt', { id: promptId, notes: theirs });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(async () => (await texts(scene)).toSorted()).toEqual(['Mine', 'Theirs']);
  });
});

test('an address in a note is a link that opens in a tab of its own', async () => {
  const scene = await notes(JSON.stringify([note(1, 'See https://example.org/a. javascript:alert(1)', day)]));
  const link = scene.panel.getByRole('link');
  await expect.element(link).toHaveAttribute('href', 'https://example.org/a');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link).toHaveAttribute('target', '_blank');
});
