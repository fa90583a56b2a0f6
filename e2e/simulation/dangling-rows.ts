import { TestCase } from '#shared/model/checks/test-case.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource } from '#shared/model/resource.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { Version } from '#shared/model/version.ts';
import type { FeedChange } from '#shared/sync/wire.ts';

/**
 * Returns a sentence for each row whose parent is not there, and for each label on, and each kept run of, a version that
 * never was there. That version may be deleted: its author had seen the label (docs/decisions/060), and a run stays
 * (105).
 */
export function danglingRows(
  changes: Iterable<Pick<FeedChange, 'type' | 'id' | 'row' | 'deleted'>>,
): string[] {
  const all = [...changes];
  const keyOf = ({ type, id }: Pick<FeedChange, 'type' | 'id'>) => `${type}:${id}`;
  const known = new Set(all.map(keyOf));
  const live = new Set(all.filter(({ deleted }) => !deleted).map(keyOf));
  return all
    .filter(({ deleted }) => !deleted)
    .flatMap(({ type, id, row }) => {
      const lacking = parentsOf(type, row).filter((parent) => !live.has(parent));
      const unknown = namedVersions(type, row)
        .flatMap((versionId) => (versionId === null ? [] : [`version:${versionId}`]))
        .filter((version) => !known.has(version));
      return [...lacking, ...unknown].map((key) => `${type} ${id} names ${key}, which is not there`);
    });
}

function namedVersions(type: string, row: unknown): (number | null)[] {
  if (type === 'keptRun') return [KeptRun.parse(row).versionId];
  if (type !== 'prompt') return [];
  return (Prompt.parse(row).attributes?.labels ?? []).map(({ versionId }) => versionId);
}

function parentsOf(type: string, row: unknown): string[] {
  switch (type) {
    case 'prompt':
      return [`project:${Prompt.parse(row).projectId}`];
    case 'version':
      return [`prompt:${Version.parse(row).promptId}`];
    case 'keptRun':
      return [`prompt:${KeptRun.parse(row).promptId}`];
    case 'testCase':
      return [`prompt:${TestCase.parse(row).promptId}`];
    case 'resource':
      return [`project:${Resource.parse(row).projectId}`];
    default:
      return [];
  }
}
