import fc from 'fast-check';
import { TrieRouter } from 'hono/router/trie-router';
import { expect, test } from 'vitest';
import { routeTable } from '../routes/route-table.ts';
import { PathRouter } from './path-router.ts';

const routes = Object.keys(routeTable).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path };
});

function bothRouters() {
  const ours = new PathRouter<string>();
  const honos = new TrieRouter<string>();
  for (const { name, method, path } of routes) {
    ours.add(method, path, name);
    honos.add(method, path, name);
  }
  return { ours, honos };
}

const method = fc.constantFrom(...new Set(routes.map((route) => route.method)));
const segments = [...new Set(routes.flatMap(({ path }) => path.split('/')))].filter(
  (one) => !one.startsWith(':'),
);
const segment = fc.oneof(fc.constantFrom(...segments), fc.constantFrom('5', '', 'ä', '%2F', 'x.y'));
const anyPath = fc.array(segment, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`);
const ofRoute = fc
  .tuple(fc.constantFrom(...routes), segment)
  .map(([{ path }, value]) => path.replace(/:\w+/g, value));

test('a path leads to the handler and the parameters that Hono finds for it in the table of routes', () => {
  const { ours, honos } = bothRouters();
  let found = 0;
  const check = (name: string, path: string) => {
    const [[expected] = []] = honos.match(name, path);
    const [[match] = []] = ours.match(name, path);
    expect(match).toEqual(expected);
    if (match !== undefined) found += 1;
  };
  for (const { method: name, path } of routes) check(name, path.replace(/:\w+/g, '7'));
  fc.assert(fc.property(method, fc.oneof(anyPath, ofRoute), check), { numRuns: 300 });
  expect(found).toBeGreaterThan(routes.length);
});

test('a path that a spelled pattern and a parameter fit goes to the spelled one, in whatever order they were added', () => {
  for (const patterns of [
    ['/a/:id', '/a/bulk', '/a/:id/more'],
    ['/a/:id/more', '/a/bulk', '/a/:id'],
  ]) {
    const router = new PathRouter<string>();
    for (const pattern of patterns) router.add('GET', pattern, pattern);
    router.add('ALL', '/*', 'otherwise');
    expect(router.match('GET', '/a/bulk')).toEqual([[['/a/bulk', {}]]]);
    expect(router.match('GET', '/a/bulk/more')).toEqual([[['/a/:id/more', { id: 'bulk' }]]]);
    expect(router.match('POST', '/a/bulk')).toEqual([[['otherwise', {}]]]);
    expect(router.match('GET', '/a/')).toEqual([[['otherwise', {}]]]);
    expect(router.methodsAt('/a/bulk')).toEqual(['GET', 'GET']);
  }
});
