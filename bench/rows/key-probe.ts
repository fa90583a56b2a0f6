/** Measures inside a page: how long keys and presses take to their frame, what React draws meanwhile, long tasks. */
import type { Page } from 'playwright-core';
import { z } from 'zod';

export const Probe = z.object({
  /** Milliseconds from each key to the end of the frame that shows it. */
  keys: z.array(z.number()),
  longTasks: z.array(z.number()),
  /** Components that React ran outside of the editor and the chip, by name and place. */
  renders: z.record(z.string(), z.number()),
});
export type Probe = z.infer<typeof Probe>;

export type Typing = { readonly count: number; readonly everyMs: number };

/** Install it in every page of a context before the page's first script. */
export const probeScript = [installKeyProbe, installPressProbe, installRenderProbe]
  .map((install) => `(${install.toString()})();`)
  .join('\n');

/** Types so many characters at a steady pace and returns what the probe saw, the last save included. */
export async function typeKeys(page: Page, { count, everyMs }: Typing): Promise<Probe> {
  const text = 'the quick brown fox jumps over the lazy dog ';
  await page.evaluate('keyProbe.begin(), renderProbe.begin()');
  const began = performance.now();
  for (let key = 0; key < count; key += 1) {
    const pause = began + key * everyMs - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await page.keyboard.type(text.charAt(key % text.length));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const probe = Probe.parse(await page.evaluate('({ ...keyProbe.end(), ...renderProbe.end() })'));
  if (probe.keys.length < count) throw new Error(`Only ${probe.keys.length} of ${count} keys were seen.`);
  return probe;
}

type Shown = {
  /** The text that is shown begins with this title. */
  readonly title: string;
  /** The event of the press that something is done at. */
  readonly from: 'mousedown' | 'mouseup';
};

/** Returns the milliseconds from the press to the end of the frame that shows the text. */
export async function timePress(page: Page, shown: Shown, press: () => Promise<void>): Promise<number> {
  await page.evaluate((wanted) => Reflect.get(globalThis, 'pressProbe').begin(wanted), shown);
  await press();
  return z.number().parse(await page.evaluate('pressProbe.end()'));
}

/** Runs in the page. */
function installKeyProbe(): void {
  let keys: number[] = [];
  let longTasks: number[] = [];
  let isOn = false;
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    if (!isOn) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keys.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  };
  addEventListener('keydown', onKey, true);
  new PerformanceObserver((list) => {
    if (isOn) longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, {
    keyProbe: {
      begin() {
        keys = [];
        longTasks = [];
        isOn = true;
      },
      end() {
        isOn = false;
        return { keys, longTasks };
      },
    },
  });
}

/** Runs in the page. */
function installPressProbe(): void {
  let shown: Promise<number> | undefined;
  const isShown = (title: string) =>
    document.querySelector('.editor-slot:not([aria-hidden]) .source-line')?.textContent === `# ${title}`;
  const untilShown = ({ title, from }: { title: string; from: 'mousedown' | 'mouseup' }) =>
    new Promise<number>((resolve) => {
      const onPress = ({ timeStamp }: MouseEvent) => {
        const look = () => {
          if (!isShown(title)) return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener(from, onPress, { capture: true, once: true });
    });
  Object.assign(globalThis, {
    pressProbe: {
      begin(wanted: { title: string; from: 'mousedown' | 'mouseup' }) {
        shown = untilShown(wanted);
      },
      end: () => shown,
    },
  });
}

/** Runs in the page; reads React as its developer tools do. */
function installRenderProbe(): void {
  type Fiber = {
    tag: number;
    flags: number;
    type: unknown;
    stateNode: unknown;
    alternate: Fiber | null;
    child: Fiber | null;
    sibling: Fiber | null;
    return: Fiber | null;
  };
  let renders: Record<string, number> = {};
  let isOn = false;
  const performedWork = 1;
  const componentTags = [0, 1, 11, 14, 15];
  const hostOf = (fiber: Fiber | null): Element | null => {
    if (fiber === null) return null;
    return fiber.stateNode instanceof Element ? fiber.stateNode : hostOf(fiber.return);
  };
  const note = (fiber: Fiber): void => {
    const host = hostOf(fiber.return);
    if (host?.closest('.sync-status, .editor-text') != null) return;
    const name = typeof fiber.type === 'function' ? fiber.type.name : 'component';
    const where = `${name} in ${host?.className ?? 'the root'}`;
    renders[where] = (renders[where] ?? 0) + 1;
  };
  const count = (fiber: Fiber, before: Fiber | null): void => {
    if (componentTags.includes(fiber.tag) && (fiber.flags & performedWork) !== 0) note(fiber);
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) count(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot(_id: number, root: { current: Fiber }) {
        if (isOn) count(root.current, root.current.alternate);
      },
    },
    renderProbe: {
      begin() {
        renders = {};
        isOn = true;
      },
      end() {
        isOn = false;
        return { renders };
      },
    },
  });
}
