/** Puts the app together: the only place that constructs. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { protocolHeader } from '#shared/sync/wire.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { App } from './app/app.tsx';
import { otherTabs } from './app/other-tabs.ts';
import type { RunningSync } from './app/running-sync.ts';
import { startSession } from './app/session.ts';
import { DeviceDb } from './data/database/device-db.ts';
import type { Library } from './data/database/library.ts';
import { createApiClient } from './platform/api-client.ts';
import { noAppUpdates, watchAppUpdates } from './platform/app-updates.ts';
import { createBlobTransfer } from './platform/blob-transfer.ts';
import { draftStorage } from './platform/draft-storage.ts';
import { createExchange } from './platform/exchange.ts';
import { createLeadership } from './platform/leadership.ts';
import { mendApp, offlineReadiness } from './platform/offline-readiness.ts';
import { pageSignals } from './platform/page-signals.ts';
import { askToPersist } from './platform/persistent-storage.ts';
import { serverEvents } from './platform/server-events.ts';
import { tabChannel } from './platform/tab-channel.ts';
import { tabLocks } from './platform/tab-locks.ts';
import { startSync } from './sync/start-sync.ts';
import { basePath } from './ui/base-path.ts';
import { pageClock } from './ui/clock.ts';
import { createThemeMode } from './ui/theme-mode.ts';
import { createToaster } from './ui/toaster-store.ts';

const now = () => Date.now();
const clock = pageClock(window);
const exclusive = tabLocks(window);
const leadership = createLeadership();
const base = basePath(document);
const network = {
  base,
  fetch: window.fetch.bind(window),
  upload: () => new XMLHttpRequest(),
};
/** A slow link may take its time as long as it moves; a person who signs in should not wait in the dark. */
const patient = { exchange: createExchange({ ...network, stallMs: 60_000 }), protocolHeader };
const sendRows = createApiClient(patient);
const transfer = createBlobTransfer(patient);
const sendAccount = createApiClient({
  exchange: createExchange({ ...network, stallMs: 15_000 }),
  protocolHeader,
});

function startLoop(library: Library): RunningSync {
  void askToPersist(navigator.storage);
  return startSync({
    library,
    send: sendRows,
    transfer,
    now,
    device: deviceName(navigator),
    exclusive,
    random: () => Math.random(),
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
}

const drafts = draftStorage(window);
const tabs = tabChannel(`promptory-tabs${base}`);
const session = startSession({
  // Of this server alone: another may share the origin, with people of its own.
  device: new DeviceDb({}, base),
  libraryDeps: { random: (words) => crypto.getRandomValues(words), now, drafts, tabs },
  drafts,
  clock,
  send: sendAccount,
  exclusive,
  otherTabs: otherTabs({
    channel: tabs,
    clock,
    newName: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
  }),
  startSync: startLoop,
});

const canKeepApp = import.meta.env.PROD && 'serviceWorker' in navigator;
const update = canKeepApp ? watchAppUpdates(window, `${base}/service-worker.js`) : noAppUpdates(window);
const offline = {
  secure: window.isSecureContext,
  leadership,
  readiness: () => offlineReadiness(window),
  prepare: async () => void (await Promise.all([askToPersist(navigator.storage), mendApp(window)])),
};
const themeMode = createThemeMode(window);
const toaster = createToaster({ clock });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <App
      basePath={base}
      session={session}
      update={update}
      offline={offline}
      themeMode={themeMode}
      toaster={toaster}
      clock={clock}
      now={now}
    />
  </StrictMode>,
);
