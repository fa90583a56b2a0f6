/** Looks up in which project the rows lie that the path of a request names. */
import { PathId } from '#shared/model/ids.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';

/** Returns the project of a row that is not deleted; undefined where there is none, or where it lies in no project. */
type FindProject = (userId: number, id: string) => Promise<number | undefined>;

/** By the kind of what a path names. */
export type ProjectOf = Readonly<
  Record<
    | 'project'
    | 'prompt'
    | 'version'
    | 'label'
    | 'keptRun'
    | 'testCase'
    | 'resource'
    | 'blob'
    | 'session'
    | 'token'
    | 'link'
    | 'sharedText'
    | 'webhook'
    | 'delivery',
    FindProject
  >
>;

export function createProjectOf(storage: Pick<LibraryStorage, 'prompt' | 'resource'>): ProjectOf {
  const byId =
    (find: (userId: number, id: number) => Promise<number | undefined>): FindProject =>
    async (userId, text) => {
      const id = PathId.safeParse(text);
      return id.success ? find(userId, id.data) : undefined;
    };
  const nowhere: FindProject = async () => undefined;
  return {
    project: byId(async (_, id) => id),
    prompt: byId(async (userId, id) => (await storage.prompt(userId, id))?.row.projectId),
    resource: byId(async (userId, id) => (await storage.resource(userId, id))?.row.projectId),
    // Reached through their prompt, which names the project: no read asks for one by itself.
    version: nowhere,
    label: nowhere,
    keptRun: nowhere,
    testCase: nowhere,
    // Bytes may be those of files in several projects; the download of a file is asked for by the file.
    blob: nowhere,
    session: nowhere,
    token: nowhere,
    link: nowhere,
    sharedText: nowhere,
    webhook: nowhere,
    delivery: nowhere,
  };
}
