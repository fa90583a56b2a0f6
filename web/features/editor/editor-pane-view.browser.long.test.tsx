import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../ui/testing/eventually.ts';
import './markdown/worker/color-code.ts';
import { pageOf, scenes, viewed } from './editor-pane-view-scene.tsx';

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('a long text is read in a thread of its own and drawn to its end', async () => {
  const paragraphs = Array.from({ length: 3000 }, (_, index) => `Paragraph ${index} says **something**.`);
  await viewed(paragraphs.join('\n\n'));
  await eventually(() => expect(pageOf().querySelectorAll('p').length).toBe(3000));
  expect(pageOf().querySelectorAll('p')[2999]?.textContent).toBe('Paragraph 2999 says something.');
});
