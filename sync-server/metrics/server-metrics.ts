import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Gauges, Metrics } from '../services/operation/metrics-port.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `ofProcess`: also memory, CPU, garbage collection and the delay of the event loop, which observe the process for ever. */
export function createServerMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'promptory_http_requests_total',
    help: 'Requests by route pattern.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'promptory_http_request_seconds',
    help: 'Time until an answer begins, by route pattern.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const events = new Counter({
    name: 'promptory_security_events_total',
    help: 'Security events by kind.',
    labelNames: ['event'],
    registers,
  });
  const waited = new Histogram({
    name: 'promptory_outbox_wait_seconds',
    help: 'How long the oldest mutation of a push had waited on its device, as the device states it.',
    buckets: [2, 10, 60, 600, 3600, 86_400, 604_800],
    registers,
  });
  const care = new Gauge({
    name: 'promptory_care_last_success_seconds',
    help: 'When a part of the nightly care was last done, in seconds since 1970.',
    labelNames: ['task'],
    registers,
  });
  const gauges = gaugesIn(registers);
  // As many as there are routes and answers of them: their labels are looked up once.
  const seriesOf = new Map<string, { count: Counter.Internal; seconds: Histogram.Internal<string> }>();
  return {
    request({ method, route, status, ms }) {
      const named = methods.has(method) ? method : 'other';
      const key = `${named} ${route} ${status}`;
      const counted = seriesOf.get(key) ?? {
        count: requests.labels(named, route, String(status)),
        seconds: seconds.labels(named, route),
      };
      seriesOf.set(key, counted);
      counted.count.inc();
      counted.seconds.observe(ms / 1000);
    },
    security: (event) => events.inc({ event }),
    pushWaited: (given) => waited.observe(given),
    ...webhookCounters(registers),
    careDone: (task, at) => care.set({ task }, at),
    async render(measured) {
      for (const [gauge, read] of gauges) gauge.set(read(measured));
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function webhookCounters(registers: Registry[]): Pick<Metrics, 'webhookAttempt' | 'webhookStopped'> {
  const attempts = new Counter({
    name: 'promptory_webhook_attempts_total',
    help: 'Attempts to deliver to webhooks, by what the delivery is afterwards: delivered, waiting for the next, failed.',
    labelNames: ['outcome'],
    registers,
  });
  const stopped = new Counter({
    name: 'promptory_webhooks_stopped_total',
    help: 'Webhooks that were stopped because their receiver is gone.',
    registers,
  });
  return { webhookAttempt: (outcome) => attempts.inc({ outcome }), webhookStopped: () => stopped.inc() };
}

function gaugesIn(registers: Registry[]): [Gauge, (gauges: Gauges) => number][] {
  const gauge = (name: string, help: string) => new Gauge({ name: `promptory_${name}`, help, registers });
  return [
    [gauge('event_streams', 'Open event streams.'), ({ openStreams }) => openStreams],
    [gauge('database_bytes', 'Size of the database file.'), ({ databaseBytes }) => databaseBytes],
    [
      gauge('database_free_bytes', 'Empty pages in the database file.'),
      ({ databaseFreeBytes }) => databaseFreeBytes,
    ],
    [gauge('blobs', 'Stored files; identical ones of an account count once.'), ({ blobs }) => blobs],
    [gauge('blob_bytes', 'Size of the stored files.'), ({ blobBytes }) => blobBytes],
    [gauge('disk_free_bytes', 'Room on the disk of the data folder.'), ({ diskFreeBytes }) => diskFreeBytes],
  ];
}
