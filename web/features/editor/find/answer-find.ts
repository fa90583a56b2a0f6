import { limits } from '#shared/model/limits.ts';
import { findMatches, replacedAt, replaceMatches } from './find-matches.ts';
import { patternOf } from './find-query.ts';
import { type FindAnswer, type FindRequest, mostMatches } from './find-requests.ts';

/** Returns the answer to a request, however long that takes. */
export function answerFind(request: FindRequest): FindAnswer {
  const { text, query } = request;
  const read = patternOf(query);
  if ('invalid' in read) return { kind: 'invalid', reason: read.invalid };
  const { pattern } = read;
  switch (request.kind) {
    case 'find':
      return { kind: 'found', ...findMatches(text, pattern, mostMatches) };
    case 'replaceOne':
      return { kind: 'replacedOne', change: replacedAt(text, pattern, request) };
    case 'replaceAll': {
      const longest = Math.max(limits.contentMaxBytes, text.length);
      const replaced = replaceMatches(text, pattern, { ...request, longest });
      return replaced === null ? { kind: 'tooLong' } : { kind: 'replacedAll', ...replaced };
    }
  }
}
