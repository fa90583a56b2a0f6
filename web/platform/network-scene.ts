/** The network of a test, which msw plays: requests of the real `fetch`, and faults in place of their answers. */
import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { protocolHeader } from '#shared/sync/wire.ts';

export const origin = 'http://localhost';

/** Reaches nothing until a test lays a handler over it. */
export const network = setupServer();

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

export type Fault = (request: Request) => Response | Promise<Response>;

export const reset: Fault = () => HttpResponse.error();

/** The connection stays open, and nothing ever comes. */
export const silence: Fault = () => new Promise<Response>(() => {});

/** A page of somebody on the way: a captive portal, or a proxy where it has the status of an error. */
export const foreignPage =
  (status = 200): Fault =>
  () =>
    HttpResponse.html('<h1>Welcome to the airport Wi-Fi</h1>', { status });

export const redirectElsewhere: Fault = () => HttpResponse.redirect('http://portal.test/', 302);

/** An answer that the sync node itself has written. */
export const ownAnswer =
  (
    body: BodyInit,
    { status = 200, headers }: { status?: number; headers?: Record<string, string> } = {},
  ): Fault =>
  () =>
    new HttpResponse(body, {
      status,
      headers: { [protocolHeader]: '1', 'Content-Type': 'application/json', ...headers },
    });

/** A body that comes slowly: in the pieces that a test gives. */
export function slowBody() {
  let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      pieces = controller;
    },
  });
  return { body, give: (piece: Uint8Array) => pieces?.enqueue(piece) };
}
