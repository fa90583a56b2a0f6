/**
 * Finds words that are no terms of the field, in names and in the first lines of docstrings; a first line does not
 * begin with What, Whoever or Where, which say nothing of what the thing does.
 */
const inNames = new Set([
  ...['said', 'tell', 'tells', 'told', 'hear', 'hears', 'heard'],
  ...['anew', 'nobodys'],
]);
const inFirstLines = /\b(said|told|heard|anew|in vain|nobody['’]s)\b|^(What|Whoever|Where)\b/i;
const notNames =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

/**
 * Returns the banned words of a file: each name once, and each first line.
 * @param {string} text
 */
export function bannedWords(text) {
  const names = new Set(text.replaceAll(notNames, ' ').match(/[A-Za-z_$][\w$]*/g));
  const found = [...names].filter((name) => isBanned(name)).map((name) => `the name ${name}`);
  for (const [, line] of text.matchAll(/\/\*\*[\s*]*([^\n]+)/g)) {
    const first = line.replace(/\s*\*\/.*$/, '');
    if (inFirstLines.test(first)) found.push(`the first line "${first}"`);
  }
  return found;
}

/** @param {string} name */
function isBanned(name) {
  const parts = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts.some((part, at) => inNames.has(part) || (part === 'in' && parts[at + 1] === 'vain'));
}
