import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';
import { TextField } from './text-field.tsx';

let drawn: Drawn | undefined;
const watched: MutationObserver[] = [];
afterEach(() => {
  drawn?.close();
  for (const observer of watched.splice(0)) observer.disconnect();
});

const missing = 'A title is required';
const field = page.getByRole('textbox', { name: 'Title' });

/** A form that asks for a title. `pause`: it is disabled for a moment, as while the answer is on its way. */
function Form({
  pause = false,
  ...control
}: { pause?: boolean } & Partial<ComponentProps<typeof TextField>>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [disabled, setDisabled] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function judge(): Promise<void> {
    if (pause) {
      setDisabled(true);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      flushSync(() => setDisabled(false));
    }
    setError(missing);
    input.current?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void judge();
      }}
    >
      <TextField
        {...control}
        label="Title"
        value={text}
        onChange={setText}
        error={error}
        disabled={disabled}
        inputRef={input}
      />
      <button type="submit">Create</button>
    </form>
  );
}

/** Returns what live regions announce from now on. */
function announcements(element: HTMLElement): string[] {
  const announced: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const holder = target instanceof Element ? target : target.parentElement;
      const live = holder?.closest('[aria-live]')?.getAttribute('aria-live') ?? 'off';
      for (const node of addedNodes) if (live !== 'off') announced.push(node.textContent ?? '');
    }
  });
  observer.observe(element, { childList: true, subtree: true });
  watched.push(observer);
  return announced;
}

function open(options: Partial<ComponentProps<typeof Form>> = {}): string[] {
  drawn = draw(<Form {...options} />);
  return announcements(drawn.element);
}

type AXNode = {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly backendDOMNodeId?: number;
};

type Frames = {
  readonly frameTree: { readonly childFrames?: readonly { readonly frame: { readonly id: string } }[] };
};

/** Returns the live regions for errors in the accessibility tree of the test's frame; the toasts have others. */
async function liveRegions(): Promise<AXNode[]> {
  const { frameTree } = (await cdp().send('Page.getFrameTree')) as Frames;
  const frameId = frameTree.childFrames?.[0]?.frame.id;
  if (frameId === undefined) throw new Error('The test has no frame.');
  const { nodes } = (await cdp().send('Accessibility.getFullAXTree', { frameId })) as { nodes: AXNode[] };
  return nodes.filter(
    ({ ignored, role, properties = [] }) =>
      !ignored &&
      role?.value === 'paragraph' &&
      properties.some(({ name, value }) => name === 'live' && value.value === 'polite'),
  );
}

test('an error of the field that has the focus is announced once, by a region that was there before', async () => {
  const announced = open();
  await field.click();
  await expect.poll(async () => (await liveRegions()).length).toBe(1);
  const before = await liveRegions();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription(missing);
  await expect.poll(() => announced).toEqual([missing]);
  const after = await liveRegions();
  expect(after.map(({ backendDOMNodeId }) => backendDOMNodeId)).toEqual(
    before.map(({ backendDOMNodeId }) => backendDOMNodeId),
  );
});

test('a field that has the focus from the start announces its error as well', async () => {
  const announced = open({ autoFocus: true });
  await expect.element(field).toHaveFocus();
  await expect.poll(async () => (await liveRegions()).length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => announced).toEqual([missing]);
});

for (const pause of [false, true]) {
  test(`an error that takes the focus to its field is its description, and not announced besides: ${pause ? 'after an answer' : 'at once'}`, async () => {
    const announced = open({ pause });
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(missing);
    // The region is live by now, so a later error would be announced.
    await expect.poll(async () => (await liveRegions()).length).toBe(1);
    expect(announced).toEqual([]);
  });
}

test('a field that was disabled with the focus on it reads its error when the focus comes back', async () => {
  const announced = open({ pause: true });
  await field.click();
  await expect.poll(async () => (await liveRegions()).length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription(missing);
  await expect.element(field).toHaveFocus();
  expect(announced).toEqual([]);
});

test('a field without an error is as high as one that can have none', async () => {
  drawn = draw(<TextField label="Title" value="" onChange={() => {}} />, { height: 'auto' });
  const frame = drawn.element.querySelector('.chakra-field__root');
  const input = drawn.element.querySelector('input');
  expect(frame?.getBoundingClientRect().bottom).toBe(input?.getBoundingClientRect().bottom);
});
