import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { InlineSources } from '../static/inline-sources.ts';
import { isLoopbackName } from './request-origin.ts';
import type { ServerContext } from './server-context.ts';

export const contentPolicyHeader = 'Content-Security-Policy';

/**
 * Hashes of the styles that the component library adds to the page: an empty one, whose rules it adds by script, and the
 * cursor of the whole page while a person drags the line between two panels, which is another where it can go no further.
 */
const libraryStyles = [
  '',
  ...['col-resize', 'e-resize', 'w-resize'].map((cursor) => `* { cursor: ${cursor} !important; }`),
].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/**
 * `inline`: what the page of the answer has within it; nothing else within a page is ever run or applied. `connections`:
 * the origins that it may send requests to, besides its own.
 */
export function contentPolicyOf({ scripts, styles }: InlineSources, connections: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...libraryStyles, ...styles].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connections].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Of every answer that has no policy of its own. */
export const contentPolicy: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  if (!c.res.headers.has(contentPolicyHeader)) c.res.headers.set(contentPolicyHeader, ofAnyAnswer);
};

const ofAnyAnswer = contentPolicyOf({ scripts: [], styles: [] }, []);

/** Adds the headers that tell a browser what no page may do with this origin. */
export function securityHeaders(): MiddlewareHandler<ServerContext> {
  const plain = headersFor({ isTrustworthy: false, isHttps: false });
  const loopback = headersFor({ isTrustworthy: true, isHttps: false });
  const https = headersFor({ isTrustworthy: true, isHttps: true });
  return (c, next) => {
    const origin = c.get('ownOrigin');
    if (origin.startsWith('https:')) return https(c, next);
    return isLoopbackName(new URL(origin).hostname) ? loopback(c, next) : plain(c, next);
  };
}

function headersFor({ isTrustworthy, isHttps }: { isTrustworthy: boolean; isHttps: boolean }) {
  return secureHeaders({
    referrerPolicy: 'same-origin',
    permissionsPolicy: {
      ...{ camera: [], geolocation: [], microphone: [], payment: [], usb: [], browsingTopics: [] },
      clipboardWrite: ['self'],
    },
    // Browsers ignore it elsewhere, and complain about it in the console of every page.
    crossOriginOpenerPolicy: isTrustworthy,
    // Makes browsers ask this host with https for a year. Subdomains are not this server's to decide about.
    strictTransportSecurity: isHttps && 'max-age=31536000',
    ...{ originAgentCluster: false, xDnsPrefetchControl: false, xDownloadOptions: false },
    ...{ xFrameOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
    removePoweredBy: false,
    overwrite: false,
  });
}
