/**
 * Checks every screen, dialog, menu and popover in every window: axe finds nothing in either theme, nothing is cut
 * off, and where there is touch, nothing is smaller than a finger or needs a pointer that hovers. On the desk all is in
 * a pseudo-language that is written from right to left: no sentence was left out of the catalogue, nothing is covered.
 */
import { complaintsOfAxe } from '../stage/axe.ts';
import { cutOff, needsHover, openLayers, tooSmall } from '../stage/measures.ts';
import { outOfReach } from '../stage/reach.ts';
import { expect, test } from '../stage/stage.ts';
import { themes, turnTheme } from '../stage/theme-switch.ts';
import { untranslated } from '../stage/untranslated.ts';
import { testRun } from '../test-run.ts';
import { type ScreenWindow, screenGroups, screenWalks } from './screen-groups.ts';
import { isAtRest } from './screens.ts';
import { type Walk, walkScreens } from './walk.ts';

test.use({ serviceWorkers: 'allow' });

test('the measures see what does not fit', async ({ newDevice }) => {
  const { page } = await newDevice({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width">
    <button style="position:absolute; left:370px; width:60px; height:60px; padding:0">beside</button>
    <button style="position:fixed; top:830px; width:60px; height:60px">below</button>
    <button style="width:20px; height:20px; padding:0">s</button>
    <p style="width:40px; white-space:nowrap; overflow:hidden">words without end</p>
    <button style="opacity:0; height:60px; width:60px">unseen</button>`);
  expect((await cutOff(page)).map((misfit) => misfit.replace(/:.*/, ''))).toEqual([
    'the page scrolls sideways',
    'beside the window',
    'below the window',
    'words wider than their box',
  ]);
  expect(await tooSmall(page)).toEqual(['button. "s": 20 × 20']);
  expect(await needsHover(page)).toEqual(['unseen']);
});

/**
 * The gate walks over the desk and the phone, each once: what a language changes, it changes in all windows. A tablet has
 * the desk's panels and the phone's sizes; `every-width.long.spec.ts` turns it on the main screens, a full run on all of them.
 */
const windows = screenWalks.filter(([, turned]) => testRun.isFull || turned === undefined);
const walks = windows.flatMap(([first, turned]) => {
  const isPseudo = !first.touch;
  return [
    { first, turned, isPseudo },
    ...(isPseudo && testRun.isFull ? [{ first, turned, isPseudo: false }] : []),
  ];
});

/** Each walk in two parts, which two workers do side by side. */
const parts = [
  { part: 'from the first visit to a run', groups: screenGroups.slice(0, 6) },
  { part: 'from the dialogs to what sync asks for', groups: screenGroups.slice(6) },
];

for (const { first, turned, isPseudo, part, groups } of walks.flatMap((walk) =>
  parts.map((each) => ({ ...walk, ...each })),
)) {
  const { touch } = first;
  const place = turned === undefined ? first.name : `${first.name} and ${turned.name}`;
  const fits = `every screen fits ${place}${touch ? ' and a finger' : ''}${isPseudo ? ' from right to left, with no sentence untranslated' : ''}`;
  // A theme changes colours, and a window only places: the gate reads the second theme in one window.
  const read = touch && !testRun.isFull ? themes.slice(0, 1) : themes;
  const inThemes = read.length === themes.length ? 'in either theme' : `in the ${read[0]} theme`;
  test(`${part}, ${fits}, and axe finds nothing in it ${inThemes}`, async ({ newDevice, person }) => {
    test.setTimeout(25 * 60_000);
    const { page } = await newDevice({
      viewport: first,
      hasTouch: touch,
      isMobile: touch,
      reducedMotion: 'reduce',
    });
    if (isPseudo) await page.addInitScript(() => localStorage.setItem('language', 'ar-XB'));
    const found: string[] = [];
    const untranslatedBefore = new Set<string>();
    let visited = 0;
    const check = async (window: ScreenWindow, add: (complaints: readonly string[]) => void) => {
      expect(page.viewportSize()).toEqual({ width: window.width, height: window.height });
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(touch);
      // A window that is turned changes places alone, which the measures below check.
      const isRead = window === first || testRun.isFull;
      // From the theme in which the screen before was read last: a turn draws the whole page anew.
      const inOrder = visited % 2 === 1 ? read : read.toReversed();
      for (const [at, theme] of (isRead ? inOrder : []).entries()) {
        await turnTheme(page, theme);
        const complaints = await complaintsOfAxe(page, at === 0 || testRun.isFull ? 'all' : 'colors');
        add(complaints.map((complaint) => `${theme}: ${complaint}`));
      }
      add(await cutOff(page));
      if (isPseudo) {
        expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
        const sentences = (await untranslated(page)).filter((sentence) => !untranslatedBefore.has(sentence));
        for (const sentence of sentences) untranslatedBefore.add(sentence);
        add([...sentences.map((sentence) => `untranslated: ${sentence}`), ...(await outOfReach(page))]);
      }
      if (touch) add([...(await tooSmall(page)), ...(await needsHover(page))]);
    };
    const visit: Walk['visit'] = async (screen, group) => {
      visited += 1;
      const addFrom = (window: ScreenWindow) => (complaints: readonly string[]) =>
        found.push(
          ...complaints.map((complaint) => `${group.name}: ${screen.name}: ${window.width}: ${complaint}`),
        );
      await check(first, addFrom(first));
      if (turned === undefined) return;
      const layers = await openLayers(page);
      await page.setViewportSize(turned);
      await isAtRest(page);
      expect(await openLayers(page), `${screen.name}, turned`).toBe(layers);
      await check(turned, addFrom(turned));
      await page.setViewportSize(first);
    };
    await walkScreens({ page, person, groups, visit, step: (name, run) => test.step(name, run) });
    expect(found).toEqual([]);
    expect(visited).toBe(groups.flatMap(({ screens }) => screens).length);
  });
}
