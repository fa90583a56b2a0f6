/** Reads what the search indexes and compares: texts without the rest of their rows. */
import type { ChangedTexts, NamedPrompt, PortionSize } from '../../ports/library-port.ts';
import type { OpenDatabase } from '../open-database.ts';

type Changed = { id: number; seq: number; title: string; content: string | null };

export function createSearchReads({ connection }: OpenDatabase, portion: PortionSize) {
  const changedAfter = connection.prepare<[number, number], Changed>(`
    SELECT id, seq, iif(deleted_at IS NULL, title, '') AS title, iif(deleted_at IS NULL, content, NULL) AS content
    FROM prompts WHERE user_id = ? AND seq > ? ORDER BY seq`);
  const named = connection.prepare<[number, number], NamedPrompt>(`
    SELECT p.id, p.title, p.content, p.project_id AS projectId, projects.name AS projectName
    FROM prompts AS p JOIN projects ON projects.user_id = p.user_id AND projects.id = p.project_id
    WHERE p.user_id = ? AND p.id = ? AND p.deleted_at IS NULL`);

  return {
    changed(userId: number, seq: number): ChangedTexts {
      const changed: Changed[] = [];
      let bytes = 0;
      let more = false;
      for (const row of changedAfter.iterate(userId, seq)) {
        // One row larger than a portion is a portion.
        more = changed.length === portion.rows || (changed.length > 0 && bytes >= portion.bytes);
        if (more) break;
        changed.push(row);
        bytes += row.content?.length ?? 0;
      }
      return { changed, upTo: changed.at(-1)?.seq ?? seq, more };
    },
    named(userId: number, ids: readonly number[]): { found: NamedPrompt[]; read: number } {
      const found: NamedPrompt[] = [];
      let read = 0;
      for (let bytes = 0; read < ids.length && bytes < portion.bytes; read += 1) {
        const prompt = named.get(userId, ids[read] ?? 0);
        if (prompt === undefined) continue;
        found.push(prompt);
        bytes += prompt.content.length;
      }
      return { found, read };
    },
  };
}
