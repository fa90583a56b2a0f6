/** Does on the screen of any engine what a person does, by the roles and names that they see there. */
import { expect } from '@playwright/test';
import { findByRole, type Wanted } from './find-by-role.ts';
import { type Engine, type Handle, keyActions } from './web-driver.ts';

export type EngineScreen = ReturnType<typeof screenOf>;

/** A screen changes within a few frames; a machine that is busy has the minute of the configuration. */
const often = { intervals: [30, 60, 120] };
const limitMs = 60_000;

export function screenOf(engine: Engine, origin: string) {
  const eye = looking(engine);
  return { ...eye, ...acting(engine, eye), ...page(engine, origin) };
}

type Eye = ReturnType<typeof looking>;

function looking(engine: Engine) {
  const execute = (script: string, ...args: readonly unknown[]) =>
    engine.send({ name: 'execute', script, args });

  /** Runs a function in the page; it refers to nothing but its arguments. */
  async function run<Args extends readonly unknown[]>(script: (...args: Args) => unknown, ...args: Args) {
    return execute(`return (${script}).apply(null, arguments)`, ...args);
  }

  const find = async (wanted: Wanted, within: Handle | null = null) =>
    handlesOf(await execute(`return (${findByRole}).apply(null, arguments)`, wanted, within));

  /** Waits until it is on the screen. */
  async function see(wanted: Wanted, within?: Handle): Promise<Handle> {
    let found: Handle | undefined;
    const look = async () => {
      [found] = await find(wanted, within).catch(unlessReplaced);
      return found === undefined ? 'not on the screen' : 'seen';
    };
    await expect.poll(look, { ...often, message: described(wanted) }).toBe('seen');
    if (found === undefined) throw new Error('it was seen');
    return found;
  }

  return {
    run,
    see,
    /** Counts in the page: an element that goes while it is passed on is an error of the driver. */
    gone: (wanted: Wanted) =>
      expect
        .poll(() => execute(`return (${findByRole}).apply(null, arguments).length`, wanted, null), {
          ...often,
          message: `no ${described(wanted)}`,
        })
        .toBe(0),
    /** Waits until a text is on the screen, wherever. */
    seeText: (text: string) =>
      expect.poll(() => run(() => document.body.innerText), { ...often, message: text }).toContain(text),
    textOf: async (element: Handle) => String(await execute('return arguments[0].textContent', element)),
    placeOf: (element: Handle) =>
      execute('return JSON.stringify(arguments[0].getBoundingClientRect())', element),
    focus: (element: Handle) => execute('arguments[0].focus()', element),
  };
}

function acting(engine: Engine, { see, placeOf }: Eye) {
  const keys = (...chords: readonly string[]) =>
    engine.send({ name: 'performActions', actions: keyActions(...chords) });

  /** Waits until it stands still; something may be before it for a moment. */
  async function click(wanted: Wanted, within?: Handle): Promise<void> {
    let before: unknown;
    await expect(async () => {
      const element = await see(wanted, within);
      const [last, now] = [before, await placeOf(element)];
      before = now;
      expect(now).toBe(last);
      await engine.send({ name: 'click', element });
    }).toPass({ ...often, timeout: limitMs });
  }

  return {
    keys,
    click,
    compose: engine.compose,
    press: (name: string, within?: Handle) => click({ role: 'button', name }, within),
    type: (text: string) => keys(...text.replaceAll('\n', '\uE007')),
    /** Types into the field with this label; of a file field, chooses the file at this path. */
    async fill(label: string, text: string, within?: Handle): Promise<void> {
      const element = await see({ role: 'field', name: label }, within);
      await engine.send({ name: 'sendKeys', element, text });
    },
  };
}

function page(engine: Engine, origin: string) {
  const execute = (script: string) => engine.send({ name: 'execute', script, args: [] });
  return {
    open: (path: string) => engine.send({ name: 'navigate', url: origin + path }),
    leave: () => engine.send({ name: 'navigate', url: 'about:blank' }),
    /** Reloads by the page: in Firefox a command that reloads would bypass the service worker. */
    async reload(): Promise<void> {
      await execute('window.isBefore = true; location.reload()');
      await expect.poll(() => execute('return window.isBefore ?? false'), often).toBe(false);
    },
    /** Has the app ask the server at once. */
    askServer: () => execute("window.dispatchEvent(new Event('online'))"),
    /** Resolves when the app itself is kept on the device, so that it opens without a server. */
    appIsKept: () =>
      expect.poll(() => execute('return navigator.serviceWorker.controller?.state'), often).toBe('activated'),
    forgetCookies: () => engine.send({ name: 'forgetCookies' }),
    /** Resolves when fonts are there and no transition runs; one that never ends is not waited for. */
    atRest: () =>
      expect
        .poll(
          () =>
            execute(
              "return document.fonts.status + document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity && each.playState === 'running').length",
            ),
          often,
        )
        .toBe('loaded0'),
    picture: async () => Buffer.from(String(await engine.send({ name: 'screenshot' })), 'base64'),
    resize: (width: number, height: number) => engine.send({ name: 'resize', width, height }),
  };
}

function described({ role, name, text }: Wanted): string {
  return `${role} ${JSON.stringify(name ?? text ?? '')}`;
}

/** Errors of a driver whose element, or whose whole page, was replaced before it was passed on. */
const replaced = ['stale element reference', 'unknown error: Could not parse script result'];

function unlessReplaced(error: unknown): Handle[] {
  if (error instanceof Error && replaced.some((words) => error.message.startsWith(words))) return [];
  throw error;
}

function handlesOf(value: unknown): Handle[] {
  if (!Array.isArray(value)) throw new Error('the page gave no list of elements');
  return value;
}
