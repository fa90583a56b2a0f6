/**
 * Draws the icons of public/ from its one icon.svg; run by hand when that has changed:
 * `node_modules/.bin/node .ci/draw-icons.mjs` (CHROMIUM_PATH names the browser).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts';
import { root } from './places.mjs';

const drawing = readFileSync(join(root, 'public', 'icon.svg'), 'utf8');
// Whoever masks an icon cuts up to a fifth away at each edge, so the colour goes to the edge and the mark stays in the middle.
const full = drawing.replace(/ rx="8"/, '').replace(/<g /, '<g transform="translate(4 4) scale(0.75)" ');
// Drawn as the mark alone: a system that colours an icon takes only its shape.
const mark = full.replace(/<rect [^>]*>/, '');
const icons = [
  { name: 'icon-192.png', size: 192, svg: drawing },
  { name: 'icon-512.png', size: 512, svg: drawing },
  { name: 'icon-maskable-512.png', size: 512, svg: full },
  { name: 'icon-monochrome-512.png', size: 512, svg: mark },
  { name: 'apple-touch-icon.png', size: 180, svg: full },
];

const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] });
try {
  for (const { name, size, svg } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
    await page.screenshot({ path: join(root, 'public', name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
