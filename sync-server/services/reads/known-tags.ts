/**
 * Remembers which tag an answer had at which place of the library's feed: as long as no change came after that place, the
 * tag still holds, which one read of the place shows. It keeps no answers, is bounded, and may forget anything at any time.
 */
import type { FeedPlace, LibraryStorage } from '../../storage/ports/library-port.ts';

/** `at`: the place of the feed; of a history that was put back, another change has the same number. */
type KnownTag = { at: FeedPlace; tag: string };

export type KnownTags = {
  /** Returns the tag of the answer to this request if it holds by now; undefined where that is not known. */
  current(userId: number, request: string): Promise<string | undefined>;
  /** Returns the place of the latest change of the library. */
  latestSeq(userId: number): Promise<number>;
  note(userId: number, request: string, known: KnownTag): void;
};

const mostRequests = 10_000;
/** Names are short; a longer request is not remembered. */
const longestRequest = 500;

export function createKnownTags(
  storage: Pick<LibraryStorage, 'latestSeq' | 'latestPlace'>,
  most: number = mostRequests,
): KnownTags {
  /** The one that was used last is the last. */
  const known = new Map<string, KnownTag>();
  const keyOf = (userId: number, request: string) => `${userId} ${request}`;
  return {
    async current(userId, request) {
      const key = keyOf(userId, request);
      const noted = known.get(key);
      if (noted === undefined) return undefined;
      const { epoch, seq } = await storage.latestPlace(userId);
      return noted.at.seq === seq && noted.at.epoch === epoch ? noted.tag : undefined;
    },
    latestSeq: (userId) => storage.latestSeq(userId),
    note(userId, request, tagged) {
      if (request.length > longestRequest) return;
      const key = keyOf(userId, request);
      known.delete(key);
      known.set(key, tagged);
      for (const oldest of known.keys()) {
        if (known.size <= most) return;
        known.delete(oldest);
      }
    },
  };
}
