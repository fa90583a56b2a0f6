/**
 * The command line tool: reads the arguments, runs one command, prints its outcome.
 *
 * 1. Exit code 0: done. 1: it failed, or found something wrong. 2: arguments or settings are wrong.
 * 2. With `--json` standard output is one JSON value and nothing else; sentences for a person go to standard error.
 * 3. An expected failure is a sentence, never a stack trace.
 */
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { CannotStart } from '../storage/failures/cannot-start.ts';
import { inspectServer } from '../storage/inspection/inspect-server.ts';
import { readVersion } from '../version.ts';
import { addTokenCommands } from './accounts/token-commands.ts';
import { addUserCommands } from './accounts/user-commands.ts';
import { addAction, type Commands } from './add-command.ts';
import { addCheckCommand } from './library/check-command.ts';
import { addExportCommand } from './library/export-command.ts';
import { addImportCommand } from './library/import-command.ts';
import { addLintCommand } from './library/lint-command.ts';
import { addRestoreDeletedCommand } from './library/restore-deleted-command.ts';
import { addRunCommand } from './library/run-command.ts';
import { addSyncCommand } from './library/sync-command.ts';
import { addBackupCommands } from './operation/backup-commands.ts';
import { addMigrateCommand } from './operation/migrate-command.ts';
import { addServerCommands } from './operation/server-commands.ts';
import { databaseOf, type Outcome, settingsOf, type World, WrongArguments } from './world.ts';

export type ExitCode = 0 | 1 | 2;

/** Runs the command that the arguments name. Never throws for a failure that a command expects. */
export async function runProgram(world: World, args: readonly string[]): Promise<ExitCode> {
  const asJson = args.includes('--json');
  let code: ExitCode = 0;
  const program = createProgram(world, (outcome) => {
    code = outcome.failed ? 1 : 0;
    print(world, outcome, asJson);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    print(world, { lines: [], json: { error: sentence }, complaints: [sentence] }, asJson);
    return error instanceof WrongArguments ? 2 : 1;
  }
}

function createProgram(world: World, onOutcome: (outcome: Outcome) => void): Command {
  const program = new Command('promptory')
    .description(
      'Runs and administers a Promptory server. Settings are environment variables: see docs/settings.md.',
    )
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.write(text),
      writeErr: (text) => world.writeError(text),
      outputError: (text, write) => write(asSentence(text)),
    })
    .showHelpAfterError('Run it with --help to see what it takes.');
  for (const add of [
    addServerCommands,
    addMigrateCommand,
    addBackupCommands,
    addImportCommand,
    addRestoreDeletedCommand,
    addUserCommands,
    addTokenCommands,
    addDoctorCommand,
    addExportCommand,
    addSyncCommand,
    addRunCommand,
    addCheckCommand,
    addLintCommand,
    addMcpCommand,
  ]) {
    add({ program, world, onOutcome });
  }
  return program;
}

const InspectionArguments = z.object({ deep: z.boolean().default(false) });

/** Adds `doctor [--deep]`. */
function addDoctorCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('doctor')
      .description('finds what is wrong with settings, data folder, database, files, disk and clock')
      .option('--deep', 'also read every file and compare its hash'),
    InspectionArguments,
    async ({ deep }) => {
      const settings = settingsOf(world);
      const findings = await inspectServer(settings, {
        now: world.now(),
        deep,
        freeBytes: world.freeBytes,
        bucket: settings.bucket,
      });
      const lines = findings.map(({ level, sentence }) => `${level}: ${sentence}`);
      return {
        lines: findings.length === 0 ? [`${databaseOf(settings)} is well.`] : lines,
        json: findings,
        failed: findings.some(({ level }) => level === 'problem'),
      };
    },
  );
}

const McpArguments = z.object({
  url: z.string(),
  tokenEnv: z
    .string()
    .regex(/^\w+$/, '--token-env must name an environment variable')
    .default('PROMPTORY_TOKEN'),
});

/** Adds `mcp --url ADDRESS`. */
function addMcpCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('mcp')
      .description('serves MCP on standard input and output, with the prompts of a Promptory server')
      .requiredOption('--url <address>', 'of the server')
      .option('--token-env <name>', 'the variable that has the API token; PROMPTORY_TOKEN by default'),
    McpArguments,
    async (given) => {
      // Loaded then: no other command needs the SDK.
      const { carryMcp } = await import('./library/mcp-command.ts');
      return carryMcp(world, given);
    },
  );
}

function print(world: World, { lines, json, complaints = [] }: Outcome, asJson: boolean): void {
  for (const line of complaints) world.writeError(`${printable(line)}\n`);
  if (asJson) world.write(`${JSON.stringify(json)}\n`);
  else for (const line of lines) world.write(`${printable(line)}\n`);
}

/** Names and titles come from anybody: a terminal must not take them for commands, nor show them in another order. */
function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Commander writes "error: unknown option '--x'". */
function asSentence(text: string): string {
  const bare = text.replace(/^error: /, '').trimEnd();
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${/[.?)]$/.test(bare) ? '' : '.'}\n`;
}

/** Returns the sentence of an expected failure: one of ours, or of the operating system (it has a code). */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotStart || error instanceof WrongArguments) return error.message;
  return error instanceof Error && 'code' in error ? `It failed: ${error.message}.` : undefined;
}
