/** Puts the app together; `start-session.ts` what works on a library. Nothing else constructs. */
import '#shared/model/zod-without-eval.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { isLanguage, type Language, languages } from '#shared/language/languages.ts';
import { t } from '#shared/language/translate.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { hasRememberedSession } from './data/database/remembered-session.ts';
import { chosenLanguage, loadLanguage } from './features/preferences/language-choice.ts';
import { createApiClient, ownAnswers } from './platform/api-client.ts';
import { noAppUpdates, watchAppUpdates } from './platform/app-updates.ts';
import { createExchange } from './platform/exchange.ts';
import { watchInstallation } from './platform/installation.ts';
import { createLeadership } from './platform/leadership.ts';
import { keepPart, mendApp, offlineReadiness } from './platform/offline-readiness.ts';
import { pageAddress } from './platform/page-address.ts';
import { askToPersist } from './platform/persistent-storage.ts';
import { sharedInbox } from './platform/shared-inbox.ts';
import { startSessionGate } from './session/session-gate.ts';
import { App } from './shell/app.tsx';
import { basePath } from './ui/base-path.ts';
import { pageClock } from './ui/clock.ts';
import { loadAgain, watchLostSheets } from './ui/load-again.ts';
import { storedPreferences } from './ui/preferences.ts';
import { createToaster } from './ui/toast/toaster-store.ts';
import { watchUncaughtErrors } from './ui/uncaught-errors.ts';

const now = () => Date.now();
const uncaught = watchUncaughtErrors(window, now);
watchLostSheets(window);
/** After the sign-in page was drawn. */
const visitorIdleMs = 2_000;
const clock = pageClock(window);
const leadership = createLeadership();
const base = basePath(document);
const network = {
  base,
  fetch: window.fetch.bind(window),
  upload: () => new XMLHttpRequest(),
};
/** A person who signs in should not wait in the dark. */
const sendAccount = ownAnswers(
  createApiClient({ exchange: createExchange({ ...network, stallMs: 15_000 }), protocolHeader }),
);

const loadScreens = () => void import('./shell/open-library.tsx').catch(() => undefined);

const session = startSessionGate({
  isRemembered: async () => {
    const isRemembered = await hasRememberedSession(window.indexedDB, base);
    // A visitor's form is loaded while the server is asked.
    if (!isRemembered) void import('./features/auth/auth-page.tsx').catch(() => undefined);
    return isRemembered;
  },
  send: sendAccount,
  load: async (known) => {
    const { startSessionOf } = await loadAgain(() => import('./start-session.ts'));
    return startSessionOf({ base, clock, network, protocolHeader, leadership, sendAccount, known });
  },
  loadScreens,
  whenIdle(task) {
    clock.after(visitorIdleMs, task);
    // Somebody who types a name is about to sign in.
    window.addEventListener('input', task, { once: true });
    window.addEventListener('input', loadScreens, { once: true });
  },
});

const canKeepApp = import.meta.env.PROD && 'serviceWorker' in navigator;
const update = canKeepApp ? watchAppUpdates(window, base) : noAppUpdates(window);
/** No parts of the first visit: each device fetches them once everything else is kept. */
const laterParts = ['code-colors', 'transfer', 'secrets', 'models'];
const offline = {
  installation: watchInstallation(window),
  secure: window.isSecureContext,
  leadership,
  readiness: () => offlineReadiness(window),
  prepare: async () => {
    update.keep();
    const { tokenEncoding } = storedPreferences(window);
    const parts = [...laterParts, 'tokens', `tokens-${tokenEncoding}`];
    await Promise.all([
      askToPersist(navigator.storage),
      mendApp(window),
      ...parts.map((part) => keepPart(window, part)),
    ]);
  },
  keepLanguage: (language: Language) => keepPart(window, `language-${language}`),
};
if (canKeepApp) {
  void navigator.serviceWorker.ready.then(() =>
    Promise.all(laterParts.map((part) => keepPart(window, part))),
  );
}
const inbox = sharedInbox(new URL(`${base}/`, window.location.origin).href, window.caches);
const address = pageAddress(window, base, inbox.add);
const toaster = createToaster();

function drawApp(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for the app.');
  const page = (
    <StrictMode>
      <App
        basePath={base}
        session={session}
        address={address}
        update={update}
        offline={offline}
        inbox={inbox}
        toaster={toaster}
        uncaught={uncaught}
        clock={clock}
        now={now}
      />
    </StrictMode>
  );
  // In slices, between which the browser paints and answers.
  startTransition(() => createRoot(root).render(page));
}

const language = chosenLanguage(window);

function watchLanguage(isLoaded: boolean): void {
  if (!isLanguage(language) || language === 'en') return;
  if (!isLoaded) {
    toaster.show({
      title: t('{language} is not on this device yet', { language: languages[language] }),
      description: t('The screens stay in English until you open Promptory with a network.'),
      duration: Number.POSITIVE_INFINITY,
    });
  } else if (canKeepApp) {
    // The first page of all comes before the worker, which has not seen what it loaded.
    void navigator.serviceWorker.ready.then(() => keepPart(window, `language-${language}`));
  }
}

// No `await`: an entry that waits shares no code with the chunks that it loads, and its styles lose their order.
void loadLanguage(window, language).then((isLoaded) => {
  drawApp();
  watchLanguage(isLoaded);
});
