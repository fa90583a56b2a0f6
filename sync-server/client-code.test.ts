/** Runs the programs of "Use in code" and of README as they are, against the real server, and after it has gone. */
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

/** The blocks of a section of README, by the language of their fence. */
function readmePrograms(): Map<string, string> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## Use your prompts from code\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, language = '', program = '']) => [language, program]));
}

const fences = { curl: 'sh', Python: 'python', TypeScript: 'ts' } as const;

test.each(here)(
  'the program for $language in README is the one of the app, and gives the text',
  async (tool) => {
    const { root, token } = await made;
    using cache = temporaryFolder();
    const shown = readmePrograms().get(fences[tool.language]) ?? '';
    const text = { project: 'Mail', prompt: 'Greeting', pin: { label: 'production' } };
    const inReadme = 'http://127.0.0.1:8787/';
    expect(shown).toBe(clientCode(tool.language, { ...text, server: inReadme }));
    const own = shown.replace(inReadme, root);
    expect(await run(tool, own, { token, cache: cache.path })).toEqual({ code: 0, out: written, err: '' });
  },
);
