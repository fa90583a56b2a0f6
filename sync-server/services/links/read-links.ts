/**
 * Links to read: made, listed and revoked by their person, opened by anybody who has one.
 *
 * 1. A link holds 256 random bits and is given out once, where it is made. Stored is their SHA-256.
 * 2. Without its person's consent no text with what looks like a secret is shown: it is looked for where a link is made,
 *    and again where it is opened, since the current text and its snippets change.
 * 3. A link that was revoked, has ended, or whose prompt or version is deleted, is answered like one that never was.
 */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type ReadLinkRequest, readLinkPattern, type SecretInLink } from '#shared/model/account/read-link.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type { PulledPrompt } from '#shared/model/pull.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { ReadLinksStorage, StoredReadLink } from '../../storage/ports/links/read-links-port.ts';
import type { EventSource, SecurityEvents } from '../accounts/security-events.ts';
import type { PullPrompt } from '../reads/pull-prompt.ts';

export type { StoredReadLink } from '../../storage/ports/links/read-links-port.ts';

type Owner = { user: { id: number; username: string }; from: EventSource };

export type MadeLink =
  | { kind: 'made'; token: string; stored: StoredReadLink }
  | { kind: 'secrets'; secrets: readonly SecretInLink[] }
  /** `off`: the admin allows none; `full`: there are too many; `gone`: no such prompt or version is here. */
  | { kind: 'off' | 'full' | 'gone' | 'expired' };

/** `held`: it holds what looks like a secret, and its person has not agreed to show that. */
export type OpenedLink =
  | { kind: 'shown'; prompt: PulledPrompt; expiresAt: number | null }
  | { kind: 'held' | 'gone' };

export type ReadLinks = {
  create(owner: Owner, request: ReadLinkRequest): Promise<MadeLink>;
  /** Ended ones too, the latest first. */
  list(userId: number): Promise<StoredReadLink[]>;
  /** Returns false where the account has no link of this id. */
  revoke(owner: Owner, id: number): Promise<boolean>;
  open(token: string): Promise<OpenedLink>;
};

export type ReadLinksDeps = {
  storage: ReadLinksStorage;
  library: Pick<LibraryStorage, 'prompt'>;
  pullPrompt: Pick<PullPrompt, 'pull'>;
  securityEvents: SecurityEvents;
  /** False: none is made, and none opens. */
  allowed: boolean;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
};

export function createReadLinks(deps: ReadLinksDeps): ReadLinks {
  const { storage, securityEvents, now } = deps;
  const isClean = createIsClean();

  /** Undefined where the prompt or version is not there. */
  async function textOf(link: Pick<StoredReadLink, 'userId' | 'promptId' | 'version'>) {
    const { userId, promptId, version } = link;
    const prompt = await deps.library.prompt(userId, promptId);
    if (prompt === undefined) return undefined;
    const pulled = await deps.pullPrompt.pull(userId, {
      ...{ project: String(prompt.row.projectId), prompt: String(promptId), onlyProject: null },
      pin: version === null ? null : { kind: 'version', version },
    });
    return pulled.kind === 'pulled' ? pulled.prompt : undefined;
  }

  return {
    async create({ user, from }, { promptId, version, expiresAt, withSecrets }) {
      if (!deps.allowed) return { kind: 'off' };
      const createdAt = now();
      const end = expiresAt === null ? null : Date.parse(expiresAt);
      if (end !== null && end <= createdAt) return { kind: 'expired' };
      const shown = await textOf({ userId: user.id, promptId, version });
      if (shown === undefined) return { kind: 'gone' };
      const secrets = withSecrets ? [] : await secretsOf(shown);
      if (secrets.length > 0) return { kind: 'secrets', secrets };
      const token = Buffer.from(deps.randomBytes(32)).toString('base64url');
      const rest = { promptId, version, withSecrets, createdAt, expiresAt: end };
      const stored = { id: newId(deps.random), userId: user.id, ...rest };
      const isAdded = await storage.addLink({ ...stored, tokenHash: hashOf(token) }, limits.linksPerAccount);
      if (!isAdded) return { kind: 'full' };
      await securityEvents.record({ kind: 'link_created', username: user.username, from });
      return { kind: 'made', token, stored };
    },
    list: (userId) => storage.listLinks(userId),
    async revoke({ user, from }, id) {
      if (!(await storage.removeLink(user.id, id))) return false;
      await securityEvents.record({ kind: 'link_revoked', username: user.username, from });
      return true;
    },
    async open(token) {
      if (!deps.allowed || !readLinkPattern.test(token)) return { kind: 'gone' };
      const link = await storage.findLink(hashOf(token));
      if (link === undefined || (link.expiresAt ?? Number.POSITIVE_INFINITY) <= now()) {
        return { kind: 'gone' };
      }
      const prompt = await textOf(link);
      if (prompt === undefined) return { kind: 'gone' };
      if (!link.withSecrets && !(await isClean(prompt))) return { kind: 'held' };
      return { kind: 'shown', prompt, expiresAt: link.expiresAt };
    },
  };
}

/** Texts of which it is remembered whether they hold secrets. */
const mostRemembered = 1_000;

/** Looks at each text once, however often its link is opened. */
function createIsClean(): (prompt: PulledPrompt) => Promise<boolean> {
  const remembered = new Map<string, boolean>();
  return async (prompt) => {
    const key = hashOf(`${prompt.title}\n${prompt.hash}`);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const isClean = (await secretsOf(prompt)).length === 0;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, isClean);
    return isClean;
  };
}

/** Returns what looks like a secret in what a reader would see, the title first. */
async function secretsOf({ title, text }: Pick<PulledPrompt, 'title' | 'text'>): Promise<SecretInLink[]> {
  // Loaded by the first link: most servers have none.
  const { findSecrets } = await import('#shared/lint/secrets/find-secrets.ts');
  const inTitle = await findSecrets(title);
  // Other requests come between the pieces of a long text.
  const inText = await findSecrets(text, { pause: () => setImmediate() });
  let [line, at] = [1, 0];
  return [
    ...inTitle.map(({ kind }) => ({ line: null, kind })),
    ...inText.map(({ start, kind }) => {
      for (; at < start; at += 1) if (text[at] === '\n') line += 1;
      return { line, kind };
    }),
  ];
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
