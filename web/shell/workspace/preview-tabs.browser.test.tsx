import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openLibraryScene, row } from '../open-library-scene.tsx';

const { open } = openLibraryScene();
afterEach(() => localStorage.removeItem('preferences'));

const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent);
const text = page.getByRole('textbox', { name: 'Prompt content' });

test('by preference a prompt is looked at in a tab that the next look replaces, until it is edited', async () => {
  localStorage.setItem('preferences', '{"previewTabs":true}');
  await open({ saved: { open: [], expanded: [1] } });
  await row('Answer').click();
  await expect.poll(tabs).toEqual(['Answer']);
  await row('Bid farewell').click();
  await expect.poll(tabs).toEqual(['Bid farewell']);
  await text.click();
  await userEvent.keyboard('Bye');
  await row('Congratulate').click();
  await expect.poll(tabs).toEqual(['Bid farewell', 'Congratulate']);
  await row('Answer').click();
  await expect.poll(tabs).toEqual(['Bid farewell', 'Answer']);
});

test('without the preference each prompt has a tab that stays', async () => {
  await open({ saved: { open: [], expanded: [1] } });
  await row('Answer').click();
  await row('Bid farewell').click();
  await expect.poll(tabs).toEqual(['Answer', 'Bid farewell']);
});
