import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isLoopbackName } from './request-origin.ts';
import type { ServerContext } from './server-context.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The component library adds rules to an empty style element by script, so only the hash of the empty text is allowed.
  `style-src 'self' 'sha256-${createHash('sha256').update('').digest('base64')}'`,
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const headers: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', contentSecurityPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=(), clipboard-write=(self)',
  ],
];

/** Browsers ignore it elsewhere, and complain about it in the console of every page. */
const trustworthyOriginsOnly: typeof headers = [['Cross-Origin-Opener-Policy', 'same-origin']];

/** Makes browsers ask this host with https for a year. Subdomains are not this server's to decide about. */
const httpsOnly: typeof headers = [['Strict-Transport-Security', 'max-age=31536000']];

/** A route that sets one of these itself (a file served inert, say) keeps its own. */
export const securityHeaders: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  const { protocol, hostname } = new URL(c.get('ownOrigin') ?? c.req.url);
  const isTrustworthy = protocol === 'https:' || isLoopbackName(hostname);
  const applicable = [
    ...headers,
    ...(isTrustworthy ? trustworthyOriginsOnly : []),
    ...(protocol === 'https:' ? httpsOnly : []),
  ];
  for (const [name, content] of applicable) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, content);
  }
};

/** Answers of the API are one person's rows: no cache on the way keeps them. */
export const neverCached: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
