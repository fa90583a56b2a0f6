/** The files under sync-server/deploy name what is there: an image is seldom built, and never by these tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../sync-server/environment.ts';
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
  const [, file] = /^ExecStart=\S+ (?:--\S+ )*(\S+) serve$/m.exec(unit);
  expect(existsSync(join(root, file))).toBe(true);
});

test('nginx holds back no events: its location is the route of the event stream', () => {
  const [, path] = /^\s+location (\/api\S+) \{/m.exec(readFileSync(join(deploy, 'nginx.conf'), 'utf8'));
  expect(Object.keys(routeTable)).toContain(`GET ${path}`);
  expect(path).toContain('events');
});

const scale = parse(readFileSync(join(deploy, 'compose.scale.yaml'), 'utf8'), { merge: true });
const nodes = Object.entries(scale.services).filter(([name]) => name.startsWith('promptory'));
/** Puts a text where the file names a variable of the person who starts it. */
const filled = (/** @type {unknown} */ text) => String(text).replaceAll(/\$\{(\w+)(:?[-?][^}]*)?\}/g, 'abc');

test('the nodes of the larger set-up are equal, and have settings with which a server starts on PostgreSQL', () => {
  expect(nodes.length).toBeGreaterThan(1);
  for (const [, node] of nodes) {
    expect(node).toEqual(nodes[0][1]);
    const variables = Object.entries(node.environment).map(([name, value]) => [name, filled(value)]);
    const { bucket, databaseUrl } = readEnvironment({
      ...Object.fromEntries(variables),
      REGISTRATION: 'invite',
    });
    expect([bucket?.name, databaseUrl]).toEqual(['s3://promptory', expect.stringMatching(/^postgres:/)]);
    const named = [new URL(bucket?.address ?? '').hostname, new URL(databaseUrl ?? '').hostname];
    for (const service of named) expect(Object.keys(scale.services)).toContain(service);
  }
});

test('Caddy spreads requests over all nodes of the larger set-up, and asks a route for their health', () => {
  const caddyfile = readFileSync(join(deploy, 'Caddyfile.scale'), 'utf8');
  const { environment, volumes } = scale.services.caddy;
  expect(environment.PROMPTORY_UPSTREAMS.split(' ')).toEqual(nodes.map(([name]) => `${name}:8787`));
  expect(volumes[0]).toMatch(/^\.\/Caddyfile\.scale:/);
  for (const [, name] of caddyfile.matchAll(/\{\$(\w+)\}/g)) expect(Object.keys(environment)).toContain(name);
  const [, health] = /^\s+health_uri (\S+)$/m.exec(caddyfile);
  expect(Object.keys(routeTable)).toContain(`GET ${health}`);
});

test('each volume and each file that the larger set-up names is there', () => {
  const mounts = Object.values(scale.services).flatMap(({ volumes = [] }) => volumes);
  const sources = mounts.map((mount) => mount.split(':')[0]);
  for (const source of sources.filter((each) => each.startsWith('.')))
    expect(existsSync(join(deploy, source))).toBe(true);
  expect(Object.keys(scale.volumes).sort()).toEqual(sources.filter((each) => !each.startsWith('.')).sort());
});
