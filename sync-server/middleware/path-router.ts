/**
 * Finds the handler of a path among patterns like `/api/prompts/:id`, in one walk over the segments of the path.
 * 1. A segment that a pattern spells out comes before a parameter, whichever was added first.
 * 2. A parameter is a segment that is not empty.
 * 3. What no pattern fits goes to the handler of `*`.
 *
 * Hono's own fast router takes no patterns like ours, where `bulk` and `:versionId` are siblings; its other one tries
 * every level for each method and collects what it finds.
 */

import type { Result, Router } from 'hono/router';
import type { H, RouterRoute } from 'hono/types';

/** As Hono keeps a handler in its router. */
export type RoutedHandler = [H, RouterRoute];

type Place<Handler> = {
  spelled: Map<string, Place<Handler>>;
  parameter: Place<Handler> | undefined;
  byMethod: Map<string, { handler: Handler; names: readonly string[] }>;
};

const everything = '*';

export class PathRouter<Handler> implements Router<Handler> {
  readonly name = 'PathRouter';
  readonly #root: Place<Handler> = newPlace();
  #otherwise: [Handler, Record<string, string>][] = [];

  /** The path `*` takes every method. */
  add(method: string, path: string, handler: Handler): void {
    if (path === everything || path === `/${everything}`) {
      this.#otherwise = [[handler, {}]];
      return;
    }
    let place = this.#root;
    const names: string[] = [];
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        place.parameter ??= newPlace();
        place = place.parameter;
      } else {
        const next = place.spelled.get(segment) ?? newPlace();
        place.spelled.set(segment, next);
        place = next;
      }
    }
    place.byMethod.set(method, { handler, names });
  }

  match(method: string, path: string): Result<Handler> {
    const segments = segmentsOf(path);
    const found = find(this.#root, { method, segments, at: 0, values: [] });
    return found === undefined ? [this.#otherwise] : [[found]];
  }

  /** Returns the methods that the path is there for. */
  methodsAt(path: string): string[] {
    return placesAt(this.#root, segmentsOf(path), 0).flatMap(({ byMethod }) => [...byMethod.keys()]);
  }
}

function newPlace<Handler>(): Place<Handler> {
  return { spelled: new Map(), parameter: undefined, byMethod: new Map() };
}

function segmentsOf(path: string): string[] {
  return (path.startsWith('/') ? path.slice(1) : path).split('/');
}

/** `values`: of the parameters before `at`. */
type Search = { method: string; segments: readonly string[]; at: number; values: readonly string[] };

function find<Handler>(
  place: Place<Handler>,
  { method, segments, at, values }: Search,
): [Handler, Record<string, string>] | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    const found = place.byMethod.get(method);
    return found && [found.handler, namedValues(found.names, values)];
  }
  const spelled = place.spelled.get(segment);
  const found = spelled && find(spelled, { method, segments, at: at + 1, values });
  if (found !== undefined || place.parameter === undefined || segment === '') return found;
  return find(place.parameter, { method, segments, at: at + 1, values: [...values, segment] });
}

function namedValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [index, name] of names.entries()) named[name] = values[index] ?? '';
  return named;
}

function placesAt<Handler>(place: Place<Handler>, segments: readonly string[], at: number): Place<Handler>[] {
  const segment = segments[at];
  if (segment === undefined) return [place];
  const spelled = place.spelled.get(segment);
  return [
    ...(spelled === undefined ? [] : placesAt(spelled, segments, at + 1)),
    ...(place.parameter === undefined || segment === '' ? [] : placesAt(place.parameter, segments, at + 1)),
  ];
}
