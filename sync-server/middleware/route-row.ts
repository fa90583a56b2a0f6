/** The shape of one row in the table of routes (`routes/route-table.ts`). */
import type { ApiTokenScope } from '#shared/model/account/api-token.ts';

/**
 * Who may send the request: anybody, an account with a session, an account that is an admin. `token`: programs with an API
 * token; no session opens it, and no page of another origin may send it even with a token.
 */
export type RouteAuth = 'anonymous' | 'session' | 'admin' | 'token';

export type JsonLimits = {
  readonly maxBytes: number;
  /** `emptied`: what lies below this level is taken out, and whoever reads the rest refuses its own part. */
  readonly levels?: { most: number; deeper: 'refused' | 'emptied' };
}; /**
 * The bodies that a route reads, with the most bytes of each. A body of another type is answered 415; a route without
 * a rule reads nothing, and accepts only what is declared as JSON, because no foreign page can send that by itself.
 */
export type RouteBody = {
  readonly json?: JsonLimits;
  /** `multipart/form-data`. */
  readonly form?: number;
  /** `application/octet-stream`. */
  readonly bytes?: number;
};

/** Lists what a parameter of a path can name. Somebody else's is answered like one that does not exist. */
export type OwnedKind =
  | 'project'
  | 'prompt'
  | 'version'
  | 'label'
  | 'keptRun'
  | 'testCase'
  | 'resource'
  | 'blob'
  | 'session'
  | 'token'
  | 'link'
  /** By the link itself, which is a secret: whoever has it may read. */
  | 'sharedText'
  | 'webhook'
  | 'delivery';

type ParameterOf<Route extends string> = Route extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Route extends `${string}/:${infer Name}`
    ? Name
    : never;

/**
 * Names the account that a route is about: none, the caller's, the server itself (every admin reaches that), or, for
 * each parameter of the path, the one that owns the row of this kind.
 */
export type Owner = 'server' | 'nobody' | 'caller' | Readonly<Record<string, OwnedKind>>;

/** The owner rules that fit the parameters of this path. */
type OwnerOf<Route extends string> =
  | 'server'
  | ([ParameterOf<Route>] extends [never]
      ? 'nobody' | 'caller'
      : Readonly<Record<ParameterOf<Route>, OwnedKind>>);

export type RouteRow = {
  readonly auth: RouteAuth;
  readonly owner: Owner;
  readonly body?: RouteBody;
  /** The share of a request in the rate limit of its account, or of its address where it has no session. */
  readonly rate: 'uncounted' | 'ordinary' | 'costly';
  /** The scope that an API token needs; null: only a session will do. */
  readonly scope: ApiTokenScope | null;
  /**
   * How the route holds a token of a single project to it; such tokens are refused where this is left out. `byPath`: the
   * parameters of the path are looked up before the route runs. `byRoute`: the route asks `onlyProjectOf` itself.
   */
  readonly projectTokens?: 'byPath' | 'byRoute';
  /** The answer takes no more work than one row does. */
  readonly readsOneRow?: true;
  /** The answer goes on for as long as the client listens. */
  readonly isStream?: true;
  /** Answered under any host name: what a load balancer probes by an address of its own. */
  readonly anyHost?: true;
};

export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
export type RouteTable = Readonly<Record<RouteName, RouteRow>>;

/** A path without parameters names nothing that could be looked up. */
type TokensOf<Route extends string> = [ParameterOf<Route>] extends [never]
  ? { projectTokens?: 'byRoute' }
  : unknown;

/** Returns the table as it is; a row whose owner rule leaves a parameter out does not compile. */
export function defineRoutes<
  const Table extends {
    [Route in keyof Table]: Route extends RouteName
      ? RouteRow & TokensOf<Route> & { owner: OwnerOf<Route> }
      : never;
  },
>(table: Table): Table {
  return table;
}
