/** `sync DIR`: keeps a folder and a project of a server equal, both ways. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { Tag } from '#shared/model/prompt-attributes.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { addAction, type Commands } from '../add-command.ts';
import { layoutNames, layoutsOf } from '../folder-sync/layouts.ts';
import { ServerAway } from '../folder-sync/library-client.ts';
import type { RoundReport } from '../folder-sync/round.ts';
import { type SyncFolder, syncFolder, watchFolder } from '../folder-sync/sync-folder.ts';
import { createProgress } from '../progress.ts';
import { type Outcome, tokenOf, type World } from '../world.ts';

const Arguments = z.object({
  project: z.string().min(1, '--project must name a project'),
  url: z.url({ protocol: /^https?$/, error: '--url must be an address like https://prompts.example.org' }),
  watch: z.boolean().default(false),
  layout: z
    .string()
    .default('tree')
    .transform((names, context) => {
      const found = layoutsOf(names);
      if (found !== null) return found;
      const message = `--layout must be ${layoutNames.join(', ')}, or skills,rules for both`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  tag: Tag.optional(),
  label: VersionLabel.optional(),
  allowDeletes: z.boolean().default(false),
  allowSecrets: z.boolean().default(false),
  args: z.tuple([z.string().min(1, 'DIR must name a folder')]),
});
type Given = z.infer<typeof Arguments>;

export function addSyncCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('sync')
      .description(
        'keeps a folder of Markdown files and a project equal, both ways. PROMPTORY_TOKEN is a token of the account with ' +
          'the scope write',
      )
      .argument('<dir>', 'the folder, a git checkout for one')
      .requiredOption('--project <project>', 'its name or id')
      .requiredOption('--url <address>', 'of the server')
      .option(
        '--layout <names>',
        `how they lie in it: ${layoutNames.join(', ')}, or skills,rules for both`,
        'tree',
      )
      .option('--tag <tag>', 'only the prompts with this tag, which new files get')
      .option('--label <label>', 'the text of the version with this label; edits go into the current text')
      .option('--watch', 'go on until SIGINT or SIGTERM')
      .option('--allow-deletes', 'also where more than half of the prompts would be deleted')
      .option('--allow-secrets', 'write texts with what looks like a key or password too'),
    Arguments,
    (given) => runSync(world, given),
  );
}

async function runSync(world: World, given: Given): Promise<Outcome> {
  const token = tokenOf(world);
  const url = given.url.replace(/\/+$/, '');
  const { project, allowDeletes, allowSecrets, args, layout, tag = null, label = null } = given;
  const sync: SyncFolder = {
    ...{ folder: resolve(world.cwd, args[0]), url, project, token, now: world.now },
    ...{ allowDeletes, allowSecrets },
    ...{ layouts: layout.layouts, shape: { layout: layout.name, tag, label } },
    send: (path, init) => fetch(`${url}${path}`, init),
  };
  if (given.watch) return runWatch(world, sync);
  const progress = createProgress(world, 'Syncing');
  try {
    const onProgress = (changed: number) => progress(changed, 'changes');
    return outcomeOf(await syncFolder({ ...sync, onProgress }).finally(progress.end));
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
    return { lines: [], json: { error: error.message }, complaints: [error.message], failed: true };
  }
}

async function runWatch(world: World, sync: SyncFolder): Promise<Outcome> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  let before = '';
  const say = (sentences: readonly string[]) => {
    const text = sentences.join('\n');
    if (text !== before && text !== '') world.writeError(`${text}\n`);
    before = text;
  };
  let rounds = 0;
  await watchFolder(sync, {
    signal: ending.signal,
    onRound(report) {
      rounds += 1;
      const changes = changesOf(report) === 0 ? [] : [sentenceOf(report)];
      say([...changes, ...report.notices, ...report.complaints]);
    },
    onAway: (why) => say([why]),
  });
  return { lines: [`Ended after ${rounds} rounds.`], json: { rounds } };
}

function outcomeOf(report: RoundReport): Outcome {
  const { here, there, conflicts, complaints, notices, failed, again } = report;
  return {
    lines: [changesOf(report) === 0 ? 'Both are equal.' : sentenceOf(report), ...notices],
    json: { folder: here, project: there, conflicts, complaints, notices, unfinished: again },
    complaints: again ? [...complaints, 'Something changed meanwhile: repeat it.'] : complaints,
    failed: failed || again,
  };
}

function changesOf({ here, there }: RoundReport): number {
  return [here, there].reduce((sum, { added, changed, deleted }) => sum + added + changed + deleted, 0);
}

function sentenceOf({ here, there, conflicts }: RoundReport): string {
  const of = ({ added, changed, deleted }: RoundReport['here']) =>
    `${added} added, ${changed} changed, ${deleted} deleted`;
  const kept =
    conflicts === 0 ? '' : ` ${conflicts} conflicts: the other text is a version, to be reviewed in the app.`;
  return `Folder: ${of(here)}. Project: ${of(there)}.${kept}`;
}
