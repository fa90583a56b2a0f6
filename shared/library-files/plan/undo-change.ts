import { settingsChange } from '#shared/merge/merge-settings.ts';
import { fieldsOfCase } from '#shared/model/checks/test-case.ts';
import { sendableColor } from '#shared/model/colors.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { PlannedMutation } from './planned.ts';
import { undoOfAttributes } from './undo-attributes.ts';

/** Returns what takes a change back, in this order; `before` and `after`: the rows around it. */
export function undoOf(change: PlannedMutation, before: RowSet, after: RowSet): PlannedMutation[] {
  switch (change.name) {
    case 'setContent':
      return undoOfText(change.args.id, before, after);
    case 'saveVersion': {
      const { promptId, id } = change.args;
      return [
        ...undoOfText(promptId, before, after),
        ...undoOfSettings(promptId, before, after),
        { name: 'deleteVersion', args: { promptId, id } },
      ];
    }
    case 'editVersion':
      return undoOfEdit(change.args, before, after);
    case 'updatePrompt':
      return undoOfPrompt(change.args, before, after);
    case 'setAttributes': {
      const { id, ...changed } = change.args;
      return [undoOfAttributes(id, changed, before.live('prompt', id)?.attributes)];
    }
    case 'movePrompt': {
      const { id } = change.args;
      const projectId = before.live('prompt', id)?.projectId;
      return projectId === undefined ? [] : [{ name: 'movePrompt', args: { id, projectId } }];
    }
    case 'renameProject':
      return undoOfProject(change.args, before);
    case 'moveProject': {
      const { id } = change.args;
      const project = before.live('project', id);
      if (project === undefined) return [];
      return [{ name: 'moveProject', args: { id, position: project.position ?? null } }];
    }
    case 'keepRun': {
      const { promptId, id } = change.args;
      return [{ name: 'deleteKeptRun', args: { promptId, id } }];
    }
    case 'updateKeptRun':
      return undoOfRating(change.args, before);
    case 'createTestCase': {
      const { promptId, id } = change.args;
      return [{ name: 'deleteTestCase', args: { promptId, id } }];
    }
    case 'updateTestCase':
      return undoOfCase(change.args, before, after);
    case 'updateResource': {
      const { id } = change.args;
      const file = before.live('resource', id);
      if (file === undefined) return [];
      return [{ name: 'updateResource', args: { id, name: file.name, description: file.description } }];
    }
    default:
      return [];
  }
}

function undoOfProject(change: ArgsOf<'renameProject'>, before: RowSet): PlannedMutation[] {
  const { id } = change;
  const project = before.live('project', id);
  if (project === undefined) return [];
  const { name, color } = project;
  const args = {
    id,
    ...(change.name === undefined ? {} : { name }),
    ...(change.color === undefined ? {} : { color: sendableColor(color) }),
  };
  return [{ name: 'renameProject', args }];
}

function undoOfEdit(
  { promptId, id }: ArgsOf<'editVersion'>,
  before: RowSet,
  after: RowSet,
): PlannedMutation[] {
  const content = before.live('version', id)?.content;
  const base = after.live('version', id)?.content;
  if (content === undefined || base === undefined) return [];
  return [{ name: 'editVersion', args: { promptId, id, content, base } }];
}

function undoOfText(id: number, before: RowSet, after: RowSet): PlannedMutation[] {
  const content = before.live('prompt', id)?.content;
  const base = after.live('prompt', id)?.content;
  if (content === undefined || base === undefined || content === base) return [];
  return [{ name: 'setContent', args: { id, content, base } }];
}

function undoOfSettings(id: number, before: RowSet, after: RowSet): PlannedMutation[] {
  const [was = {}, is = {}] = [before, after].map((rows) => rows.live('prompt', id)?.attributes?.settings);
  const settings = settingsChange(is, was);
  if (Object.keys(settings).length === 0) return [];
  return [{ name: 'setAttributes', args: { id, settings, baseSettings: is } }];
}

function undoOfPrompt(
  { id, title, notes }: ArgsOf<'updatePrompt'>,
  before: RowSet,
  after: RowSet,
): PlannedMutation[] {
  const [was, is] = [before.live('prompt', id), after.live('prompt', id)];
  if (was === undefined || is === undefined) return [];
  const args = {
    id,
    ...(title === undefined ? {} : { title: was.title }),
    ...(notes === undefined ? {} : { notes: was.notes, baseNotes: is.notes }),
  };
  return [{ name: 'updatePrompt', args }];
}

function undoOfRating(
  { promptId, id, ...change }: ArgsOf<'updateKeptRun'>,
  before: RowSet,
): PlannedMutation[] {
  const was = before.live('keptRun', id);
  if (was === undefined) return [];
  const args = {
    ...(change.verdict === undefined ? {} : { verdict: was.verdict }),
    ...(change.stars === undefined ? {} : { stars: was.stars }),
    ...(change.note === undefined ? {} : { note: was.note, baseNote: change.note }),
  };
  return [{ name: 'updateKeptRun', args: { promptId, id, ...args } }];
}

function undoOfCase(
  { promptId, id, ...change }: ArgsOf<'updateTestCase'>,
  before: RowSet,
  after: RowSet,
): PlannedMutation[] {
  const [was, is] = [before.live('testCase', id), after.live('testCase', id)];
  if (was === undefined || is === undefined) return [];
  const named = new Set(Object.keys(change));
  const args = Object.fromEntries(Object.entries(fieldsOfCase(was)).filter(([name]) => named.has(name)));
  const upon = { baseNotes: is.notes, baseValues: is.values, baseChecks: is.checks };
  return [{ name: 'updateTestCase', args: { promptId, id, ...args, ...upon } }];
}
