import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addResource } from '../../data/resources/resources.ts';
import type { FetchBlob } from '../../features/resources/fetch-blob.ts';
import { addRemote, folderIsDrawn, openResources, type ResourcesScene, row } from './resources-scene.tsx';

let scene: ResourcesScene | undefined;
/** Stands for the tab that the app opens. */
let frame: HTMLIFrameElement | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  vi.restoreAllMocks();
  frame?.remove();
  await scene?.close();
});

async function open(files: readonly File[], fetchBlob?: FetchBlob): Promise<ResourcesScene> {
  scene = await openResources({
    ...(fetchBlob === undefined ? {} : { fetchBlob }),
    async fill(library) {
      for (const file of files) {
        const added = await addResource(library, { projectId: 1, file, name: file.name, description: '' });
        if (!added.ok) throw new Error(`${file.name}: ${added.message}`);
      }
    },
  });
  await folderIsDrawn(files.length);
  await row('Resources').click();
  return scene;
}

const preview = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const area = (name: string) => page.getByRole('region', { name: `Preview of ${name}` });

const textOf = (name: string) => area(name).query()?.textContent;

/** The URLs and files that would have been opened in a tab, or saved. */
function watchExits() {
  const tabs: string[] = [];
  const saved: { name: string; type: string; text: string }[] = [];
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = createUrl(blob);
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  const openedTab = document.createElement('iframe');
  frame = openedTab;
  vi.spyOn(window, 'open').mockImplementation((url) => {
    const address = String(url);
    tabs.push(blobs.has(address) ? `blob of ${blobs.get(address)?.type}` : address);
    document.body.append(openedTab);
    return openedTab.contentWindow;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    void blob?.text().then((text) => saved.push({ name: this.download, type: blob.type, text }));
  });
  return { tabs, saved, frame: openedTab };
}

const svg = (inside: string) =>
  new File([`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${inside}</svg>`], 'logo.svg');

async function png(): Promise<File> {
  const canvas = new OffscreenCanvas(3, 2);
  canvas.getContext('2d')?.fillRect(0, 0, 3, 2);
  return new File([await canvas.convertToBlob()], 'dot.png', { type: 'image/png' });
}

describe('the preview', () => {
  test('the preview shows a text as it is, in 400 pixels', async () => {
    await open([new File([`<b>not bold</b>\n${'line\n'.repeat(400)}`], 'notes.txt')]);
    await row('notes.txt').click();
    await expect.poll(() => textOf('notes.txt')).toMatch(/^<b>not bold<\/b>/);
    // The dialog grows into its place.
    await expect.poll(() => area('notes.txt').element().getBoundingClientRect().height).toBe(400);
    await button('Close').click();
    await expect.element(preview('notes.txt')).not.toBeInTheDocument();
  });

  test('the preview renders Markdown as the view mode does, and no markup of its own', async () => {
    await open([
      new File(['# Plan\n\n- one\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))'], 'plan.md'),
    ]);
    await row('plan.md').click();
    await expect.element(area('plan.md').getByRole('heading', { name: 'Plan' })).toBeVisible();
    await expect.element(area('plan.md').getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(area('plan.md').element().querySelector('img, script, [href^="javascript"]')).toBeNull();
  });

  test('the preview indents JSON, and shows what is none as it is', async () => {
    await open([
      new File(['{"id":12345678901234567890,"list":[1,2]}'], 'good.json'),
      new File(['{"id": 1,'], 'broken.json'),
    ]);
    await row('good.json').click();
    const shown = () => area('good.json').element().querySelector('pre')?.textContent;
    await expect.poll(shown).toBe('{\n  "id": 12345678901234567890,\n  "list": [\n    1,\n    2\n  ]\n}');
    await button('Close').click();
    await row('broken.json').click();
    await expect.element(area('broken.json')).toHaveTextContent('{"id": 1,');
  });

  test('the preview shows a picture, and a drawing only inside an image', async () => {
    await open([
      await png(),
      svg('<rect width="40" height="40" fill="red"/><script>window.ran = 1</script>'),
    ]);
    await row('dot.png').click();
    const picture = page.getByRole('img', { name: 'dot.png' });
    await expect.poll(() => Object(picture.query()).naturalWidth).toBe(3);
    await button('Close').click();
    await row('logo.svg').click();
    const drawing = page.getByRole('img', { name: 'logo.svg' });
    await expect.poll(() => Object(drawing.query()).naturalWidth).toBe(40);
    expect(drawing.element().getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(preview('logo.svg').element().querySelector('object, embed, iframe, img + svg')).toBeNull();
    expect('ran' in window).toBe(false);
  });

  test('the preview does not draw a picture that would fill the memory, and says of a broken one that it is', async () => {
    const head = new DataView(new ArrayBuffer(33));
    const words = [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, 30_000, 30_000];
    for (const [at, word] of words.entries()) head.setUint32(4 * at, word);
    await open([
      new File([head.buffer], 'huge.png', { type: 'image/png' }),
      new File([head.buffer.slice(0, 16), new Uint8Array(17)], 'broken.png', { type: 'image/png' }),
    ]);
    await row('huge.png').click();
    await expect
      .element(page.getByText(/^No preview: this picture is 30000 × 30000 pixels large\./))
      .toBeVisible();
    await button('Close').click();
    await row('broken.png').click();
    await expect.element(page.getByText('Error loading preview: Failed to load file content')).toBeVisible();
  });

  test('a preview of ten megabytes is there at once, and more of it comes with scrolling', async () => {
    const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index} of a long file`);
    await open([new File([lines.join('\n').slice(0, 10_000_000)], 'long.txt')]);
    await row('long.txt').click();
    await expect.poll(() => textOf('long.txt')).toMatch(/^line 0 /);
    const element = area('long.txt').element();
    const drawn = () => element.textContent.length;
    expect(drawn()).toBeLessThan(40_000);
    const before = drawn();
    element.scrollTop = element.scrollHeight;
    await expect.poll(drawn).toBeGreaterThan(before);
  });

  test('a preview of long Markdown shows the text, and says so', async () => {
    await open([new File(['# Long\n\n', 'word '.repeat(200_000)], 'long.md')]);
    await row('long.md').click();
    await expect.element(page.getByText(/too long to be rendered quickly/)).toBeVisible();
    await expect.poll(() => textOf('long.md')).toMatch(/^# Long/);
  });

  test('the preview fetches what is not here, shows how far it is, and gives it up when it closes', async () => {
    const calls: { progress: (received: number, total: number) => void; signal: AbortSignal | undefined }[] =
      [];
    let give: (bytes: Blob) => void = () => {};
    const { library, asked } = await open([], (_, progress = () => {}, signal) => {
      calls.push({ progress, signal });
      return new Promise((resolve) => {
        give = resolve;
      });
    });
    await addRemote(library, { id: 9 });
    await row('remote.txt').click();
    await expect.element(page.getByText('Loading preview...')).toBeVisible();
    await expect.poll(() => asked).toEqual([9]);
    calls.at(-1)?.progress(3, 6);
    await expect.element(page.getByText('Loading preview... 50%')).toBeVisible();
    await button('Close').click();
    await expect.poll(() => calls.at(-1)?.signal?.aborted).toBe(true);
    await row('remote.txt').click();
    await expect.poll(() => asked).toEqual([9, 9]);
    give(new Blob(['Remote']));
    await expect.element(area('remote.txt')).toHaveTextContent('Remote');
  });

  test('the preview says what it could not load', async () => {
    const { library } = await open([]);
    await addRemote(library, { id: 9 });
    await addRemote(library, { id: 10, name: 'elsewhere.txt', available: false });
    await row('remote.txt').click();
    await expect.element(page.getByText('Error loading preview: Failed to load file content')).toBeVisible();
    await button('Close').click();
    await row('elsewhere.txt').click();
    await expect
      .element(
        page.getByText(
          'Error loading preview: Failed to load file: This file has not reached the server yet.',
        ),
      )
      .toBeVisible();
  });
});

describe('leaving the app', () => {
  test('a text opens as plain text, a PDF as PDF, and nothing as a page', async () => {
    const { tabs } = watchExits();
    await open([new File(['<script>1</script>'], 'page.md'), new File(['%PDF-1.7'], 'paper.pdf')]);
    await row('page.md').click();
    await expect.element(area('page.md')).toBeVisible();
    await button('Open in new tab').click();
    await expect.poll(() => tabs).toEqual(['blob of text/plain;charset=utf-8']);
    await button('Close').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await row('paper.pdf').click();
    await expect.poll(() => tabs).toEqual(['blob of text/plain;charset=utf-8', 'blob of application/pdf']);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('a drawing opens inside an image on an empty page', async () => {
    const { tabs, frame } = watchExits();
    await open([svg('<script>window.ran = 1</script>')]);
    await row('logo.svg').click();
    await expect.element(page.getByRole('img', { name: 'logo.svg' })).toBeVisible();
    await button('Open in new tab').click();
    await expect
      .poll(() => frame.contentDocument?.body.innerHTML)
      .toMatch(/^<img alt="logo.svg".* src="data:/);
    expect(tabs).toEqual(['']);
  });

  test('a download has the name that the file came with, and a type that no page has', async () => {
    const { saved } = watchExits();
    await open([new File(['# Plan'], 'Größe 日本.md')]);
    await row('Größe 日本.md').hover();
    await button('Download Größe 日本.md').click();
    const expected = { name: 'Größe 日本.md', type: 'application/octet-stream', text: '# Plan' };
    await expect.poll(() => saved).toEqual([expected]);
    await row('Größe 日本.md').click();
    await expect.element(area('Größe 日本.md')).toBeVisible();
    await button('Download').click();
    await expect.poll(() => saved).toEqual([expected, expected]);
  });

  test('a file without a preview is downloaded', async () => {
    const { saved, tabs } = watchExits();
    const name = '[Content_Types].xml';
    const head = new Uint8Array(30);
    head.set([0x50, 0x4b, 3, 4]);
    head[26] = name.length;
    await open([new File([head, name], 'letter.docx')]);
    await row('letter.docx').click();
    await expect.poll(() => saved.map((file) => file.name)).toEqual(['letter.docx']);
    expect(tabs).toEqual([]);
  });

  test('a file that is not on this device comes from the server', async () => {
    const { tabs } = watchExits();
    const { library } = await open([]);
    await addRemote(library, { id: 9 });
    await addRemote(library, { id: 10, name: 'paper.pdf', fileType: 'application/pdf' });
    await row('paper.pdf').click();
    await expect.poll(() => tabs).toEqual(['/api/resources/10/download']);
    await row('remote.txt').click();
    await expect.element(page.getByText(/^Error loading preview/)).toBeVisible();
    await button('Open in new tab').click();
    await button('Download').click();
    await expect
      .poll(() => tabs.slice(1))
      .toEqual(['/api/resources/9/download?inline=1', '/api/resources/9/download']);
  });

  test('a file that is nowhere any more is reported in a toast', async () => {
    const { tabs } = watchExits();
    const opened = await open([]);
    await addRemote(opened.library, { id: 9, fileType: 'application/pdf', available: false });
    await row('remote.txt').click();
    await expect
      .poll(() => opened.toasts.at(-1))
      .toBe('Download failed: This file has not reached the server yet.');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await addRemote(opened.library, { id: 9, fileType: 'application/pdf' });
    await expect.element(row('remote.txt')).toHaveAccessibleName('remote.txt 6 Bytes on the server');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => opened.toasts.at(-1))
      .toBe('Download failed: The server cannot be reached. Check the connection and try again.');
    expect(tabs).toEqual([]);
  });
});
