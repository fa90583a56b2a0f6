/** Finds the files that coding agents read, in the folders that their tools keep in a repository. */

const folders = new Set([
  ...['.agents', '.claude', '.codex', '.continue', '.cursor', '.gemini', '.github', '.opencode', '.windsurf'],
]);
const inside = /^(skills|commands?|agents?|rules|prompts|instructions|chatmodes|workflows?)$/;
const named = /^(copilot-instructions|AGENTS|CLAUDE|GEMINI)\.md$/;

/** Returns true for the name of a folder that a tool hides: `.cursor`. */
export function isAgentFolder(name: string): boolean {
  return folders.has(name);
}

/** Returns true for a path with such a folder in it whose file an agent reads. */
export function isAgentPath(path: string): boolean {
  const parts = path.split('/');
  const at = parts.findIndex((part) => part.startsWith('.'));
  const next = parts[at + 1] ?? '';
  const others = parts.slice(at + 1);
  if (!folders.has(parts[at] ?? '') || others.some((part) => part.startsWith('.'))) return false;
  // The workflows of GitHub are no prompts.
  if (parts[at] === '.github' && /^workflows?$/.test(next)) return false;
  return others.length === 1 ? named.test(next) : inside.test(next);
}
