import { describe, expect, it } from 'vitest';
import { inputFile } from '../testing/memory-library.ts';
import { prompts, reasons } from './formats-scene.ts';
import { previewTable } from './table.ts';

describe('Markdown and text', () => {
  it('come in with their folder as project and their name as title; a byte order mark is no part of the text', async () => {
    const found = await prompts({
      'Work/Weekly review.md': '\ufeffline\r\n',
      'Work/deep/other.txt': 'x',
      'Play/a.b.md': 'y',
    });
    expect(found.map(({ project, title, content }) => [project.name, title, content])).toEqual([
      ['Play', 'a.b', 'y'],
      ['Work', 'Weekly review', 'line\r\n'],
      ['Work', 'other', 'x'],
    ]);
  });

  it('keep front matter in the text unless all of it is understood', async () => {
    const known = '---\ntitle: My title\ntags: [a, b]\n---\ntext';
    const unknown = '---\ntitle: My title\nmodel: m-1\n---\ntext';
    const [first, second] = await prompts({ 'a.md': known, 'b.md': unknown });
    expect([first?.title, first?.content, first?.attributes.tags]).toEqual(['My title', 'text', ['a', 'b']]);
    expect([second?.title, second?.content]).toEqual(['b', unknown]);
  });

  it.each([
    ['title: 2024', '2024', undefined],
    ['title: 1.50', '1.50', undefined],
    ['title: 2024-01-31', '2024-01-31', undefined],
    ['title: true', 'true', undefined],
    ['title:', 'note', undefined],
    ['tags: mail', 'note', ['mail']],
    ['tags: mail, work', 'note', ['mail', 'work']],
    ['tags: [2024, mail]', 'note', ['2024', 'mail']],
    ['tags:', 'note', undefined],
  ])('have a title and tags as they are written: %s', async (head, title, tags) => {
    const [found] = await prompts({ 'note.md': `---\n${head}\n---\nBody` });
    expect([found?.title, found?.content, found?.attributes.tags]).toEqual([title, 'Body', tags]);
  });

  it('are refused where they are empty, and so are files of other kinds', async () => {
    expect(await reasons({ 'a.md': ' \n', 'b.exe': 'MZ', '.DS_Store': 'x' })).toEqual([
      'This file is empty.',
      'Files of this kind are not read.',
    ]);
  });
});

describe('tables', () => {
  const csv =
    'act;prompt;Category;for_devs\r\nLinux;"I want ""you""\nto act; now";Code;TRUE\r\n\r\nEmpty;;Code;\r\n';

  it('have columns that are guessed by their names', async () => {
    const [linux] = await prompts({ 'prompts.csv': csv });
    expect([linux?.title, linux?.content, linux?.project.name, linux?.source]).toEqual([
      'Linux',
      'I want "you"\nto act; now',
      'Code',
      'prompts.csv:2',
    ]);
    expect(await reasons({ 'prompts.csv': csv })).toEqual(['This row has no text.']);
  });

  it.each([
    ['sep=;\r\ntitle;prompt\r\nReply;"Answer; politely"\r\n'],
    ['\ufeffSEP=|\ntitle|prompt\nReply|"Answer; politely"'],
    ['"sep=\t"\ntitle\tprompt\nReply\tAnswer; politely'],
  ])('have the separator that their first line names: %j', async (text) => {
    const found = await prompts({ 'a.csv': text });
    expect(found.map(({ title, content, source }) => [title, content, source])).toEqual([
      ['Reply', 'Answer; politely', 'a.csv:3'],
    ]);
  });

  it('may be the list of prompts in the JSON of another program, which is no configuration of promptfoo', async () => {
    const rows = [
      { id: 'm1abc', title: 'Reply', content: 'Answer politely.', tags: ['mail'] },
      { id: 'm2def', title: 'Second', content: 'Summarise.', tags: [] },
    ];
    const found = await prompts({ 'manager.json': JSON.stringify({ version: '1.0', prompts: rows }) });
    expect(found.map(({ title, content, attributes }) => [title, content, attributes.tags])).toEqual([
      ['Reply', 'Answer politely.', ['mail']],
      ['Second', 'Summarise.', undefined],
    ]);
    const tested = await prompts({ 'manager.json': JSON.stringify({ prompts: rows, tests: [] }) });
    expect(tested.map(({ content }) => content)).toEqual(['Answer politely.', 'Summarise.']);
    const unknown = { prompts: [{ id: 'm1abc', words: 'Answer' }] };
    expect(await reasons({ 'other.json': JSON.stringify(unknown) })).toEqual([
      '{name} has nothing that is read as a prompt.',
    ]);
  });

  it('are previewed for a choice of the columns', async () => {
    expect(await previewTable(inputFile('prompts.csv', csv))).toEqual({
      columns: ['act', 'prompt', 'Category', 'for_devs'],
      rows: [
        ['Linux', 'I want "you"\nto act; now', 'Code', 'TRUE'],
        ['Empty', '', 'Code', ''],
      ],
      guess: { content: 'prompt', title: 'act', project: 'Category', tags: undefined, notes: undefined },
    });
  });

  it('are read by the columns that are chosen', async () => {
    const found = await prompts({ 'a.tsv': 'x\ty\n1\tone, two' }, { columns: { content: 'y', tags: 'y' } });
    expect(found.map(({ title, attributes }) => [title, attributes.tags])).toEqual([
      ['one, two', ['one', 'two']],
    ]);
  });

  it('of JSON lines have several texts where a cell is a list, and name a broken line', async () => {
    const lines =
      '{"title":"T","versions":["first","second"]}\nbroken\n{"title":"C","messages":[{"role":"user","content":"Hi"}]}';
    const [first] = await prompts({ 'a.jsonl': lines });
    expect([first?.content, first?.versions.map(({ content }) => content)]).toEqual(['second', ['first']]);
    expect(await reasons({ 'a.jsonl': lines })).toEqual([
      'This line is not JSON.',
      'The field "{field}" is missing, or is not what it should be.',
    ]);
    const [chat] = await prompts({ 'a.jsonl': lines.split('\n')[2] ?? '' });
    expect(chat?.content).toBe('--- user ---\nHi');
  });

  it('with a quote that is never closed, or without a text, are refused', async () => {
    expect(await reasons({ 'a.csv': 'prompt\n"open' })).toEqual([
      'A quote in line {line, number} is never closed.',
    ]);
    expect(await reasons({ 'a.csv': 'x,y\n1,2' })).toEqual([
      'None of the columns is named like a text. Choose the columns.',
    ]);
  });
});
