/** On a desk, on tablets held either way and on a phone: nothing is cut off, and a finger hits what it means. */
import { openFurnished } from './furnished.ts';
import { cutOff, needsHover, tooSmall } from './measures.ts';
import { screenGroups, screenWindows } from './screen-groups.ts';
import { isAtRest } from './screens.ts';
import { expect, test } from './stage.ts';
import { signUp, workspaceIsOpen } from './workspace.ts';

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

for (const { name: place, width, height, touch } of screenWindows) {
  for (const { name, signedIn, furnished, screens } of screenGroups) {
    test(`${name} fits ${place}${touch ? ' and a finger' : ''}`, async ({ newDevice, server }) => {
      const { page } = await newDevice({
        viewport: { width, height },
        hasTouch: touch,
        isMobile: touch,
        reducedMotion: 'reduce',
      });
      if (furnished) await openFurnished(page, server.origin);
      else if (signedIn) await signUp(page);
      const found: string[] = [];
      for (const screen of screens) {
        await page.goto(signedIn ? '/' : '/auth');
        if (signedIn) await workspaceIsOpen(page);
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(touch);
        await screen.show(page);
        await isAtRest(page);
        const misfits = await cutOff(page);
        if (touch) misfits.push(...(await tooSmall(page)), ...(await needsHover(page)));
        found.push(...misfits.map((misfit) => `${screen.name}: ${misfit}`));
      }
      expect(found).toEqual([]);
    });
  }
}
