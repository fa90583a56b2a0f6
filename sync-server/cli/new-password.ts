import { settingsOf, type World, WrongArguments } from './world.ts';

/**
 * Reads a new password from the first line of standard input, or asks for it twice on the terminal.
 * Throws `WrongArguments` where it is too short, or there is nobody to ask.
 */
export async function readNewPassword(world: World, fromInput: boolean): Promise<string> {
  const least = settingsOf(world).minPasswordLength;
  const password = fromInput ? firstLine(await world.readInput()) : await askTwice(world);
  if (password.length < least)
    throw new WrongArguments(`The password must have at least ${least} characters.`);
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
