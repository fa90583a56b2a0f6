import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../ui/testing/eventually.ts';
import { field, find, marked, pane, scenes, status } from './find-bar-scene.tsx';

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('in a megabyte with more matches than are counted, the last ones are found and shown', async () => {
  const text = Array.from(
    { length: 17_000 },
    (_, line) => `- line ${line}: ask what the text is for, and why`,
  ).join('\n');
  const scene = await pane(text);
  await find(scene, 'e');
  await expect.element(status).toHaveTextContent('1 of more than 10,000');
  await field.fill('line 16999');
  await expect.element(status).toHaveTextContent('1 of 1');
  await eventually(() => expect(marked('found-current')).toEqual(['line 16999']));
  const line = scene.box.element().querySelector('.source-chunk:last-child > .source-line:last-child');
  const scroller = scene.box.element().closest('.editor-scroller');
  await eventually(() => {
    const [seen, frame] = [line?.getBoundingClientRect(), scroller?.getBoundingClientRect()];
    expect(seen?.top).toBeGreaterThan(frame?.top ?? Infinity);
    expect(seen?.bottom).toBeLessThan(frame?.bottom ?? 0);
  });
  await field.fill('text');
  await eventually(() => {
    const marks = marked('found-match');
    expect(marks.length).toBeGreaterThan(10);
    expect(marks.length).toBeLessThan(400);
  });
});
