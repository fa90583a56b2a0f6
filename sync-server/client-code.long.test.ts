/** Runs the programs of "Use in code" as they are, against the real server, and after it has gone. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientCode, type PulledText } from '#shared/text/client-code.ts';
import { clientCodeScene, here, run, written } from './client-code-scene.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const { made, server } = clientCodeScene();

test.each(here)('the program for $language gives the text where it can keep nothing', async (tool) => {
  const { root, token } = await made;
  using cache = temporaryFolder();
  const text: PulledText = {
    server: root,
    project: 'Mail',
    prompt: 'Greeting',
    pin: { label: 'production' },
  };
  const at = { token, cache: cache.path, keepsIn: '/dev/null' };
  for (const _ of [1, 2]) {
    expect(await run(tool, clientCode(tool.language, text), at)).toEqual({ code: 0, out: written, err: '' });
  }
  const refused = await run(tool, clientCode(tool.language, text), { ...at, token: 'pty_wrong' });
  expect([refused.code === 0, refused.out]).toEqual([false, '']);
});

test.each(here)(
  'the program for $language gives the text, new and kept, where a proxy removes the ETag',
  async (tool) => {
    const { root, token } = await made;
    using cache = temporaryFolder();
    let isAway = false;
    const proxy = createServer(async (request, answer) => {
      if (isAway) return answer.writeHead(502).end();
      const passed = await fetch(new URL(request.url ?? '', root), {
        headers: { authorization: `Bearer ${token}` },
      });
      answer.writeHead(passed.status, { 'Content-Type': 'text/plain' }).end(await passed.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = z.object({ port: z.int() }).parse(proxy.address());
    const server = new URL(new URL(root).pathname, `http://127.0.0.1:${address.port}`).href;
    const program = clientCode(tool.language, {
      server,
      project: 'Mail',
      prompt: 'Greeting',
      pin: { label: 'production' },
    });
    const at = { token, cache: cache.path };
    for (const _ of [1, 2]) expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });
    isAway = true;
    expect(await run(tool, program, at)).toMatchObject({ code: 0, out: written });
    proxy.close();
  },
);

test('each program goes on with the last text after the server has ended', async () => {
  const { root, token } = await made;
  using cache = temporaryFolder();
  const text: PulledText = {
    server: root,
    project: 'Mail',
    prompt: 'Greeting',
    pin: { label: 'production' },
  };
  const runAll = async () => {
    const programs = here.map((tool) =>
      run(tool, clientCode(tool.language, text), { token, cache: cache.path }),
    );
    return (await Promise.all(programs)).map(({ code, out }) => ({ code, out }));
  };
  const all = here.map(() => ({ code: 0, out: written }));
  expect(await runAll()).toEqual(all);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await runAll()).toEqual(all);
});
