import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { promptOf } from '../../data/queries/queries.ts';
import { row, tabs } from '../open-library-scene.tsx';
import { paletteScene, run, tab } from './palette-scene.tsx';

const { opened } = paletteScene();

describe('commands', () => {
  test('what the menus of the prompt and the sidebar do is done by commands too', async () => {
    const { library } = await opened();
    await run('add to favourites');
    await expect.poll(async () => (await promptOf(library, 11))?.attributes).toEqual({ favorite: true });
    await run('show only favourites');
    await expect.element(row('Bid farewell')).not.toBeInTheDocument();
    await run('show all prompts');
    await expect.element(row('Bid farewell')).toBeVisible();
    await run('sort by name');
    await run('sort by manual order');
    await run('remove from favourites');
    await run('move tab right');
    await expect.poll(tabs).toEqual(['Bid farewell', 'Answer', 'Congratulate']);
    await run('show variables');
    await expect.element(page.getByRole('complementary', { name: 'Variables' })).toBeVisible();
    await run('hide variables');
    await run('duplicate prompt');
    await expect.element(tab('Answer (copy)')).toHaveAttribute('aria-selected', 'true');
    await run('move to project');
    await expect.element(page.getByRole('dialog', { name: 'Move prompt' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await run('tags');
    await expect.element(page.getByRole('dialog', { name: /tags/i })).toBeVisible();
  });
});
