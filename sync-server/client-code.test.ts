/** Runs the programs of "Use in code" and of docs/clients.md as they are, against the real server, and after it has gone. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientCode, type PulledText } from '#shared/text/client-code.ts';
import { clientCodeScene, here, run, title, written } from './client-code-scene.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const { made } = clientCodeScene();

test.each(here)(
  'the program for $language gives the text at each pin, and what is refused in words',
  async (tool) => {
    const { root, send, token } = await made;
    using cache = temporaryFolder();
    const at = { token, cache: cache.path };
    const text: PulledText = { server: root, project: 'Mail', prompt: title, pin: { label: 'production' } };
    const program = clientCode(tool.language, text);
    const gone = clientCode(tool.language, { ...text, server: 'http://127.0.0.1:1/' });
    expect(await run(tool, gone, at)).toMatchObject({ code: 1, out: '' });
    expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });
    expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });

    const refused = await run(tool, program, { ...at, token: 'pty_wrong' });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('invalid_token') });

    const newer = `new for ${tool.language}`;
    await send('PUT', 'prompts/6', { content: newer, description: '' });
    const latest = clientCode(tool.language, { ...text, pin: { label: 'latest' } });
    expect(await run(tool, latest, at)).toMatchObject({ out: newer });
    const numbered = clientCode(tool.language, {
      server: root,
      project: '5',
      prompt: '6',
      pin: { version: 1 },
    });
    expect(await run(tool, numbered, at)).toMatchObject({ out: written });
    const unknown = clientCode(tool.language, { ...text, pin: { label: 'nowhere' } });
    expect(await run(tool, unknown, at)).toMatchObject({
      code: 1,
      err: expect.stringContaining('production'),
    });
  },
);

test.each(here)(
  'the program for $language gives the settings with the text where it has any',
  async (tool) => {
    const { root, send, token } = await made;
    using cache = temporaryFolder();
    const at = { token, cache: cache.path };
    const settings = { model: 'small "one"', temperature: 0.2 };
    const id = 20 + here.indexOf(tool);
    await send('POST', 'prompts', { id, title: `For ${tool.language}`, content: 'a — b', projectId: 5 });
    await send('PATCH', `prompts/${id}/attributes`, { settings });
    const text = { server: root, project: '5', prompt: `${id}`, pin: null };
    const program = clientCode(tool.language, { ...text, settings: ['model', 'temperature'] });
    expect(program).toContain('model, temperature.');
    for (let round = 0; round < 2; round += 1) {
      const { code, out, err } = await run(tool, program, at);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out)).toMatchObject({ text: 'a — b', settings });
    }
  },
);

/** Returns the programs of docs/clients.md, by the language of their fence. */
function documentedPrograms(): Map<string, string> {
  const page = readFileSync(new URL('../docs/clients.md', import.meta.url), 'utf8');
  const blocks = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, language = '', program = '']) => [language, program]));
}

const fences = { curl: 'sh', Python: 'python', TypeScript: 'ts' } as const;

test.each(here)(
  'the program for $language in docs/clients.md is the one of the app, and gives the text',
  async (tool) => {
    const { root, token } = await made;
    using cache = temporaryFolder();
    const shown = documentedPrograms().get(fences[tool.language]) ?? '';
    const text = { project: 'Mail', prompt: 'Greeting', pin: { label: 'production' } };
    const documented = 'http://127.0.0.1:8787/';
    expect(shown).toBe(clientCode(tool.language, { ...text, server: documented }));
    const own = shown.replace(documented, root);
    expect(await run(tool, own, { token, cache: cache.path })).toEqual({ code: 0, out: written, err: '' });
  },
);
