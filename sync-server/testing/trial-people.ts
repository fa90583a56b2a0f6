/**
 * People of a trial, whose nodes and database fail while they work: writers, which send what was not acknowledged under
 * the same keys until it is, and devices, which follow an event stream and pull when it has something to say.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChangesPage, PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { cookieAt, jsonRequest } from './test-app.ts';

/** A node, by the address that it has at the moment. */
export type TrialNode = { ready: Promise<string> };

export type Account = { name: string; Cookie: string };

type Answer = { status: number; body: unknown };

/** Throws what no failure of a node or of its database may cause; returns undefined where it has to be asked once more. */
async function ask(node: TrialNode, path: string, sent: RequestInit): Promise<Answer | undefined> {
  try {
    const address = await node.ready;
    const headers = new Headers(sent.headers);
    headers.set('Origin', address);
    headers.set('Cookie', cookieAt(address, headers.get('Cookie') ?? ''));
    const answer = await fetch(`${address}${path}`, { ...sent, headers });
    const body: unknown = await answer.json();
    if (answer.status < 500) return { status: answer.status, body };
  } catch {
    // Killed, or cut off.
  }
  await nextTurn();
  return undefined;
}

export class Writer {
  readonly acknowledged = new Map<number, string>();
  readonly #nodes: readonly TrialNode[];
  readonly #account: Account;
  readonly #client: number;
  #number = 1;
  #unanswered: PushMutation[] = [];

  constructor(nodes: readonly TrialNode[], account: Account, client: number) {
    this.#nodes = nodes;
    this.#account = account;
    this.#client = client;
  }

  /** Sends pushes, one at least, until `stop` is aborted and all of them are acknowledged. */
  async work(stop: AbortSignal): Promise<void> {
    let turn = this.#client;
    do {
      if (!stop.aborted || turn === this.#client) this.#write();
      await this.#push(this.#nodes[turn % this.#nodes.length]);
      turn += 1;
    } while (!stop.aborted || this.#unanswered.length > 0);
  }

  #write(): void {
    while (this.#unanswered.length < 5) this.#unanswered.push(this.#next());
  }

  async #push(node: TrialNode | undefined): Promise<void> {
    if (node === undefined) throw new Error('a trial has nodes');
    const mutations = this.#unanswered;
    const { Cookie } = this.#account;
    const answer = await ask(node, '/api/sync/push', jsonRequest('POST', { mutations }, { Cookie }));
    if (answer === undefined) return;
    if (answer.status !== 200) throw new Error(`a push was answered ${answer.status}`);
    for (const { key, status } of PushAnswer.parse(answer.body).results) {
      if (status >= 500) continue;
      if (status !== 201) throw new Error(`${key} was answered ${status}`);
      const done = mutations.find((mutation) => mutation.key === key);
      const { id, content } = Object(done?.body);
      this.acknowledged.set(id, content);
      this.#unanswered = this.#unanswered.filter((mutation) => mutation !== done);
    }
  }

  #next(): PushMutation {
    const number = this.#number++;
    const id = this.#client * 1_000_000 + number;
    const body = { id, title: `T${number}`, content: `${this.#client} wrote ${number}`, projectId: 5 };
    return { key: `w${this.#client}:${number}`, method: 'POST', path: '/api/prompts', body };
  }
}

/** Knows a library by its feed alone. */
export class Device {
  readonly texts = new Map<number, string>();
  streams = 0;
  readonly #nodes: readonly TrialNode[];
  readonly #account: Account;
  #at: number;
  #cursor = '';
  #seq = 0;

  constructor(nodes: readonly TrialNode[], account: Account, at: number) {
    this.#nodes = nodes;
    this.#account = account;
    this.#at = at;
  }

  /** Follows the stream of a node, and of the next one where it ends. */
  async follow(stop: AbortSignal): Promise<void> {
    for (; !stop.aborted; this.#at += 1) {
      try {
        const address = await this.#node().ready;
        const headers = { Cookie: cookieAt(address, this.#account.Cookie) };
        const stream = await fetch(`${address}/api/sync/events`, { headers, signal: stop });
        if (stream.status >= 400 && stream.status < 500)
          throw new Refused(`a stream was answered ${stream.status}`);
        if (stream.body === null || !stream.ok) continue;
        this.streams += 1;
        // Reads the changes that were made before the stream began.
        await this.pull();
        for await (const _news of stream.body) await this.pull();
      } catch (error) {
        if (error instanceof Refused) throw error;
        await nextTurn();
      }
    }
  }

  async pull(): Promise<void> {
    for (let turn = this.#at; ; turn += 1) {
      const node = this.#nodes[turn % this.#nodes.length] ?? this.#node();
      const { Cookie } = this.#account;
      const answer = await ask(node, `/api/sync/changes?limit=500${this.#cursor}`, { headers: { Cookie } });
      if (answer === undefined) continue;
      if (answer.status !== 200) throw new Refused(`a pull was answered ${answer.status}`);
      const page = ChangesPage.parse(answer.body);
      for (const { type, id, seq, rev, row } of page.changes) {
        if (seq !== this.#seq + 1 || rev !== 1)
          throw new Refused(`${type} ${id} has rev ${rev} and place ${seq}`);
        this.#seq = seq;
        if (type === 'prompt') this.texts.set(Number(id), String(row?.content));
      }
      this.#cursor = `&since=${page.cursor}`;
      if (!page.more) return;
    }
  }

  #node(): TrialNode {
    const node = this.#nodes[this.#at % this.#nodes.length];
    if (node === undefined) throw new Error('a trial has nodes');
    return node;
  }
}

/** Names an answer that no failure of a node or of its database may cause. */
class Refused extends Error {}
