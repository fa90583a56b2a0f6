/** Counts and names typed texts that are not in the library: a full database has no room for a count. */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import type { DraftCounts } from '#shared/sync/status.ts';
import { noDraftStorage, parsedJson } from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { noteDraftKeys } from './note-drafts.ts';
import { unfinishedSettings } from './setting-drafts.ts';
import { textKeys } from './unsaved-drafts.ts';

export type NamedDraft = {
  key: string;
  kind: 'text' | 'note' | 'setting';
  text: string;
  promptTitle: string | null;
};

export function draftCounts(library: Library): DraftCounts {
  const { user, deps } = library;
  const { drafts = noDraftStorage } = deps;
  return {
    texts: textKeys(drafts, user.id).length,
    notes: noteDraftKeys(drafts, user.id).length,
    settings: unfinishedSettings(library).length,
  };
}

/** Calls the listener when a draft of any tab came or went; returns how to stop. */
export function watchDrafts({ deps: { drafts } }: Library, listener: () => void): () => void {
  return drafts?.onChange?.(listener) ?? (() => {});
}

const AnyDraft = z.looseObject({ promptId: Id, text: z.string(), title: z.string().optional() });

/** `promptTitle`: as it was last known, or null. */
export async function namedDrafts(library: Library): Promise<NamedDraft[]> {
  const { user, deps } = library;
  const { drafts = noDraftStorage } = deps;
  const keys = [
    ...textKeys(drafts, user.id).map((key) => ({ key, kind: 'text' as const })),
    ...noteDraftKeys(drafts, user.id).map((key) => ({ key, kind: 'note' as const })),
  ];
  const named: NamedDraft[] = [];
  for (const { key, kind } of keys) {
    const draft = AnyDraft.safeParse(parsedJson(drafts.getItem(key))).data;
    const row = draft && (await promptOf(library, draft.promptId));
    named.push({ key, kind, text: draft?.text ?? '', promptTitle: row?.title ?? draft?.title ?? null });
  }
  for (const { promptId, label, text } of unfinishedSettings(library)) {
    const row = await promptOf(library, promptId);
    const key = `${promptId} ${label}`;
    named.push({ key, kind: 'setting', text: `${label}: ${text}`, promptTitle: row?.title ?? null });
  }
  return named;
}
