/**
 * Checks the origin of a request, and whether it may change anything.
 * 1. A browser's unsafe request must come from our own pages: exact Origin, Sec-Fetch-Site same-origin.
 * 2. No Origin is fine only without Sec-Fetch-Site: a plain REST client, which no foreign page can steer.
 * 3. A request with an API token, where the route takes one, is sent by a program: no browser adds a token by itself, and
 *    no foreign page may send the header without being asked about it first. A route for tokens alone (`/mcp`) is held to
 *    the origin all the same, reads included: its protocol asks for that.
 * 4. Which hosts are ours at all is decided before this, by `allowed-host.ts`.
 */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { bearerOf } from './authorize-token.ts';
import { forwardedAddress } from './forwarded-address.ts';
import { answerProblem } from './problem-response.ts';
import type { ServerContext } from './server-context.ts';

export type Reachability = {
  publicOrigin: string | undefined;
  /** Believe X-Forwarded-For, -Proto and -Host: only behind a proxy that sets them. */
  trustProxy: boolean;
  /** The address that the server listens on. */
  host: string;
};

const untrustedProxy =
  'A request came with the header X-Forwarded-For, and TRUST_PROXY is off: if a proxy of yours sent it, all visitors count as one address, and one of them who guesses passwords can stop the others from signing in. Set TRUST_PROXY=on then.';

export function requestOrigin(
  { publicOrigin, trustProxy }: Reachability,
  warn: (sentence: string) => void,
): MiddlewareHandler<ServerContext> {
  let warned = false;
  const originOf = createOrigins();
  return async (c, next) => {
    if (!trustProxy && !warned && c.req.header('X-Forwarded-For') !== undefined) {
      warned = true;
      warn(untrustedProxy);
    }
    const forwarded = (name: string) => (trustProxy ? lastOf(c.req.header(name)) : undefined);
    const asked = originPart(c.req.url);
    const scheme = asked.indexOf('://');
    const protocol = forwarded('X-Forwarded-Proto') ?? asked.slice(0, scheme);
    const host = forwarded('X-Forwarded-Host') ?? asked.slice(scheme + 3);
    const requested = originOf(`${protocol}://${host}`) ?? originOf(asked);
    c.set('ownOrigin', publicOrigin ?? requested?.origin ?? asked);
    c.set('requestedHost', requested?.hostname ?? '');
    c.set('address', forwardedAddress(forwarded('X-Forwarded-For') ?? '') ?? addressOf(c.env?.incoming));
    await next();
  };
}

/** Of an absolute URL, the part before its path. */
function originPart(url: string): string {
  const end = url.indexOf('/', url.indexOf('://') + 3);
  return end === -1 ? url : url.slice(0, end);
}

type Origin = { origin: string; hostname: string };

/** A server is asked for by a few names: parsing them again for each request would cost more than looking them up. */
const mostOrigins = 100;

/** Returns a reader of origins, which remembers the latest ones; undefined of what is none. */
function createOrigins(): (text: string) => Origin | undefined {
  const known = new Map<string, Origin>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    if (!URL.canParse(text)) return undefined;
    const { origin, hostname } = new URL(text);
    if (known.size >= mostOrigins) known.clear();
    known.set(text, { origin, hostname });
    return { origin, hostname };
  };
}

/** A Unix socket has no addresses: all of its visitors count as one. */
function addressOf(incoming: HttpBindings['incoming'] | undefined): string | undefined {
  return incoming === undefined ? undefined : (incoming.socket.remoteAddress ?? 'unix');
}

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function originCheck({
  publicOrigin,
}: Pick<Reachability, 'publicOrigin'>): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const { auth, scope } = c.get('route');
    if (auth !== 'token') {
      if (safeMethods.has(c.req.method)) return next();
      if (scope !== null && bearerOf(c) !== undefined) return next();
    }
    const ownOrigin = c.get('ownOrigin');
    const origin = c.req.header('Origin');
    const site = c.req.header('Sec-Fetch-Site');
    const ours = origin === undefined ? site === undefined : origin === ownOrigin;
    const sameSite = site === undefined || site === 'same-origin';
    if (ours && sameSite) return next();
    const isElsewhere = publicOrigin !== undefined && origin !== undefined;
    return answerProblem(
      'forbidden_origin',
      isElsewhere ? { detail: `Open Promptory at ${publicOrigin}.` } : {},
    );
  };
}

export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** The nearest proxy appends: what stands before the last entry may be the client's own invention. */
function lastOf(list: string | undefined): string | undefined {
  const last = list?.split(',').at(-1)?.trim();
  return last === '' ? undefined : last;
}
