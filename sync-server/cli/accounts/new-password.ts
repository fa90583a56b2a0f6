import { isCommonPassword } from '../../passwords/common-passwords.ts';
import { createPasswordRules } from '../../services/accounts/password-rules.ts';
import { settingsOf, type World, WrongArguments } from '../world.ts';

/**
 * Reads a new password from the first line of standard input, or asks for it twice on the terminal.
 * Throws `WrongArguments` where a sign-up would refuse it, or there is nobody to ask.
 */
export async function readNewPassword(
  world: World,
  { username, fromInput }: { username: string; fromInput: boolean },
): Promise<string> {
  const { minPasswordLength } = settingsOf(world);
  const password = fromInput ? firstLine(await world.readInput()) : await askTwice(world);
  if (password.length < minPasswordLength) {
    throw new WrongArguments(`The password must have at least ${minPasswordLength} characters.`);
  }
  const weakness = await createPasswordRules({ minPasswordLength, isCommonPassword })({ username, password });
  if (weakness !== undefined) throw new WrongArguments(`${weakness}.`);
  return password;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function askTwice({ askSecret }: World): Promise<string> {
  if (askSecret === undefined) {
    throw new WrongArguments('There is no terminal to ask for the password on: use --password-stdin.');
  }
  const password = await askSecret('New password: ');
  if ((await askSecret('The same again: ')) !== password)
    throw new WrongArguments('The two passwords differ.');
  return password;
}
