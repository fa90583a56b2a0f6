/**
 * Everything that can be done, by name and by `/api` route. The ordinary routes and the push decode a
 * request here, so that both mean the same mutation by the same words.
 */
import { z } from 'zod';
import { readPathId } from '#shared/model/ids.ts';
import type { FieldError } from '#shared/model/problem.ts';
import { mutations } from './all-mutations.ts';
import type { Bound, BoundMutation, Mutation } from './mutation.ts';

export type MutationName = keyof typeof mutations;
export type ArgsOf<Name extends MutationName> = z.infer<(typeof mutations)[Name]['args']>;

export const MutationName = z.enum(Object.keys(mutations) as [MutationName, ...MutationName[]]);

/** Parses the arguments by the mutation's schema. */
export function bind(name: MutationName, args: unknown): Bound {
  return mutations[name].bind(args);
}

type Route = { name: MutationName; method: string; segments: string[] };

const routes: readonly Route[] = Object.values(mutations)
  .map(({ name, route }) => ({ name, method: route.method, segments: route.pattern.split('/') }))
  // Literal segments before parameters: `bulk-delete` is no version's id.
  .sort((a, b) => parameters(a) - parameters(b));

/** By method and number of segments: a request is compared with the few that it may be. */
const routesByShape: ReadonlyMap<string, readonly Route[]> = new Map(
  routes.map(({ method, segments }) => {
    const shape = shapeOf(method, segments);
    return [shape, routes.filter((route) => shapeOf(route.method, route.segments) === shape)];
  }),
);

function shapeOf(method: string, segments: readonly string[]): string {
  return `${method} ${segments.length}`;
}

function parameters(route: Route): number {
  return route.segments.filter((segment) => segment.startsWith(':')).length;
}

export type DecodedRequest =
  | { ok: true; mutation: BoundMutation }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'invalid_fields'; errors: FieldError[] };

/** The mutation that a request asks for. `draw` gives ids for what the client did not name. */
export function decodeRequest(
  request: { method: string; path: string; body: unknown },
  draw: () => number,
): DecodedRequest {
  const segments = request.path.split('/');
  for (const route of routesByShape.get(shapeOf(request.method, segments)) ?? []) {
    const params = matchSegments(route.segments, segments);
    if (params === null) continue;
    const bound = bind(route.name, mutations[route.name].fromRequest({ params, body: request.body }, draw));
    return bound.ok ? bound : { ok: false, code: 'invalid_fields', errors: bound.errors };
  }
  return { ok: false, code: 'not_found' };
}

function matchSegments(pattern: string[], segments: string[]): Record<string, number> | null {
  const params: Record<string, number> = {};
  for (let at = 0; at < pattern.length; at += 1) {
    const [part = '', segment = ''] = [pattern[at], segments[at]];
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
      continue;
    }
    const id = readPathId(segment);
    if (id === null) return null;
    params[part.slice(1)] = id;
  }
  return params;
}

type Facts = Pick<Mutation<string, never>, 'effect' | 'isAutosave' | 'isRenaming' | 'writesText'>;

function named(is: (facts: Facts) => boolean): ReadonlySet<string> {
  return new Set(
    Object.values(mutations)
      .filter(is)
      .map(({ name }) => name),
  );
}

export const creations = named(({ effect }) => effect === 'create');
export const deletions = named(({ effect }) => effect === 'delete');
export const autosaves = named(({ isAutosave = false }) => isAutosave);
export const renamings = named(({ isRenaming = false }) => isRenaming);
/** The mutations that write the current text of a prompt. */
export const textWrites = named(({ writesText = false }) => writesText);
