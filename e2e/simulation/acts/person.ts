/** Acts as a person at a tab: each act is a commit through the real client code. */
import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import type { Version } from '#shared/model/version.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { versionsOf } from '../../../web/data/testing/versions-scene.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Act } from './act.ts';
import { type AttributeActName, attributeActs, isAttributeAct } from './attribute-acts.ts';
import { type BinActName, binActs, isBinAct } from './bin-acts.ts';
import { type BulkActName, bulkActs, isBulkAct } from './bulk-acts.ts';
import { isKeptRunAct, type KeptRunActName, keptRunActs, keptRunTexts } from './kept-run-acts.ts';
import { isLabelProofAct, type LabelProofActName, labelProofActs } from './label-proof-acts.ts';
import { blobTextsOf, isResourceAct, type ResourceActName, resourceActs } from './resource-acts.ts';
import { reviewConflict } from './review-act.ts';
import { isSettingAct, type SettingActName, settingActs, settingTexts } from './setting-acts.ts';
import { isSnippetAct, type SnippetActName, snippetActs } from './snippet-acts.ts';
import { isTestCaseAct, type TestCaseActName, testCaseActs, testCaseTexts } from './test-case-acts.ts';
import { anyPrompt, commitAs, edit, newLine } from './texts.ts';
import { isTypingAct, type TypingActName, typingActs } from './typing-acts.ts';

export const acts = {
  createProject: 3,
  createPrompt: 8,
  type: 40,
  undo: 8,
  redo: 4,
  renamePrompt: 5,
  renameProject: 2,
  saveVersion: 9,
  restoreVersion: 3,
  reviewConflict: 6,
  editVersion: 4,
  deleteVersion: 2,
  deleteVersions: 3,
  addNote: 5,
  deleteNote: 2,
  deletePrompt: 3,
  deleteProject: 1,
  openTabs: 4,
  addResource: 12,
  addResourceAgain: 2,
  renameResource: 4,
  deleteResourceAct: 2,
  cancelUploadAct: 1,
  keepFilesOffline: 2,
  limitBlobs: 1,
  tagPrompt: 3,
  untagPrompt: 1,
  likePrompt: 2,
  moveLabel: 4,
  askForProof: 2,
  moveGuardedLabel: 4,
  writeValues: 6,
  deleteValues: 1,
  chooseModel: 2,
  writeSettings: 7,
  clearSettings: 1,
  keepRunAct: 4,
  keepRunAgain: 1,
  rateRunAct: 2,
  noteRun: 3,
  deleteKeptRunAct: 1,
  createCaseAct: 4,
  changeCaseAct: 2,
  writeCaseValue: 4,
  writeCaseCheck: 4,
  noteCase: 2,
  moveCaseAct: 1,
  deleteCaseAct: 1,
  movePromptAct: 2,
  placePrompt: 3,
  placeProject: 2,
  restoreFromBin: 4,
  clearBin: 1,
  insertReference: 6,
  renameSnippet: 5,
  updateReferencesAct: 5,
  changeMany: 3,
  undoMany: 3,
} as const satisfies Record<string, number>;

export type ActName = keyof typeof acts;

export function pickAct(random: SeededRandom): ActName {
  const names = Object.keys(acts) as ActName[];
  let left = random.below(Object.values(acts).reduce((sum, weight) => sum + weight, 0));
  for (const name of names) {
    left -= acts[name];
    if (left < 0) return name;
  }
  return 'type';
}

/** Does one act; false where there was nothing to do it to. Throws where the library refuses what it showed. */
export async function act(name: ActName, context: Act): Promise<boolean> {
  if (isResourceAct(name)) return resourceActs[name](context);
  if (isBinAct(name)) return binActs[name](context);
  if (isBulkAct(name)) return bulkActs[name](context);
  if (isTypingAct(name)) return typingActs[name](context);
  if (isSnippetAct(name)) return snippetActs[name](context);
  if (isSettingAct(name)) return settingActs[name](context);
  if (isKeptRunAct(name)) return keptRunActs[name](context);
  if (isTestCaseAct(name)) return testCaseActs[name](context);
  if (isLabelProofAct(name)) return labelProofActs[name](context);
  return isAttributeAct(name) ? attributeActs[name](context) : performances[name](context);
}

const performances: Record<
  Exclude<
    ActName,
    | TypingActName
    | ResourceActName
    | AttributeActName
    | LabelProofActName
    | BinActName
    | BulkActName
    | SnippetActName
    | SettingActName
    | KeptRunActName
    | TestCaseActName
  >,
  (context: Act) => Promise<boolean>
> = {
  async createProject(context) {
    const { device, random, ledger } = context;
    const name = `Project ${ledger.coin()}`;
    await commitAs(context, 'createProject', {
      id: device.library.newId(),
      name,
      color: random.pick(['red', 'teal'] as const) ?? 'red',
    });
    return true;
  },
  async createPrompt(context) {
    const { device, random, ledger } = context;
    const project = random.pick((await outlineOf(device.library)).projects);
    if (project === undefined) return false;
    const content = random.chance(0.3) ? '' : newText(context);
    await commitAs(context, 'createPrompt', {
      id: device.library.newId(),
      title: `Prompt ${ledger.coin()}`,
      content,
      projectId: project.id,
    });
    ledger.edited('', content);
    return true;
  },
  async renamePrompt(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    await commitAs(context, 'updatePrompt', { id: prompt.id, title: `Prompt ${context.ledger.coin()}` });
    return true;
  },
  async renameProject(context) {
    const project = context.random.pick((await outlineOf(context.device.library)).projects);
    if (project === undefined) return false;
    await commitAs(context, 'renameProject', { id: project.id, name: `Project ${context.ledger.coin()}` });
    return true;
  },
  async saveVersion(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined || prompt.content.trim() === '') return false;
    const { library } = context.device;
    await commitAs(context, 'saveVersion', {
      promptId: prompt.id,
      id: library.newId(),
      content: prompt.content,
      description: `Saved ${context.ledger.coin()}`,
      base: prompt.content,
      settings: writableSettings(prompt.attributes?.settings ?? {}),
    });
    return true;
  },
  async restoreVersion(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const { library } = context.device;
    const version = context.random.pick(await versionsOf(library, prompt.id));
    if (version === undefined || version.content.trim() === '') return false;
    // What is current is kept as a version by the mutation itself: nothing is given up here.
    await commitAs(context, 'saveVersion', {
      promptId: prompt.id,
      id: library.newId(),
      content: version.content,
      description: `Restored version ${version.version}`,
      preserve: { id: library.newId(), description: 'Updated prompt content', conflict: null },
      base: prompt.content,
      ...restoredSettings(prompt, version),
    });
    return true;
  },
  reviewConflict,
  async editVersion(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const version = context.random.pick(await versionsOf(context.device.library, prompt.id));
    if (version === undefined) return false;
    const content = edit(context, version.content);
    if (content.trim() === '') return false;
    await commitAs(context, 'editVersion', {
      promptId: prompt.id,
      id: version.id,
      content,
      base: version.content,
    });
    context.ledger.edited(version.content, content);
    return true;
  },
  async deleteVersion(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const version = context.random.pick(await versionsOf(context.device.library, prompt.id));
    if (version === undefined) return false;
    await commitAs(context, 'deleteVersion', { promptId: prompt.id, id: version.id });
    context.ledger.discarded(textsOfVersion(version));
    return true;
  },
  async deleteVersions(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const versions = await versionsOf(context.device.library, prompt.id);
    // Two who each spare another one cannot both be right: a prompt keeps its last version.
    const spared = context.random.below(versions.length);
    const doomed = versions.filter((_, index) => index !== spared && context.random.chance(0.7));
    if (doomed.length === 0) return false;
    await commitAs(context, 'deleteVersions', {
      promptId: prompt.id,
      versionIds: doomed.map(({ id }) => id),
    });
    context.ledger.discarded(doomed.flatMap(textsOfVersion));
    return true;
  },
  async addNote(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const createdAt = new Date(context.device.library.deps.now()).toISOString();
    const note = { id: String(context.device.library.newId()), content: context.ledger.coin(), createdAt };
    const notes = formatNotes([...parseNotes(prompt.notes), note]);
    await commitAs(context, 'updatePrompt', { id: prompt.id, notes, baseNotes: prompt.notes });
    context.ledger.edited('', note.content);
    return true;
  },
  async deleteNote(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const notes = parseNotes(prompt.notes);
    const doomed = context.random.pick(notes);
    if (doomed === undefined) return false;
    const left = formatNotes(notes.filter((note) => note !== doomed));
    await commitAs(context, 'updatePrompt', { id: prompt.id, notes: left, baseNotes: prompt.notes });
    context.ledger.discarded([doomed.content]);
    return true;
  },
  async deletePrompt(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const texts = await textsOf(context, prompt);
    await commitAs(context, 'deletePrompt', { id: prompt.id });
    context.ledger.discarded(texts);
    return true;
  },
  async deleteProject(context) {
    const outline = await outlineOf(context.device.library);
    const project = context.random.pick(outline.projects);
    if (project === undefined) return false;
    const texts: string[] = [];
    for (const { id, projectId } of outline.prompts) {
      if (projectId !== project.id) continue;
      const prompt = await promptOf(context.device.library, id);
      if (prompt !== undefined) texts.push(...(await textsOf(context, prompt)));
    }
    texts.push(...(await blobTextsOf(context.device, project.id)));
    await commitAs(context, 'deleteProject', { id: project.id });
    context.ledger.discarded(texts);
    return true;
  },
  async openTabs(context) {
    if (context.device.isOlder) return false;
    const { prompts } = await outlineOf(context.device.library);
    const open = prompts.filter(() => context.random.chance(0.3)).map(({ id }) => id);
    await commitAs(context, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: open });
    return true;
  },
};

async function textsOf({ device }: Act, prompt: Prompt): Promise<string[]> {
  const versions = await versionsOf(device.library, prompt.id);
  return [
    prompt.content,
    prompt.notes,
    // As texts, not as JSON: its escapes glue words together.
    ...(prompt.attributes?.tags ?? []),
    ...(prompt.attributes?.valueSets ?? []).flatMap(({ values }) => Object.values(values)),
    ...settingTexts(prompt.attributes?.settings),
    ...versions.flatMap(textsOfVersion),
    ...(await keptRunTexts(device.library, prompt.id)),
    ...(await testCaseTexts(device.library, prompt.id)),
  ];
}

function textsOfVersion({ content, original, settings }: Version): string[] {
  return [content, original ?? '', ...settingTexts(settings)];
}

function restoredSettings({ attributes }: Prompt, version: Version) {
  const baseSettings = attributes?.settings ?? {};
  const settings = writableSettings(version.settings ?? baseSettings);
  return version.settings === undefined ? { settings } : { settings, headSettings: settings, baseSettings };
}

function newText({ random, ledger }: Act): string {
  const lines = Array.from({ length: 1 + random.below(5) }, () => newLine(random, ledger));
  return lines.join(random.chance(0.2) ? '\r\n' : '\n');
}
