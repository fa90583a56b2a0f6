/** Prompts for programs, by names or ids: `docs/pull.md` has the rules. */
import { z } from 'zod';
import {
  FillRequest,
  LabelPlace,
  LabelRequest,
  PulledMessage,
  PulledPrompt,
  PullFormat,
  VersionHead,
} from '#shared/model/pull.ts';
import { type Answer, json, type Operations } from './operation.ts';

const Name = z.string().min(1).describe('A name or an id.');
const path = { project: Name, prompt: Name };
const pull = { tag: 'Pull', path } as const;

const query = {
  label: z.string().optional().describe('`latest` is the newest version.'),
  version: z.int().positive().optional().describe('Its number.'),
  format: PullFormat.default('json'),
};

const pulled: Answer = {
  ...json(z.union([PulledPrompt, z.array(PulledMessage)])),
  orText: ['text/plain'],
};

export const pullOperations = {
  'GET /api/pull/:project/:prompt': {
    ...pull,
    id: 'pullPrompt',
    summary: 'Pull a prompt with its snippets inserted',
    description: 'At a label or a version; else the current text. A parameter that is not known is refused.',
    query,
    headers: ['If-None-Match'],
    answers: {
      200: { ...pulled, headers: ['ETag'] },
      304: { description: 'It is the one that the client has.', headers: ['ETag'] },
    },
    problems: ['invalid_fields', 'version_not_found', 'ambiguous_name'],
  },
  'POST /api/pull/:project/:prompt': {
    ...pull,
    id: 'fillPrompt',
    summary: 'Pull a prompt with values filled in',
    description:
      'Values that are not given are defaults; where there is none either, all missing ones are named.',
    query,
    bodies: [{ schema: FillRequest }],
    answers: { 200: pulled },
    problems: ['version_not_found', 'ambiguous_name', 'values_missing'],
  },
  'GET /api/pull/:project/:prompt/versions': {
    ...pull,
    id: 'listVersionHeads',
    summary: 'List the versions of a prompt with their labels, without their texts',
    description: 'The newest first.',
    answers: { 200: json(z.array(VersionHead)) },
    problems: ['ambiguous_name'],
  },
  'PUT /api/pull/:project/:prompt/labels/:label': {
    ...pull,
    id: 'moveLabel',
    summary: 'Move a label to a version, or take it off',
    description:
      'Its ETag is the number of its version: If-Match moves it from there alone, If-None-Match: * if it is on none.',
    headers: ['If-Match', 'If-None-Match-Of-Label'],
    bodies: [{ schema: LabelRequest }],
    answers: { 200: { ...json(LabelPlace), mayHave: ['ETag'] } },
    problems: [
      ...(['version_not_found', 'ambiguous_name', 'changed_since'] as const),
      ...(['proof_missing', 'account_full', 'busy'] as const),
    ],
  },
} as const satisfies Operations;
