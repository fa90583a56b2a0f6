/** Drives a page of Playwright's Chromium by the commands of WebDriver, so that one script takes pictures of all engines. */
import type { ElementHandle, JSHandle, Page } from '@playwright/test';
import { type Command, type Engine, elementId, handleOf } from './web-driver.ts';

const keyNames: Readonly<Record<string, string>> = {
  '\uE00C': 'Escape',
  '\uE007': 'Enter',
  '\uE009': 'Control',
};

export function chromiumEngine(page: Page): Engine {
  const elements = new Map<string, ElementHandle>();

  function remember(element: ElementHandle) {
    const id = String(elements.size);
    elements.set(id, element);
    return handleOf(id);
  }

  const elementOf = (handle: Parameters<typeof elementId>[0]) => {
    const element = elements.get(elementId(handle));
    if (element === undefined) throw new Error('no such element');
    return element;
  };

  async function plain(result: JSHandle): Promise<unknown> {
    const isList = await result.evaluate((value) => Array.isArray(value) && value[0] instanceof Element);
    if (!isList) return result.jsonValue();
    const properties = [...(await result.getProperties()).values()];
    return properties
      .map((property) => property.asElement())
      .flatMap((element) => (element ? [remember(element)] : []));
  }

  async function execute(script: string, args: readonly unknown[]): Promise<unknown> {
    const given = args.map((value) => {
      const isHandle =
        typeof value === 'object' && value !== null && Object.keys(value)[0]?.startsWith('element-');
      return isHandle ? elementOf(value as Parameters<typeof elementId>[0]) : value;
    });
    // The policy of the page has to be off.
    const run = ([body, values]: [string, unknown[]]) => new Function(body).apply(null, values);
    return plain(await page.evaluateHandle(run, [script, given] as [string, unknown[]]));
  }

  return {
    async send(command: Command) {
      switch (command.name) {
        case 'navigate':
          return void (await page.goto(command.url));
        case 'execute':
          return execute(command.script, command.args);
        case 'click':
          return elementOf(command.element).click();
        case 'sendKeys':
          return elementOf(command.element).fill(command.text);
        case 'performActions':
          return press(page, command.actions);
        case 'forgetCookies':
          return page.context().clearCookies();
        case 'screenshot':
          return (await page.screenshot()).toString('base64');
        case 'resize':
          return page.setViewportSize({ width: command.width, height: command.height });
      }
    },
    compose: (character) => page.keyboard.insertText(character),
    [Symbol.asyncDispose]: () => page.context().close(),
  };
}

async function press(page: Page, sources: readonly unknown[]): Promise<void> {
  for (const { type, value } of (sources[0] as { actions: { type: string; value: string }[] }).actions) {
    const key = keyNames[value] ?? value;
    await (type === 'keyDown' ? page.keyboard.down(key) : page.keyboard.up(key));
  }
}
