/** The limits that hold for requests of one account, or of one address that has no session. */
import { type AccountWork, createAccountWork, requestsAtOnce } from './account-work.ts';
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

export type RequestRates = { streams: OpenStreams; requestRates: TokenBuckets; work: AccountWork };

/** A first sync, or an upload of many files, sends its requests as fast as they are answered. */
const burstSeconds = 20;

/**
 * Several devices of one account push at once, 4 MB each. What is worked on at a time is as many autosaves of an
 * ordinary prompt as commit together, or one push.
 */
const workOfAccount = { atOnce: requestsAtOnce, bytes: 24 * 1024 * 1024 };

export function createRequestRates(options: {
  maxRequestsPerSecond: number;
  maxStreamsPerUser: number;
  maxStreams: number;
  now: () => number;
}): RequestRates {
  const { maxRequestsPerSecond: perSecond, maxStreamsPerUser, maxStreams, now } = options;
  return {
    streams: createOpenStreams({ perUser: maxStreamsPerUser, inAll: maxStreams }),
    work: createAccountWork(workOfAccount),
    requestRates: createTokenBuckets({ perSecond, burst: burstSeconds * perSecond, now }),
  };
}
