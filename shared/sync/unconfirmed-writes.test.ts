import { expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { entryExample } from './outbox-entry-example.ts';
import { rebase } from './rebase.ts';
import { rebaseEntries } from './rebase-entries.ts';

const at = '2026-01-01T00:00:00.000Z';
const preserveAs = () => ({ id: 99, description: 'Kept', conflict: null });

const prompt = (content: string, rev: number): Stored => ({
  type: 'prompt',
  id: 1,
  row: { id: 1, projectId: 5, title: 'T', content, notes: '', createdAt: at, lastVersion: 1 },
  ...{ rev, seq: rev, by: null, deleted: false },
});

/** The server saved this version at revision 4 of its prompt; the version's row was not pulled yet. */
const saved = entryExample(
  1,
  'saveVersion',
  { promptId: 1, id: 8, content: 'saved', description: 'v' },
  { state: 'acknowledged', seq: 4, revs: { 'prompt:1': 4, 'version:8': 1 } },
);

const options = { entries: [saved], client: 'c', foreign: new Set<never>(), preserveAs };
const shownBy = {
  rebase: (confirmed: Stored[]) => rebase({ ...options, confirmed }).shown,
  rebaseEntries: (confirmed: Stored[]) =>
    rebaseEntries({ ...options, confirmed, held: new Set<never>(), isEnd: false, next: () => 2 }).shown,
};

test.each(['rebase', 'rebaseEntries'] as const)(
  'an acknowledged change replaces no later state of one of its rows while another is still to come: %s',
  (name) => {
    const shown = shownBy[name]([prompt('typed later', 7)]);
    expect(shown.live('prompt', 1)?.content).toBe('typed later');
    expect(shown.live('version', 8)?.content).toBe('saved');
  },
);

test.each(['rebase', 'rebaseEntries'] as const)(
  'an acknowledged change of which nothing was pulled yet is shown: %s',
  (name) => {
    const shown = shownBy[name]([prompt('before', 3)]);
    expect(shown.live('prompt', 1)?.content).toBe('saved');
    expect(shown.live('version', 8)?.content).toBe('saved');
  },
);
