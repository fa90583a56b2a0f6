/** Puts together what works on a library: it is loaded once somebody is signed in on this device, or signs in. */
import { deviceName } from '#shared/text/device-name.ts';
import { DeviceDb } from './data/database/device-db.ts';
import type { Library } from './data/database/library.ts';
import { createApiClient, type SendRequest } from './platform/api-client.ts';
import { createBlobTransfer } from './platform/blob-transfer.ts';
import { draftStorage } from './platform/draft-storage.ts';
import { createExchange } from './platform/exchange.ts';
import type { createLeadership } from './platform/leadership.ts';
import { pageSignals } from './platform/page-signals.ts';
import { askToPersist } from './platform/persistent-storage.ts';
import { serverEvents } from './platform/server-events.ts';
import { tabChannel } from './platform/tab-channel.ts';
import { tabLocks } from './platform/tab-locks.ts';
import type { Known } from './session/account/account-calls.ts';
import { otherTabs } from './session/other-tabs.ts';
import type { RunEngine, RunEngineOfLibrary } from './session/run-engine-type.ts';
import type { RunningSync } from './session/running-sync.ts';
import { type Session, startSession } from './session/session.ts';
import { startSync } from './sync/start-sync.ts';
import type { Clock } from './ui/clock.ts';

export type SessionParts = {
  readonly base: string;
  readonly clock: Clock;
  readonly network: Omit<Parameters<typeof createExchange>[0], 'stallMs'>;
  readonly protocolHeader: string;
  readonly leadership: ReturnType<typeof createLeadership>;
  readonly sendAccount: SendRequest;
  /** The server's answer about its session, where it was asked already. */
  readonly known: Known | null;
};

/** Constructs the session, and with it everything that reads and writes a library. */
export function startSessionOf(parts: SessionParts): Session {
  const { base, clock } = parts;
  const drafts = draftStorage(window);
  const exclusive = tabLocks(window);
  const tabs = tabChannel(`promptory-tabs${base}`);
  return startSession({
    // Of this server alone: another may share the origin, with people of its own.
    device: new DeviceDb({}, base),
    libraryDeps: { random: (words) => crypto.getRandomValues(words), now: Date.now, drafts, tabs },
    drafts,
    clock,
    send: parts.sendAccount,
    known: parts.known,
    exclusive,
    otherTabs: otherTabs({
      channel: tabs,
      clock,
      newName: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
    }),
    startSync: loopOf(parts, exclusive),
    modelsOf: modelsOf(parts, exclusive),
  });
}

/** Loads nothing until a screen asks for it: most people never run a prompt. */
function modelsOf({ base, clock }: SessionParts, exclusive: Exclusive) {
  return (library: Library): RunEngineOfLibrary => {
    let isStopped = false;
    let engine: Promise<RunEngine & { close(): void }> | null = null;
    async function start() {
      const { engineOfPage } = await import('./run/engine-of-page.ts');
      if (isStopped) throw new Error('The library was closed meanwhile.');
      return engineOfPage(window, { library, clock, exclusive, base });
    }
    return {
      load() {
        engine ??= start().catch((error: unknown) => {
          // Tried again the next time.
          engine = null;
          throw error;
        });
        return engine;
      },
      stop() {
        isStopped = true;
        void engine?.then(({ close }) => close()).catch(() => undefined);
      },
    };
  };
}

type Exclusive = ReturnType<typeof tabLocks>;

function loopOf({ base, network, protocolHeader, leadership }: SessionParts, exclusive: Exclusive) {
  // A slow link may take its time as long as it moves.
  const patient = { exchange: createExchange({ ...network, stallMs: 60_000 }), protocolHeader };
  const send = createApiClient(patient);
  const transfer = createBlobTransfer(patient);
  return (library: Library): RunningSync => {
    void askToPersist(navigator.storage);
    return startSync({
      ...{ library, send, transfer, exclusive },
      now: Date.now,
      device: deviceName(navigator),
      random: Math.random,
      signals: pageSignals(window),
      pokes: (answers) =>
        serverEvents({
          exclusive,
          lockName: `promptory-events-${library.db.name}`,
          open: () => new EventSource(`${base}/api/sync/events`),
          hope: answers,
          onLead: leadership.set,
        }),
    });
  };
}
