/**
 * Sends what webhooks wait for. It sleeps until an event, or the next attempt that is due.
 *
 * 1. The storage knows everything; what is in memory here is which attempts are under way. A server that was killed
 *    sends once more what it has not settled: at least once, under the same message id.
 * 2. Of one webhook one attempt at a time, so its deliveries arrive in order; of one user `perUser`, in all `atOnce`.
 *    Those that waited longest come first, so a receiver that does not answer delays its own webhook alone.
 * 3. Only so many events become deliveries as may wait (`mostWaiting`); the others stay events, of which
 *    `mostEvents` are kept.
 * 4. An attempt whose end could not be stored rests until the next sweep: a full disk must not send one message for ever.
 *    A webhook that was found due and has nothing to take is looked at again upon the next event.
 * 5. What cannot be read or sent of one user is reported, and stops nobody else's.
 *
 * Before: triggers of the storage record events, and `commit-mutation.ts` pokes. After: `webhook-sender.ts`.
 */

import type { WebhookName, WebhooksStorage } from '../../storage/ports/webhooks-port.ts';
import type { Metrics } from '../operation/metrics-port.ts';
import { eventDelivery } from './webhook-message.ts';
import { afterAttempt } from './webhook-retries.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { signedHeaders } from './webhook-signature.ts';

export const webhookBounds = {
  atOnce: 32,
  perUser: 4,
  mostWaiting: 100,
  mostEvents: 10_000,
  sweepMs: 60_000,
  /** Found due at once: more than can be under way or held back by `perUser`. */
  found: 200,
} as const;

export type WebhookWorker = {
  /** The user's library has changed. Costs nothing of users who have no webhook. */
  wake(userId: number): void;
  /** The user's webhooks have changed, or what they wait for. */
  look(userId: number): void;
  /** Takes up what an earlier run has left. */
  start(): Promise<void>;
  /** Begins nothing more, and waits so long for what is under way before it is broken off. */
  stop(graceMs: number): Promise<void>;
  /** Resolves when nothing is under way or to be begun at this instant. */
  idle(): Promise<void>;
};

export type WebhookWorkerDeps = {
  storage: WebhooksStorage;
  sender: WebhookSender;
  metrics: Pick<Metrics, 'webhookAttempt' | 'webhookStopped'>;
  version: string;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  newMessageId: () => string;
  /** Returns the way to call it off. */
  after: (milliseconds: number, run: () => void) => () => void;
  reportError: (error: Error) => void;
};

const keyOf = ({ userId, webhookId }: WebhookName) => `${userId}:${webhookId}`;

export function createWebhookWorker(deps: WebhookWorkerDeps): WebhookWorker {
  return new Worker(deps);
}

class Worker implements WebhookWorker {
  readonly #deps: WebhookWorkerDeps;
  readonly #stop = new AbortController();
  /** Users who have had a webhook since the start. */
  readonly #owners = new Set<number>();
  readonly #toFill = new Set<number>();
  readonly #underWay = new Map<string, { userId: number; ended: Promise<void> }>();
  readonly #resting = new Set<string>();
  /** Of which there was nothing to take: another node was faster, or what was due is done. */
  readonly #empty = new Set<string>();
  /** Events and changes so far. */
  #news = 0;
  #isStarted = false;
  #pass: Promise<void> | null = null;
  #isAskedAgain = false;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #callOff = () => {};

  constructor(deps: WebhookWorkerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    for (const userId of await this.#deps.storage.usersWithWebhooks()) this.#owners.add(userId);
    this.#look();
  }

  wake(userId: number): void {
    if (this.#owners.has(userId)) this.look(userId);
  }

  look(userId: number): void {
    this.#owners.add(userId);
    this.#news += 1;
    this.#empty.clear();
    this.#lookAt(userId);
  }

  #lookAt(userId: number): void {
    this.#toFill.add(userId);
    this.#look();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStarted = false;
    this.#callOff();
    const callOff = this.#deps.after(graceMs, () => this.#stop.abort());
    await this.idle();
    callOff();
  }

  async idle(): Promise<void> {
    while (this.#pass !== null || this.#underWay.size > 0) {
      await this.#pass;
      await Promise.all([...this.#underWay.values()].map(({ ended }) => ended));
    }
  }

  /** Now and then everything is looked at: another process may have written, and an error may have ended a pass. */
  async #sweep(): Promise<void> {
    const { storage, now } = this.#deps;
    this.#sweptAt = now();
    this.#resting.clear();
    this.#empty.clear();
    for (const userId of await storage.usersWithEvents()) {
      this.#owners.add(userId);
      this.#toFill.add(userId);
      await storage
        .forgetEvents(userId, webhookBounds.mostEvents)
        .catch((error: unknown) => this.#report(error));
    }
  }

  #look(): void {
    if (!this.#isStarted) return;
    this.#isAskedAgain = true;
    this.#pass ??= this.#passes();
  }

  async #passes(): Promise<void> {
    try {
      while (this.#isAskedAgain && this.#isStarted) {
        this.#isAskedAgain = false;
        if (this.#deps.now() >= this.#sweptAt + webhookBounds.sweepMs) await this.#sweep();
        await this.#fillAll();
        await this.#beginDue();
      }
      if (this.#isStarted) await this.#sleep();
    } catch (error) {
      this.#report(error);
      this.#wakeIn(webhookBounds.sweepMs);
    } finally {
      this.#pass = null;
    }
    if (this.#isAskedAgain) this.#look();
  }

  async #fillAll(): Promise<void> {
    for (const userId of this.#toFill) {
      // Before it is read: an event that comes meanwhile asks for it again.
      this.#toFill.delete(userId);
      // Those of others must not wait for one that cannot be read; the sweep looks at it again.
      await this.#fill(userId).catch((error: unknown) => this.#report(error));
    }
  }

  /** Makes deliveries of the user's events, as many as may wait. */
  async #fill(userId: number): Promise<void> {
    const { storage, now, newMessageId } = this.#deps;
    const { mostWaiting, mostEvents } = webhookBounds;
    const found = await storage.eventsToTake(userId, { mostWaiting, rows: mostWaiting });
    for (const each of found) {
      const wanted = each.events.filter(({ type }) => each.wants.includes(type));
      const deliveries = wanted.map((event) => eventDelivery(event, newMessageId()));
      const taken = { from: each.place, upTo: each.upTo, deliveries, at: now() };
      await storage.takeEvents(userId, each.webhookId, taken);
      // What it does not want left room for more.
      if (wanted.length < each.events.length) this.#isAskedAgain = true;
    }
    if (found.length > 0) await storage.forgetEvents(userId, mostEvents);
  }

  async #beginDue(): Promise<void> {
    const { storage, now } = this.#deps;
    for (const name of await storage.dueWebhooks(now(), webhookBounds.found)) {
      if (!this.#isStarted || this.#underWay.size >= webhookBounds.atOnce) return;
      if (this.#mayBegin(name)) this.#begin(name);
    }
  }

  #mayBegin(name: WebhookName): boolean {
    const key = keyOf(name);
    if (this.#underWay.has(key) || this.#resting.has(key) || this.#empty.has(key)) return false;
    const ofUser = [...this.#underWay.values()].filter(({ userId }) => userId === name.userId);
    return ofUser.length < webhookBounds.perUser;
  }

  #begin(name: WebhookName): void {
    const key = keyOf(name);
    const ended = this.#attempt(name)
      .catch((error: unknown) => {
        this.#resting.add(key);
        this.#report(error);
      })
      .then(() => {
        this.#underWay.delete(key);
        this.#lookAt(name.userId);
      });
    this.#underWay.set(key, { userId: name.userId, ended });
  }

  async #attempt(name: WebhookName): Promise<void> {
    const { storage, sender, metrics, version, now, random } = this.#deps;
    const from = now();
    const news = this.#news;
    const delivery = await storage.nextDelivery(name, from);
    if (delivery === undefined) {
      // News that came meanwhile may be of this one.
      if (news === this.#news) this.#empty.add(keyOf(name));
      return;
    }
    const { url, body, messageId, secret, previousSecret } = delivery;
    const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Promptory/${version}`,
      ...signedHeaders({ messageId, body, secrets }, from),
    };
    const answer = await sender.send({ url, headers, body }, this.#stop.signal);
    if (answer.kind === 'stopped') return storage.giveUpAttempt(name);
    const settled = afterAttempt({ delivery, answer, from, at: now(), random: random() });
    await storage.settleAttempt(name, settled);
    metrics.webhookAttempt(settled.next.state);
    if (settled.webhook?.stops === true) metrics.webhookStopped();
  }

  async #sleep(): Promise<void> {
    const { storage, now } = this.#deps;
    const at = now();
    const next = await storage.nextDueAfter(at);
    this.#wakeIn(Math.min(this.#sweptAt + webhookBounds.sweepMs, next ?? Number.POSITIVE_INFINITY) - at);
  }

  #wakeIn(milliseconds: number): void {
    this.#callOff();
    if (!this.#isStarted) return;
    this.#callOff = this.#deps.after(Math.max(0, milliseconds), () => this.#look());
  }

  #report(error: unknown): void {
    this.#deps.reportError(error instanceof Error ? error : new Error(String(error)));
  }
}
