/** A device in memory, a server that answers what a test says, and a clock that is moved by hand. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { User } from '#shared/model/account/user.ts';
import type { Problem } from '#shared/model/problem.ts';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { DeviceDb } from '../data/database/device-db.ts';
import { type LibraryDeps, openLibrary } from '../data/database/library.ts';
import { memoryDrafts } from '../data/testing/memory-drafts-scene.ts';
import { manualClock } from '../ui/testing/manual-clock.ts';
import { noModels } from './no-models-scene.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { RunningSync } from './running-sync.ts';
import { type Session, type SessionDeps, startSession } from './session.ts';
import type { SessionState } from './session-state.ts';
import type { SignOutDeps } from './sign-out-together.ts';

export const ada: User = { id: 1, username: 'ada', displayName: 'Ada Lovelace' };
export const grace: User = { id: 2, username: 'grace', displayName: 'Grace Hopper' };

export const answered = (status: number, body: unknown = {}): Answer => ({ status, retryAfter: null, body });
export const refused = (status: number, code: Problem['code']): Answer =>
  answered(status, { type: 'about:blank', title: code, status, code });

export type AnswerTo = (method: string, path: string) => Answer | Promise<Answer>;
export const unreachable: AnswerTo = () => null;
/** The session of this person, or their sign-in. */
export const signedInAs =
  (user: User): AnswerTo =>
  (_method, path) =>
    answered(200, path === '/api/session' ? { user } : user);
export const nobodySignedIn: AnswerTo = (_method, path) =>
  path === '/api/session' ? answered(200, { user: null }) : answered(200, ada);

export function deviceScene() {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const random: LibraryDeps['random'] = (words) => crypto.getRandomValues(words);
  const drafts = memoryDrafts();
  const libraryDeps: LibraryDeps = {
    random,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    drafts,
    indexedDb,
  };
  const tabs = tabsInMemory();
  const lockRequests: string[] = [];
  const locks = locksInMemory();
  const exclusive: SignOutDeps['exclusive'] = (name, task) => {
    lockRequests.push(name);
    return locks(name, task);
  };
  return {
    exclusive,
    lockRequests,
    otherTab: tabs,
    libraryDeps,
    drafts,
    device: () => new DeviceDb(indexedDb),
    databases: async () => (await indexedDb.indexedDB.databases()).map(({ name }) => name ?? ''),
    /** As another tab does that knows nothing of this app. */
    takeAway: (database: string) =>
      new Promise<void>((resolve) => {
        indexedDb.indexedDB.deleteDatabase(database).onsuccess = () => resolve();
      }),
    library: (user: User) => openLibrary(user, libraryDeps),
    /** One tab of this device, talking to this server. */
    tab(
      answerTo: AnswerTo,
      { syncNow = async () => undefined, resume }: Partial<RunningSync> = {},
      known: SessionDeps['known'] = null,
    ) {
      const clock = manualClock();
      const requests: string[] = [];
      const bodies: unknown[] = [];
      const loop: string[] = [];
      const server = { answerTo };
      const session = startSession({
        device: new DeviceDb(indexedDb),
        libraryDeps,
        drafts,
        clock,
        known,
        exclusive,
        otherTabs: tabs(),
        async send({ method, path, body }) {
          requests.push(`${method} ${path}`);
          if (body !== undefined) bodies.push(body);
          return server.answerTo(method, path);
        },
        modelsOf: () => noModels,
        startSync(library) {
          loop.push(`start ${library.user.username}`);
          return {
            syncNow,
            rejoin: async () => undefined,
            resume: resume ?? (async (account) => void loop.push(`resume as ${account}`)),
            stop: () => void loop.push('stop'),
            files: { fetchBlob: async () => null, fetchAll: async () => 'done', wake: () => undefined },
          };
        },
      });
      return { session, clock, requests, bodies, loop, server };
    },
  };
}

/** The session's state when it is of this kind, now or as soon as it is. */
export function stateOf<Kind extends SessionState['kind']>(
  session: Session,
  kind: Kind,
  fits: (state: SessionState & { kind: Kind }) => boolean = () => true,
): Promise<SessionState & { kind: Kind }> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const state = session.read();
      if (!isOfKind(state, kind) || !fits(state)) return;
      stop();
      resolve(state);
    };
    stop = session.subscribe(look);
    look();
  });
}

function isOfKind<Kind extends SessionState['kind']>(
  state: SessionState,
  kind: Kind,
): state is SessionState & { kind: Kind } {
  return state.kind === kind;
}

/** Every tab asks the others, and waits for them without a clock. */
function tabsInMemory(): () => OtherTabs {
  type Respond = Parameters<OtherTabs['answer']>[0];
  const open: { of: object; respond: Respond }[] = [];
  return () => {
    const of = {};
    return {
      async store(request) {
        await Promise.all(open.filter((other) => other.of !== of).map(({ respond }) => respond(request)));
      },
      answer(respond) {
        const mine = { of, respond };
        open.push(mine);
        return () => void open.splice(open.indexOf(mine), 1);
      },
    };
  };
}

function locksInMemory(): SignOutDeps['exclusive'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(task);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
