/** The list is ordered by how often a password was found. */
const most = 10_000;

/** Returns whether a password, in any case, is among the 10,000 most common ones. Loads the list when it is called. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].slice(0, most).includes(password.toLowerCase());
}
