/**
 * Walks over the main screens from 320 to 1920 px, with a mouse and with fingers: nothing scrolls sideways, and every
 * control is large enough, overlaps no other and is hit in its middle; with fingers, nothing needs a pointer that hovers,
 * and a tablet that is turned closes nothing. 320 × 256 is a window of 1280 × 1024 at 400 %
 * (WCAG 1.4.10); each is also measured with the spacing of text that WCAG 1.4.12 asks for.
 */
import type { Page } from '@playwright/test';
import { cutOff, needsHover, openLayers, tooSmall } from '../stage/measures.ts';
import { outOfReach } from '../stage/reach.ts';
import { expect, test } from '../stage/stage.ts';
import { themes, turnTheme } from '../stage/theme-switch.ts';
import { testRun } from '../test-run.ts';
import { isAtRest } from './screens.ts';
import { walkScreens } from './walk.ts';

// No worker is part of what is tested here.

const mainScreens: readonly string[] = [
  'sign in, left empty',
  'sign up',
  'an empty workspace',
  'projects and prompts',
  'search results',
  'the account menu',
  'a prompt',
  'view mode',
  'notes',
  'versions, in selection mode',
  'an old version',
  'fullscreen with notes and versions',
  'settings, one of them invalid',
  'Try it with two answers',
  'Try it in the whole window',
  'Create New Project',
  'Save New Version',
  'files',
  'the sync centre',
];

type Size = readonly [width: number, height: number];
const kinds: readonly { name: string; touch: boolean; least: number; sizes: readonly Size[] }[] = [
  {
    name: 'with a mouse',
    touch: false,
    least: 24,
    sizes: [
      [1920, 1080],
      [1280, 800],
      [768, 1024],
      [640, 512],
      [320, 256],
    ],
  },
  {
    name: 'with fingers',
    touch: true,
    least: 44,
    sizes: [
      [1366, 1024],
      [1024, 768],
      [768, 1024],
      [844, 390],
      [390, 844],
      [320, 568],
    ],
  },
];

/** As it is held, and turned. */
const tablet: readonly number[] = [1024, 768];

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Sets the spacing of all text, and returns how to take it back. */
async function spaceText(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((css) => {
    const added = new CSSStyleSheet();
    added.replaceSync(css);
    document.adoptedStyleSheets.push(added);
    return added;
  }, spacing);
  return () =>
    page.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== added);
    }, sheet);
}

test('the measures see a control that is covered, and two that overlap', async ({ newDevice }) => {
  const { page } = await newDevice();
  await page.setContent(`<!doctype html>
    <button style="position:absolute; left:0; width:90px">under</button>
    <p style="position:absolute; left:20px; top:0; margin:0; width:60px; height:40px; background:red"></p>
    <button style="position:absolute; top:200px; left:0; width:90px">one</button>
    <button style="position:absolute; top:200px; left:80px; width:90px">two</button>
    <button style="position:absolute; top:300px; left:0; width:90px">fine</button>`);
  expect(await outOfReach(page)).toEqual([
    'covered: button. "under" by p. ""',
    'overlap: button. "one" and button. "two"',
  ]);
});

for (const { name, touch, least, sizes } of kinds) {
  test(`every control of the main screens can be pressed ${name} from 320 to 1920 px`, async ({
    newDevice,
    person,
  }) => {
    test.setTimeout(25 * 60_000);
    const [[width, height] = [1920, 1080]] = sizes;
    const { page } = await newDevice({
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
      reducedMotion: 'reduce',
    });
    const found: string[] = [];
    let visited = 0;
    await walkScreens({
      page,
      person,
      isWanted: (screen) => testRun.isFull || mainScreens.includes(screen.name),
      async visit(screen) {
        visited += 1;
        const layers = await openLayers(page);
        for (const [at, size] of sizes.entries()) {
          await page.setViewportSize({ width: size[0], height: size[1] });
          await isAtRest(page);
          // A theme changes no size: the gate takes turns.
          for (const theme of testRun.isFull ? themes : [themes[at % 2] ?? 'light']) {
            await turnTheme(page, theme);
            await page.evaluate(() => scrollTo(0, 0));
            const misfits = [
              ...(await cutOff(page)),
              ...(await tooSmall(page, least)),
              ...(await outOfReach(page)),
              ...(touch ? (await needsHover(page)).map((control) => `needs hover: ${control}`) : []),
            ];
            if (tablet.includes(size[0]))
              expect(await openLayers(page), `${screen.name}, turned`).toBe(layers);
            found.push(...misfits.map((misfit) => `${screen.name}: ${size.join(' × ')}: ${misfit}`));
          }
        }
        const takeBack = await spaceText(page);
        await isAtRest(page);
        await page.evaluate(() => scrollTo(0, 0));
        const misfits = await cutOff(page);
        found.push(...misfits.map((misfit) => `${screen.name}: with spaced text: ${misfit}`));
        await takeBack();
        await page.setViewportSize({ width, height });
        await isAtRest(page);
      },
      step: (title, run) => test.step(title, run),
    });
    expect(found).toEqual([]);
    expect(visited).toBeGreaterThanOrEqual(mainScreens.length);
  });
}
