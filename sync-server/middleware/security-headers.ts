import { createHash } from 'node:crypto';
import type { HeaderPairs } from './answer-headers.ts';
import { isLoopbackName } from './request-origin.ts';

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

const headers: HeaderPairs = [
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
const trustworthyOriginsOnly: HeaderPairs = [['Cross-Origin-Opener-Policy', 'same-origin']];

/** Makes browsers ask this host with https for a year. Subdomains are not this server's to decide about. */
const httpsOnly: HeaderPairs = [['Strict-Transport-Security', 'max-age=31536000']];

/** Returns the headers of every answer to this origin. */
export function securityHeadersOf(origin: string): HeaderPairs {
  const { protocol, hostname } = new URL(origin);
  const isTrustworthy = protocol === 'https:' || isLoopbackName(hostname);
  return [
    ...headers,
    ...(isTrustworthy ? trustworthyOriginsOnly : []),
    ...(protocol === 'https:' ? httpsOnly : []),
  ];
}
