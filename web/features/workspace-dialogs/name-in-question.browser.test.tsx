import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

async function ask(name: string): Promise<Text> {
  drawn = draw(
    <DeleteDialog
      open
      title="Delete Prompt"
      name={name}
      failure="Prompt not deleted"
      done={{ title: 'Prompt deleted' }}
      onClose={() => {}}
      onDelete={() => Promise.reject(new Error('Nobody asked for it.'))}
      onDeleted={() => {}}
      focusAfterwards={() => null}
    />,
  );
  const question = page.getByText(/^Are you sure/);
  await expect.element(question).toBeVisible();
  const [text] = question.element().childNodes;
  if (!(text instanceof Text)) throw new Error('The question is one text.');
  return text;
}

/** Returns the pixels from the left at which the first and the last letter stand. */
function ends(text: Text, words: string): { first: number; last: number } {
  const from = text.data.indexOf(words);
  const at = (start: number) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, start + 1);
    return range.getBoundingClientRect().left;
  };
  return { first: at(from), last: at(from + words.length - 1) };
}

test.each(['abc \u202e def', 'שלום \u202e', '\u2069\u202e'])(
  'the sentence is read from left to right whatever the name turns around (%#)',
  async (name) => {
    const { first, last } = ends(await ask(name), 'cannot');
    expect(first).toBeLessThan(last);
  },
);

test('a name of plain letters is said as it is', async () => {
  const text = await ask('Letters');
  expect(text.data).toBe('Are you sure you want to delete "Letters"? This action cannot be undone.');
});
