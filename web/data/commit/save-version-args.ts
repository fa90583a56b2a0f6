import { pastArgs } from '#shared/model/past-row.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import type { Version } from '#shared/model/version.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';

/**
 * A version with all that it has, as `saveVersion` says it. The current text of its prompt is not what it is
 * about: one that comes in between stays.
 */
export function saveVersionArgs(version: Version, current: string | undefined) {
  const { promptId, id, content, description, original, conflict, settings = {} } = version;
  return {
    ...{ promptId, id, content, description },
    ...besideCurrent(current),
    settings: writableSettings(settings),
    ...(original === null ? {} : { original }),
    ...(conflict === null ? {} : { conflict }),
    ...pastArgs(version),
  };
}
