/**
 * Declares the storage of webhooks. Instants are milliseconds. Each function is one transaction.
 *
 * 1. A new version, and a label that has come to another version, is an event, recorded in the transaction of the
 *    library that makes the change, where the user has a webhook. An import and a conflict make versions like any other.
 * 2. `place` is the latest event that a webhook has taken. Taking events and moving the place is one transaction, so
 *    each event becomes one delivery of each webhook that wants it.
 * 3. A delivery waits in line (one after the other), aside (on its own, after it failed often) or asked (a person
 *    wants it now, also of a webhook that is off).
 * 4. What is kept of a webhook is bounded: `keptDeliveries`, and the events that wait for it.
 *
 * `webhooks-suite.ts` is what every implementation passes.
 */
import type {
  DeliveryProblem,
  DeliveryState,
  WebhookEvent,
  WebhookMessageType,
  WebhookState,
} from '#shared/model/account/webhook.ts';

/** The latest that were delivered and that failed, of each webhook. */
export const keptDeliveries = { delivered: 100, failed: 500 } as const;

export type StoredWebhook = {
  id: number;
  url: string;
  events: WebhookEvent[];
  createdAt: number;
  state: WebhookState;
  failingSince: number | null;
  waiting: number;
  failed: number;
  skipped: number;
};

export type AddedWebhook = Pick<StoredWebhook, 'id' | 'url' | 'events' | 'createdAt'> & { secret: string };

/** `isOn`: what was switched off goes on with what comes from now on; what was stopped goes on where it stopped. */
export type WebhookRowChange = {
  url?: string | undefined;
  events?: WebhookEvent[] | undefined;
  isOn?: boolean | undefined;
};

export type DeliveryLane = 'line' | 'aside' | 'asked';

export type StoredDelivery = {
  number: number;
  messageId: string;
  type: WebhookMessageType;
  body: string;
  state: DeliveryState;
  createdAt: number;
  attempts: number;
  dueAt: number | null;
  attemptedAt: number | null;
  status: number | null;
  problem: DeliveryProblem | null;
  tookMs: number | null;
};

export type NewDelivery = Pick<StoredDelivery, 'messageId' | 'type' | 'body'>;

/** `number`: null where the version is not there. */
type NamedVersion = { id: number; number: number | null };

/** An event with the names that its rows have now. `version`: null where a label was taken off. */
export type RecordedEvent = {
  id: number;
  at: number;
  project: { id: number; name: string };
  prompt: { id: number; title: string };
} & (
  | { type: 'version.created'; version: NamedVersion }
  | { type: 'label.moved'; label: string; version: NamedVersion | null; previous: NamedVersion | null }
);

/** The next events for a webhook that is on and has room. `upTo`: of the latest one that was read. */
export type EventsToTake = {
  webhookId: number;
  wants: WebhookEvent[];
  place: number;
  upTo: number;
  events: RecordedEvent[];
};

export type TakenEvents = { from: number; upTo: number; deliveries: readonly NewDelivery[]; at: number };

export type WebhookName = { userId: number; webhookId: number };

/** `previousSecret`: null where it is not valid any more. */
export type DueDelivery = {
  url: string;
  secret: string;
  previousSecret: string | null;
  failures: number;
  failingSince: number | null;
  number: number;
  messageId: string;
  type: WebhookMessageType;
  body: string;
  attempts: number;
  lane: DeliveryLane;
};

/** The outcome of an attempt, and its consequences. */
export type SettledAttempt = {
  number: number;
  at: number;
  tookMs: number;
  status: number | null;
  problem: DeliveryProblem | null;
  attempts: number;
  next: { state: 'delivered' | 'failed' } | { state: 'waiting'; lane: DeliveryLane; dueAt: number };
  /** Null: nothing of the webhook changes. `retriesAside`: those that wait aside are due now. */
  webhook: {
    failures: number;
    failingSince: number | null;
    stops: boolean;
    retriesAside: boolean;
  } | null;
};

export type DeliveryQuery = { state: DeliveryState | null; before: number | null; most: number };

export type WebhooksStorage = {
  /** In the order in which they were added. */
  listWebhooks(userId: number): Promise<StoredWebhook[]>;
  /** Returns false, and adds nothing, where as many as `most` are there. */
  addWebhook(userId: number, webhook: AddedWebhook, most: number): Promise<boolean>;
  /** Returns undefined where there is no such webhook. */
  changeWebhook(
    userId: number,
    id: number,
    change: WebhookRowChange,
    at: number,
  ): Promise<StoredWebhook | undefined>;
  /** The former secret stays valid until then. Returns false where there is no such webhook. */
  replaceSecret(userId: number, id: number, secret: string, previousUntil: number): Promise<boolean>;
  /** With all its deliveries. Returns false where there is no such webhook. */
  removeWebhook(userId: number, id: number): Promise<boolean>;

  /** The latest first; undefined where there is no such webhook. */
  listDeliveries(userId: number, id: number, query: DeliveryQuery): Promise<StoredDelivery[] | undefined>;
  /** Adds a delivery that a person asked for; `full`: as many as `most` wait. Undefined: there is no such webhook. */
  askForDelivery(
    userId: number,
    id: number,
    delivery: NewDelivery,
    bounds: { at: number; most: number },
  ): Promise<StoredDelivery | 'full' | undefined>;
  /** Asks once more for one that was settled, or for all that failed; one that waits is due now. Returns how many; undefined as above. */
  askAgain(userId: number, id: number, which: number | 'failed', at: number): Promise<number | undefined>;

  usersWithWebhooks(): Promise<number[]>;
  /** Users with events that one of their webhooks has not taken. */
  usersWithEvents(): Promise<number[]>;
  /** For each webhook of the user that is on and for which fewer than `mostWaiting` wait; at most `rows` events each. */
  eventsToTake(userId: number, bounds: { mostWaiting: number; rows: number }): Promise<EventsToTake[]>;
  /** Returns false, and does nothing, where the place is not `from` any more or the webhook is not on. */
  takeEvents(userId: number, webhookId: number, taken: TakenEvents): Promise<boolean>;
  /** Removes events that all have taken, and the oldest where more than `most` wait; webhooks count those as skipped. */
  forgetEvents(userId: number, most: number): Promise<void>;

  /** Webhooks with something to send now, those that waited longest first; none of accounts that are disabled or deleted. */
  dueWebhooks(at: number, most: number): Promise<WebhookName[]>;
  /** When the next one after that is due; null where none is. */
  nextDueAfter(at: number): Promise<number | null>;
  /** Returns the delivery to send now; undefined where nothing is due. */
  nextDelivery(name: WebhookName, at: number): Promise<DueDelivery | undefined>;
  /** Does nothing of a delivery that is gone, and takes up none again that was settled in the meantime. */
  settleAttempt(name: WebhookName, attempt: SettledAttempt): Promise<void>;
  /** Leaves a delivery that was taken to whoever takes it next. */
  giveUpAttempt(name: WebhookName): Promise<void>;
};

/** The part of it that is about messages and their attempts. */
export type WebhookDeliveries = Pick<
  WebhooksStorage,
  | 'listDeliveries'
  | 'askForDelivery'
  | 'askAgain'
  | 'dueWebhooks'
  | 'nextDueAfter'
  | 'nextDelivery'
  | 'settleAttempt'
  | 'giveUpAttempt'
>;
