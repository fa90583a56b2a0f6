import { createHash } from 'node:crypto';
import type { InlineSources } from '../static/inline-sources.ts';
import type { HeaderPairs } from './answer-headers.ts';
import { isLoopbackName } from './request-origin.ts';

export const contentPolicyHeader = 'Content-Security-Policy';

/** The component library adds rules to an empty style element by script: the hash of the empty text. */
const emptyText = `'sha256-${createHash('sha256').update('').digest('base64')}'`;

/** `inline`: what the page of the answer has within it; nothing else within a page is ever run or applied. */
export function contentPolicyOf({ scripts, styles }: InlineSources): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", emptyText, ...styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

const headers: HeaderPairs = [
  [contentPolicyHeader, contentPolicyOf({ scripts: [], styles: [] })],
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
