/** `import`: adds the prompts of files to a library (`shared/library-files`). The server may be running. */
import { basename, extname, resolve } from 'node:path';
import { z } from 'zod';
import type { ChatCounts } from '#shared/library-files/formats/chats/chat-options.ts';
import type { PlannedRow } from '#shared/library-files/plan/planned.ts';
import { readLibraryFiles } from '#shared/library-files/read-library-files.ts';
import type { LibraryFilesOptions } from '#shared/library-files/read-options.ts';
import { newId } from '#shared/model/ids.ts';
import { createImportLibrary, type ImportRefusals } from '../../services/transfer/import-library.ts';
import { addAction, type Commands } from '../add-command.ts';
import { type FoundFiles, findFiles } from '../files/files-on-disk.ts';
import { ImportTable } from '../files/import-table.ts';
import { createProgress } from '../progress.ts';
import type { Outcome, World } from '../world.ts';
import { onLibraryOf } from './on-a-library.ts';

const Column = z.string().min(1, 'A column must have a name').optional();
const Arguments = z.object({
  user: z.string().min(1, '--user must name an account'),
  project: z.string().trim().min(1, '--project must name a project').optional(),
  dryRun: z.boolean().default(false),
  columnText: Column,
  columnTitle: Column,
  columnProject: Column,
  columnTags: Column,
  columnNotes: Column,
  match: z.string().trim().min(1, '--match must have a text').optional(),
  args: z.array(z.string().min(1, 'FILE must name a file')).min(1),
});
type Given = z.infer<typeof Arguments>;

export function addImportCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('import')
      .description(
        'adds the prompts of files to a library: an export of this tool or of the app (folder, zip, JSON), Markdown and ' +
          'text files, CSV, JSON lines, rules and skills of coding agents, and the files of many tools (docs/formats.md); ' +
          'of data exports of ChatGPT and Claude the messages that --match finds. ' +
          'Nothing is replaced',
      )
      .argument('<file...>', 'files and folders')
      .requiredOption('--user <name>', 'the account')
      .option(
        '--project <name>',
        'the project for what names none; by default the name of the file or folder',
      )
      .option('--dry-run', 'only list what would be added')
      .option('--column-text <name>', 'of CSV or JSON lines: the column with the texts')
      .option('--column-title <name>', 'the column with the titles')
      .option('--column-project <name>', 'the column with the names of projects')
      .option('--column-tags <name>', 'the column with the tags')
      .option('--column-notes <name>', 'the column with the notes')
      .option(
        '--match <text>',
        'of a data export of ChatGPT or Claude: takes your messages with these words',
      ),
    Arguments,
    (given) => runImport(world, given),
  );
}

async function runImport(world: World, given: Given): Promise<Outcome> {
  const paths = given.args.map((path) => resolve(world.cwd, path));
  const [first = ''] = paths;
  const projectName = given.project ?? basename(first, extname(first));
  const columns = columnsOf(given);
  let counts: ChatCounts | undefined;
  const options: LibraryFilesOptions = {
    ...{ project: { id: null, name: projectName }, columns },
    chats: {
      ...{ kind: 'matching', query: given.match ?? '' },
      drawId: () => newId((words) => crypto.getRandomValues(words)),
      onRead: (read) => {
        counts = read;
      },
    },
  };
  const outcome = await importFiles(world, given, { found: () => findFiles(paths), options });
  return withChats(outcome, { counts, match: given.match });
}

function columnsOf(given: Given): LibraryFilesOptions['columns'] {
  const { columnText: content, columnTitle: title, columnProject: project, columnTags: tags } = given;
  return content === undefined ? undefined : { content, title, project, tags, notes: given.columnNotes };
}

async function importFiles(
  world: World,
  { user, dryRun }: Given,
  { found, options }: { found: () => Promise<FoundFiles>; options: LibraryFilesOptions },
): Promise<Outcome> {
  return onLibraryOf(world, user, async (library) => {
    const { files, links } = await found();
    const progress = createProgress(world, dryRun ? 'Looking' : 'Importing');
    const table = new ImportTable({ all: dryRun });
    const onRow = (row: PlannedRow) => {
      table.add(row);
      progress(table.rows, 'rows');
    };
    const imports = createImportLibrary({ ...library, now: world.now });
    const candidates = readLibraryFiles(files, options);
    let refusals: ImportRefusals = { mutations: 0, files: 0 };
    try {
      if (dryRun) for await (const row of imports.plan(library.userId, candidates)) onRow(row);
      else refusals = await imports.bringIn(library.userId, candidates, onRow);
    } finally {
      progress.end();
    }
    return table.outcome({ links, refusals, dryRun });
  });
}

/** Names the conversations of a chat export in an outcome, and how messages are taken out of them. */
function withChats(
  outcome: Outcome,
  { counts, match }: { counts: ChatCounts | undefined; match: string | undefined },
): Outcome {
  if (counts === undefined) {
    const sentence = 'There is no data export of ChatGPT or Claude for --match.';
    return match === undefined ? outcome : { ...outcome, lines: [sentence, ...outcome.lines] };
  }
  const { conversations, messages, answers } = counts;
  const parts = [
    counted(conversations, 'conversation'),
    counted(messages, 'message', ' of yours'),
    counted(answers, 'answer'),
  ];
  const held = `The data export holds ${parts.join(', ')}.`;
  const hint = '--match TEXT takes the messages with this text.';
  return {
    ...outcome,
    lines: [match === undefined ? `${held} ${hint}` : held, ...outcome.lines],
    json: { ...z.record(z.string(), z.unknown()).parse(outcome.json), chats: counts },
  };
}

function counted(count: number, name: string, more = ''): string {
  return `${count} ${name}${count === 1 ? '' : 's'}${more}`;
}
