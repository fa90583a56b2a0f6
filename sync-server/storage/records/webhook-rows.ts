/** Reads what both databases have of webhooks in the same shape. */
import { z } from 'zod';
import { WebhookEvent } from '#shared/model/account/webhook.ts';
import type { RecordedEvent } from '../ports/webhooks-port.ts';

const Wanted = z.array(WebhookEvent);

/** Reads the column that names the events for which a webhook gets deliveries. */
export function wantedEvents(json: string): WebhookEvent[] {
  return Wanted.parse(JSON.parse(json));
}

/** An event with the names that its rows have now. */
export type EventRow = {
  id: number;
  type: RecordedEvent['type'];
  at: number;
  label: string | null;
  promptId: number;
  title: string | null;
  projectId: number | null;
  projectName: string | null;
  versionId: number | null;
  versionNumber: number | null;
  previousId: number | null;
  previousNumber: number | null;
};

export function eventOf(row: EventRow): RecordedEvent {
  const named = (id: number | null, number: number | null) => (id === null ? null : { id, number });
  const version = named(row.versionId, row.versionNumber);
  const common = {
    id: row.id,
    at: row.at,
    project: { id: row.projectId ?? 0, name: row.projectName ?? '' },
    prompt: { id: row.promptId, title: row.title ?? '' },
  };
  return row.type === 'version.created'
    ? { ...common, type: row.type, version: version ?? { id: 0, number: null } }
    : {
        ...common,
        type: row.type,
        label: row.label ?? '',
        version,
        previous: named(row.previousId, row.previousNumber),
      };
}
