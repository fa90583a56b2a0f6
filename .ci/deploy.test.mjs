/** The files under sync-server/deploy name what is there: an image is seldom built, and never by these tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { routeTable } from '../sync-server/routes/route-table.ts';
import { ensureFreshBuild } from './fresh-build.mjs';
import { modulesFolder, root } from './places.mjs';

const deploy = join(root, 'sync-server', 'deploy');
const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');

/** Lists what the stage copies from `from`; the last argument is the target. */
function copied(pattern) {
  return [...dockerfile.matchAll(pattern)].flatMap(([, paths]) => paths.trim().split(/\s+/).slice(0, -1));
}

const intoBuild = copied(/^COPY (?!--)(.+)$/gm);
const intoImage = copied(/^COPY --from=build (.+)$/gm).map((path) => path.replace('/src/', ''));
/** Lists what only the stage before makes, and this test does not need. */
const made = ['dist', 'node_modules', 'sbom.cdx.json'];

test('the Dockerfile and its ignore file name the same sources, and each is there', () => {
  expect(intoBuild.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const letIn = readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8').match(/(?<=^!).+$/gm);
  expect([...letIn].sort()).toEqual([...intoBuild].sort());
});

test('what the image holds is all that the server needs to start', async () => {
  expect(await ensureFreshBuild('server')).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of intoImage) {
    if (!made.includes(path)) cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(modulesFolder, join(folder, 'node_modules'));
  const [, command] = /^ENTRYPOINT (.+)$/m.exec(dockerfile);
  const [, ...args] = JSON.parse(command);
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0' };
  const server = spawn(process.execPath, [...args, 'serve'], { cwd: folder, env });
  const complaints = text(server.stderr);
  const ended = once(server, 'exit');
  await once(server.stdout, 'data');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await complaints).toBe('');
});

test('the service of systemd starts a file that the build makes', async () => {
  expect(await ensureFreshBuild('server')).toBe(true);
  const unit = readFileSync(join(deploy, 'promptory.service'), 'utf8');
  const [, file] = /^ExecStart=\S+ (\S+) serve$/m.exec(unit);
  expect(existsSync(join(root, file))).toBe(true);
});

test('nginx holds back no events: its location is the route of the event stream', () => {
  const [, path] = /^\s+location (\/api\S+) \{/m.exec(readFileSync(join(deploy, 'nginx.conf'), 'utf8'));
  expect(Object.keys(routeTable)).toContain(`GET ${path}`);
  expect(path).toContain('events');
});
