import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run dev`: Vite with hot reload on PORT, and behind its /api the server, which starts again whenever
 * its files change. Both end together.
 */
export async function run() {
  const port = await freePort();
  const { PORT = '8787', HOST = '127.0.0.1', ...variables } = process.env;
  const api = runChild(process.execPath, ['--watch', '--watch-preserve-output', 'sync-server/main.ts'], {
    cwd: root,
    env: { LOG_LEVEL: 'debug', ...variables, PORT: String(port), HOST: '127.0.0.1' },
    // Its ready line names an address that is nobody's to open.
    stdio: ['ignore', 'ignore', process.stderr],
  });
  const { createServer: createVite } = await import('vite');
  const target = `http://127.0.0.1:${port}`;
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    server: {
      port: Number(PORT || '8787'),
      strictPort: true,
      host: HOST || '127.0.0.1',
      // The browser's own Host goes on to the server, which compares it with the Origin.
      proxy: { '/api': { target, changeOrigin: false }, '/healthz': { target, changeOrigin: false } },
    },
  });
  await vite.listen();
  await Promise.race([answers(`${target}/healthz`), api]);
  console.log(
    `Promptory (development) is ready at ${vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0]}`,
  );
  const code = await api;
  await vite.close();
  return code;
}

/** Also where the server starts only after its files were mended: then whenever that is. */
async function answers(address) {
  while (
    !(await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(100);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
