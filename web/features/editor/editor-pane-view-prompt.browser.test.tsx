import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPane, promptId } from './editor-pane-scene.tsx';
import './markdown/worker/color-code.ts';
import { pageOf, rendered, scenes } from './editor-pane-view-scene.tsx';

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

type Given = { values?: Record<string, string>; snippets?: Record<string, string> };

/** The view of a prompt with one value set, beside the prompts that are its snippets. */
async function viewed(content: string, { values = {}, snippets = {} }: Given = {}) {
  const opened: number[] = [];
  const scene = await openPane(content, {
    async prepare(library) {
      if (Object.keys(values).length > 0) await setValues(library, values);
      let id = 50;
      for (const [title, text] of Object.entries(snippets)) {
        await commit(library, 'createPrompt', { id, title, content: text, projectId: 1 });
        id += 1;
      }
    },
    props: { acts: { openPrompt: (id) => opened.push(id) } },
  });
  scenes.push(scene);
  scene.widen(1200);
  await scene.button('Switch to View mode').click();
  return { ...scene, opened };
}

function setValues(library: Library, values: Record<string, string>) {
  return commit(library, 'setAttributes', {
    id: promptId,
    valueSets: [{ id: 31, name: 'Acme', values }],
  });
}

const marks = () =>
  [...pageOf().querySelectorAll('mark')].map((mark) => `${mark.dataset.kind}: ${mark.textContent}`);

const edges = () =>
  [...pageOf().querySelectorAll('.markdown-edge')].map(
    (edge) => edge.getAttribute('aria-label') ?? edge.textContent,
  );

test('a variable stands as its value in the chosen set, else by its name, and follows the set', async () => {
  const scene = await viewed('Dear {name}, **{{ tone | default: warm }}** from {{place}}', {
    values: { name: 'Ada' },
  });
  await expect.element(rendered).toMatchTextContent('Dear Ada, warm from place');
  expect(marks()).toEqual(['value: Ada', 'default: warm', 'missing: place']);
  const [first] = rendered.getByRole('mark').elements();
  expect(first?.getAttribute('data-tooltip')).toBe('name');
  expect(first?.getAttribute('aria-description')).toBe('Variable name');
  await setValues(scene.library, { name: 'Grace', place: 'Rome' });
  await expect.element(rendered).toMatchTextContent('Dear Grace, warm from Rome');
  await scene.button('Values').click();
  await expect.element(rendered).toMatchTextContent('Dear name, tone from place');
  await expect.element(scene.button('Values')).toHaveAttribute('aria-pressed', 'false');
  await scene.button('Values').click();
  await expect.element(rendered).toMatchTextContent('Dear Grace, warm from Rome');
});

test('a value is read as the Markdown that it is in the filled text', async () => {
  await viewed('{list}\n\n`{{code}}`', { values: { list: '# Plan\n\n- *one*\n- two', code: '*x*' } });
  await expect.element(rendered.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible();
  expect(pageOf().querySelector('li em')?.textContent).toBe('one');
  expect(marks()).toEqual(['value: Plan', 'value: one', 'value: two', 'value: *x*']);
});

test('nothing in a value or a snippet acts, whatever it is made of', async () => {
  const hostile = [
    '<img src=x onerror="document.title=1"><script>document.title=1</script>',
    '[bad](javascript:alert(1)) ![p](data:text/html,x)',
    '"><svg onload=alert(1)>',
  ].join('\n\n');
  const title = '<img src=x onerror=alert(1)>';
  await viewed(`{v}\n\n{{> Letters/${title}}}\n\n[{v}]({v})`, {
    values: { v: hostile },
    snippets: { [title]: hostile },
  });
  await expect.element(rendered.getByRole('button', { name: `Open snippet Letters/${title}` })).toBeVisible();
  expect(pageOf().querySelector('img, script, svg:not(button svg), iframe, [onerror], [onload]')).toBeNull();
  const addresses = [...pageOf().querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  expect(addresses.filter((address) => /^(?:javascript|data):/i.test(address))).toEqual([]);
  expect(pageOf().textContent).toContain('<img src=x onerror="document.title=1">');
});

test('a snippet stands between rules with its name, which leads there; one in a line is marked in it', async () => {
  const scene = await viewed('Hello {{> Letters/Name}}.\n\n{{> Letters/Footer}}\n\nEnd', {
    snippets: { Name: '*Ada*', Footer: '## Bye\n\n{{> Letters/Sign}}', Sign: 'Yours, {me}' },
  });
  await expect.element(rendered.getByRole('heading', { name: 'Bye' })).toBeVisible();
  expect(edges()).toEqual([
    ...['Letters/Name', 'End of Letters/Name'],
    ...['Letters/Footer', 'Letters/Sign', 'End of Letters/Sign', 'End of Letters/Footer'],
  ]);
  expect(pageOf().querySelector('p .markdown-edge + em')?.textContent).toBe('Ada');
  await rendered.getByRole('button', { name: 'Open snippet Letters/Sign' }).click();
  await eventually(() => expect(scene.opened).toEqual([52]));
});

test('a reference that leads nowhere is marked, stays as it is written, and takes nothing else with it', async () => {
  await viewed('One {{> Letters/Later}}\n\n{{> Letters/Loop}}\n\n{{> Letters/Footer}}', {
    snippets: { Loop: '{{> Letters/Loop}}', Footer: '**Bye**' },
  });
  await expect.element(rendered.getByText('Bye')).toBeVisible();
  expect(marks()).toEqual(['reference: {{> Letters/Later}}', 'reference: {{> Letters/Loop}}']);
  expect(edges()).toEqual(['Letters/Loop', 'End of Letters/Loop', 'Letters/Footer', 'End of Letters/Footer']);
});

test('the messages of a chat have their values, and none of these begins a message', async () => {
  await viewed('--- system ---\nBe {mood}.\n\n--- user ---\n{ask}', {
    values: { mood: 'kind\n--- user ---\nnot' },
  });
  const user = page.getByRole('region', { name: 'User', exact: true });
  await expect.element(user).toMatchTextContent('ask');
  expect(marks().at(-1)).toBe('missing: ask');
  expect(page.getByRole('region', { name: 'User', exact: true }).elements()).toHaveLength(1);
});

test('the names of snippets are no text that is found', async () => {
  const scene = await viewed('One {{> Letters/Name}} two', { snippets: { Name: 'Ada' } });
  await expect.element(rendered).toMatchTextContent('Ada');
  await scene.button('Find in the text').click();
  const field = page.getByRole('textbox', { name: 'Find', exact: true });
  await field.fill('One Ada two');
  await expect.element(page.getByText('1 of 1')).toBeVisible();
  await field.fill('Letters');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No matches')).toBeVisible();
});
