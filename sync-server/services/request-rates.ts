/** The limits that hold for requests of one account, or of one address that has no session. */
import { createOpenStreams, type OpenStreams } from './open-streams.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

export type RequestRates = { streams: OpenStreams; requestRates: TokenBuckets };

/** A first sync, or an upload of many files, sends its requests as fast as they are answered. */
const burstSeconds = 20;

export function createRequestRates(options: {
  maxRequestsPerSecond: number;
  maxStreamsPerUser: number;
  maxStreams: number;
  now: () => number;
}): RequestRates {
  const { maxRequestsPerSecond: perSecond, maxStreamsPerUser, maxStreams, now } = options;
  return {
    streams: createOpenStreams({ perUser: maxStreamsPerUser, inAll: maxStreams }),
    requestRates: createTokenBuckets({ perSecond, burst: burstSeconds * perSecond, now }),
  };
}
