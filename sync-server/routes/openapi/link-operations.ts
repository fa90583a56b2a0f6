/** The operations about links to read. */
import { z } from 'zod';
import { MadeReadLink, ReadLink, ReadLinkRequest } from '#shared/model/account/read-link.ts';
import { type Answer, json, type Operations } from './operation.ts';

const links = { tag: 'Links' } as const;

const page = (description: string): Answer => ({ description, content: { type: 'text/html' } });

export const linkOperations = {
  'GET /api/links': {
    ...links,
    id: 'listLinks',
    summary: 'List links to read',
    description: 'Ended ones as well, without the links themselves, which are shown once.',
    answers: { 200: json(z.array(ReadLink)) },
  },
  'POST /api/links': {
    ...links,
    id: 'createLink',
    summary: 'Make a link to read',
    description:
      'Of a version, or of the current text as it changes. A text that holds what looks like a key or password gets one only with `withSecrets`.',
    bodies: [{ schema: ReadLinkRequest }],
    answers: { 201: { ...json(MadeReadLink), description: 'Made; only this answer has the link itself.' } },
    problems: ['links_off', 'not_found', 'secrets_found'],
  },
  'DELETE /api/links/:id': {
    ...links,
    id: 'revokeLink',
    summary: 'Revoke a link to read',
    description: 'Nothing is read by it from then on.',
    answers: { 200: json(z.object({ message: z.string() })) },
  },
  'GET /read/:token': {
    ...links,
    id: 'readLink',
    summary: 'Read what a link leads to',
    description: 'For anybody who has the link; `noindex`, and not kept by caches.',
    query: { as: z.literal('text').optional() },
    answers: {
      200: { ...page('The text as a page, or by itself with `as=text`.'), orText: ['text/plain'] },
      403: page('It holds what looks like a key or password, and is held back.'),
      404: page('There is nothing at this link: it was revoked, has ended, or never was.'),
    },
  },
} as const satisfies Operations;
