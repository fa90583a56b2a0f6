import type { Command } from 'commander';
import type { z } from 'zod';
import { type Outcome, type World, WrongArguments } from './world.ts';

/** The program that commands are added to. */
export type Commands = { program: Command; world: World; onOutcome: (outcome: Outcome) => void };

/**
 * Completes a command with `--json` and its action. `Arguments` parses its options together with `args`, its
 * positional arguments.
 */
export function addAction<T>(
  { onOutcome }: Pick<Commands, 'onOutcome'>,
  command: Command,
  Arguments: z.ZodType<T>,
  act: (given: T) => Promise<Outcome>,
): void {
  command.option('--json', 'print one JSON value').action(async () => {
    const read = Arguments.safeParse({ ...command.opts(), args: command.args });
    if (!read.success)
      throw new WrongArguments(`${read.error.issues.map(({ message }) => message).join('; ')}.`);
    onOutcome(await act(read.data));
  });
}
