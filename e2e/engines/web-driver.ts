/**
 * Drives one browser by the commands of WebDriver (W3C), whichever way they travel: Firefox takes them through
 * Marionette, WebKitGTK through its WebKitWebDriver.
 */

/** Refers to an element of the page; as an argument of a script it is that element. */
export type Handle = Record<string, string>;

export type Command =
  | { name: 'navigate'; url: string }
  | { name: 'execute'; script: string; args: readonly unknown[] }
  | { name: 'click'; element: Handle }
  | { name: 'sendKeys'; element: Handle; text: string }
  | { name: 'performActions'; actions: readonly unknown[] }
  | { name: 'forgetCookies' }
  | { name: 'screenshot' }
  | { name: 'resize'; width: number; height: number };

export interface Engine {
  /** Resolves to what the command gives; rejects with the browser's own sentence. */
  send(command: Command): Promise<unknown>;
  /** Types one character with the engine's own input method: a composition with a preedit text, then the result. */
  compose(character: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export function handleOf(id: string): Handle {
  return { [elementKey]: id };
}

export function elementId(element: Handle): string {
  const id = element[elementKey];
  if (id === undefined) throw new Error('This is no element of WebDriver.');
  return id;
}

const keyCodes: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** Returns the actions of keys that are pressed one after another, such as `Control+End`. */
export function keyActions(...chords: readonly string[]): readonly unknown[] {
  const press = chords.flatMap((chord) => {
    const keys = (chord.length > 1 ? chord.split('+') : [chord]).map((key) => keyCodes[key] ?? key);
    return [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
  });
  return [{ type: 'key', id: 'keyboard', actions: press }];
}
