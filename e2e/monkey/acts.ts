/** The acts of the monkey: each does one thing to one device and returns what it did, for the report. */
import type { Page } from '@playwright/test';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { Device } from '../stage/device.ts';
import { workspaceIsOpen } from '../stage/workspace.ts';
import type { Program } from './library.ts';
import type { PageWatch } from './watch-page.ts';

export type Monkey = {
  readonly device: Device;
  readonly watch: PageWatch;
  readonly random: SeededRandom;
  readonly program: Program;
  isOffline: boolean;
};

export type Act = {
  readonly name: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  perform(monkey: Monkey): Promise<string>;
};

const keys = [
  'Control+z',
  'Control+z',
  'Control+y',
  'Control+Shift+z',
  'Control+k',
  'Control+f',
  'Control+s',
  'Control+b',
  'Control+i',
  'Control+a',
  'Control+c',
  'Control+v',
  'Control+x',
  'Escape',
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Delete',
  'Backspace',
  'Space',
  'F2',
  'F6',
  'Control+Home',
  'Control+End',
  'Control+Enter',
  'Shift+F10',
  'Control+/',
  'Alt+ArrowUp',
  'Alt+ArrowDown',
  '?',
]; // prettier-ignore

const fragments = [
  '{{name}}',
  '{{> Parts/Footer@production}}',
  '{{> Parts/Missing}}',
  '{{> Letters/Letter}}',
  '{{> Parts/Other}}',
  '{{__proto__}}',
  '{{constructor}}',
  '--- user ---\nHello\n--- assistant ---\n',
  '# Title\n',
  '```ts\nconst a = 1;\n',
  '**bold',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  'caf\u0065\u0301 ',
  '\u{1F469}\u200D\u{1F4BB} ',
  '\u05E9\u05DC\u05D5\u05DD ',
  '   ',
  '\n\n',
  '>>>>>>>>>>====',
  '<script>alert(1)</script>',
  'word ',
  'another ',
  '[link](javascript:alert(1))',
]; // prettier-ignore

/** Ends the run of this account, or leaves the app; everything else may be pressed. */
const leftAlone = /log ?out|sign out|delete account|delete my account|sign in/i;

type Target = { x: number; y: number; name: string };

export const acts: readonly Act[] = [
  { name: 'click', weight: 45, perform: (monkey) => press(monkey, 'left') },
  { name: 'context menu', weight: 4, perform: (monkey) => press(monkey, 'right') },
  { name: 'double click', weight: 2, perform: (monkey) => press(monkey, 'left', 2) },
  { name: 'key', weight: 18, perform: pressKey },
  { name: 'words', weight: 14, perform: typeWords },
  { name: 'program', weight: 6, perform: ({ program, random }) => program(random) },
  { name: 'network', weight: 3, perform: turnNetwork },
  { name: 'reload', weight: 1.5, perform: reload },
  { name: 'way home', weight: 2, perform: goHome },
];

async function press({ device, random }: Monkey, button: 'left' | 'right', clickCount = 1): Promise<string> {
  const targets = await targetsOf(device.page);
  const target = random.pick(targets.filter(({ name }) => !leftAlone.test(name)));
  if (target === undefined) return 'nothing';
  await device.page.mouse.click(target.x, target.y, { button, clickCount });
  return `${target.name.slice(0, 60)} at ${target.x},${target.y}`;
}

/** Everything that a pointer can press now: on the screen, enabled, and covered by nothing else. */
async function targetsOf(page: Page): Promise<Target[]> {
  return page.evaluate(() => {
    const pressable =
      'button, a[href], input, textarea, select, summary, [contenteditable=true], [role=treeitem], [role=tab],' +
      '[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=separator], [tabindex="0"]';
    const targets: { x: number; y: number; name: string }[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
      if (element.matches(':disabled, [type=file], a[target=_blank]')) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (hit === null || !(element.contains(hit) || hit.contains(element))) continue;
      const name = element.getAttribute('aria-label') ?? element.innerText ?? '';
      targets.push({ x, y, name: name === '' ? element.tagName : name });
    }
    return targets;
  });
}

async function pressKey({ device, random }: Monkey): Promise<string> {
  const key = random.pick(keys) ?? 'Escape';
  // Enter on the menu's last item would end the run as well.
  const focused = await device.page.evaluate(() => document.activeElement?.textContent ?? '');
  if (focused.length < 100 && leftAlone.test(focused)) return 'left alone';
  await device.page.keyboard.press(key);
  return key;
}

async function typeWords({ device, random }: Monkey): Promise<string> {
  const { page } = device;
  const isTyping = await page.evaluate(() =>
    document.activeElement?.matches('input, textarea, [contenteditable=true]'),
  );
  if (!isTyping) {
    const text = page.getByRole('textbox', { name: 'Prompt content' });
    if (await text.isVisible()) await text.focus({ timeout: 1000 }).catch(() => {});
  }
  const words = random.pick(fragments) ?? '';
  await page.keyboard.insertText(words);
  return JSON.stringify(words);
}

async function turnNetwork(monkey: Monkey): Promise<string> {
  monkey.isOffline = !monkey.isOffline;
  await monkey.device.context.setOffline(monkey.isOffline);
  return monkey.isOffline ? 'off' : 'on';
}

async function reload({ device }: Monkey): Promise<string> {
  await device.page.reload();
  await workspaceIsOpen(device.page);
  return '';
}

/** Comes back from where a person would come back as well: an address without a screen, a dialog in a dialog. */
async function goHome({ device }: Monkey): Promise<string> {
  for (let times = 0; times < 3; times += 1) await device.page.keyboard.press('Escape');
  if (new URL(device.page.url()).pathname.length < 2) return 'Escape';
  await device.page.goto('/');
  await workspaceIsOpen(device.page);
  return '/';
}
