import type { ModelPrice } from '#shared/model/run/model-entry.ts';

/** A model that the admin offers, with where it is reached. */
export type OfferedModel = {
  readonly name: string;
  /** Of an API as OpenAI has it, as `https://api.openai.com/v1`. */
  readonly address: string;
  readonly model: string;
  /** Never in a log, an answer or an error. */
  readonly key: string | undefined;
  /** The keys of usernames; `everyone`: whoever has an account here. */
  readonly people: 'everyone' | ReadonlySet<string>;
  readonly price: ModelPrice | null;
  /** Runs at the same time, of all people. */
  readonly atOnce: number;
};

export type RunLimits = {
  /** Of one person. */
  readonly runsAtOnce: number;
  /** Of one person from midnight to midnight (UTC). Null: as many as they like. */
  readonly tokensPerDay: number | null;
  readonly moneyPerDay: number | null;
  /** How long an endpoint may be silent. */
  readonly stallSeconds: number;
  readonly answerBytes: number;
};

/** The contents of MODELS_FILE. */
export type OfferedModels = { readonly models: readonly OfferedModel[]; readonly limits: RunLimits };

export type EndpointAnswer =
  | { kind: 'answer'; contentType: string; bytes: AsyncIterable<Uint8Array> }
  /** `message`: the words of the endpoint, for whoever asked. */
  | { kind: 'refused'; status: number; retryAfterSeconds: number | null; message: string }
  | { kind: 'unreachable' };

/** The parts of a model that a request needs. */
export type ModelPlace = Pick<OfferedModel, 'address' | 'key'>;

export type ModelEndpoint = {
  /** Sends a body, and answers when the answer begins. Rejects where `signal` is aborted before. */
  send(model: ModelPlace, body: object, signal: AbortSignal): Promise<EndpointAnswer>;
};
