/**
 * Acts on files as a person does. A file's description is one word that is never changed, so that its row and
 * its bytes can be followed; its text is words, of which no two files share any unless it was added again.
 */

import { messages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { outlineOf } from '../../../web/data/queries/queries.ts';
import { keepsOffline, setBlobLimit, setKeepOffline } from '../../../web/data/resources/blob-storage.ts';
import { addResource } from '../../../web/data/resources/resources.ts';
import { cancelUpload } from '../../../web/data/resources/uploads.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { Act } from './act.ts';

export type ResourceActName =
  | 'addResource'
  | 'addResourceAgain'
  | 'renameResource'
  | 'deleteResourceAct'
  | 'cancelUploadAct'
  | 'keepFilesOffline'
  | 'limitBlobs';

export function isResourceAct(name: string): name is ResourceActName {
  return Object.hasOwn(resourceActs, name);
}

export const resourceActs: Record<ResourceActName, (context: Act) => Promise<boolean>> = {
  addResource(context) {
    const { random, ledger } = context;
    const words = Array.from({ length: random.below(24) }, () => ledger.coin());
    return add(context, words.join(' '));
  },
  async addResourceAgain(context) {
    const { device, random } = context;
    const here = random.pick(await device.library.db.files.toArray());
    return here === undefined ? false : add(context, await new Response(here.bytes).text());
  },
  async renameResource(context) {
    const file = await anyFile(context);
    if (file === undefined) return false;
    const { device, tab, ledger, log } = context;
    log.push(`${device.name}#${tab} renames file ${file.description}`);
    const name = `File ${ledger.coin()}`;
    expectDone(await commit(device.library, 'updateResource', { id: file.id, name }));
    return true;
  },
  async deleteResourceAct(context) {
    const file = await anyFile(context);
    if (file === undefined) return false;
    const { device, tab, ledger, log } = context;
    log.push(`${device.name}#${tab} deletes file ${file.description}`);
    expectDone(await commit(device.library, 'deleteResource', { id: file.id }));
    ledger.discarded([file.description]);
    return true;
  },
  async cancelUploadAct(context) {
    const file = await anyFile(context);
    if (file === undefined || file.available) return false;
    const { device, tab, ledger, log } = context;
    log.push(`${device.name}#${tab} gives up file ${file.description}`);
    expectDone(await cancelUpload(device.library, file.id));
    ledger.discarded([file.description]);
    return true;
  },
  async keepFilesOffline({ device, random, log }) {
    const project = random.pick((await outlineOf(device.library)).projects);
    if (project === undefined) return false;
    const keep = !(await keepsOffline(device.library, project.id));
    log.push(`${device.name} ${keep ? 'keeps' : 'no longer keeps'} the files of ${project.name}`);
    await setKeepOffline(device.library, project.id, keep);
    return true;
  },
  async limitBlobs({ device, random, log }) {
    const limit = random.below(300);
    log.push(`${device.name} keeps ${limit} bytes of files`);
    await setBlobLimit(device.library, limit);
    return true;
  },
};

/** Returns the words that stand for a project's files, which go with it. */
export async function blobTextsOf({ library }: SimulatedDevice, projectId: number): Promise<string[]> {
  const found = await library.db.resources.where('row.projectId').equals(projectId).toArray();
  return found.map(({ row }) => row.description);
}

async function add({ device, tab, random, ledger, log }: Act, text: string): Promise<boolean> {
  const project = random.pick((await outlineOf(device.library)).projects);
  if (project === undefined) return false;
  const description = ledger.coin();
  log.push(`${device.name}#${tab} adds file ${description} of ${text.length} bytes`);
  const file = new File([text], 'file.txt', { type: 'text/plain' });
  const added = await addResource(device.library, {
    projectId: project.id,
    file,
    name: `File ${ledger.coin()}`,
    description,
  });
  if (!added.ok && added.message === messages.deviceFull) return false;
  if (!added.ok) throw new Error(`${device.name}: a file was refused locally: ${added.message}`);
  ledger.edited('', description);
  return true;
}

async function anyFile({ device, random }: Act): Promise<Resource | undefined> {
  return random.pick(await device.library.db.resources.toArray())?.row;
}

function expectDone(outcome: { ok: boolean }): void {
  if (!outcome.ok) throw new Error(`refused locally: ${JSON.stringify(outcome)}`);
}
