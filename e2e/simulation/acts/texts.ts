/** Commits, picks a prompt and edits a text a little, for all acts on texts. */
import type { Prompt } from '#shared/model/prompt.ts';
import type { ArgsOf, MutationName } from '#shared/mutations/registry.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import type { Ledger } from '../ledger.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Act } from './act.ts';

export async function commitAs<Name extends MutationName>(
  { device, tab, log }: Act,
  name: Name,
  args: ArgsOf<Name>,
): Promise<void> {
  log.push(`${device.name}#${tab} ${name} ${JSON.stringify(args)}`);
  const outcome = await commit(device.library, name, args);
  if (!outcome.ok) throw new Error(`${device.name}: ${name} was refused locally: ${outcome.code}`);
}

export async function anyPrompt({ device, random }: Act): Promise<Prompt | undefined> {
  const { prompts } = await outlineOf(device.library);
  const chosen = random.pick(prompts);
  return chosen === undefined ? undefined : promptOf(device.library, chosen.id);
}

/** The text in this tab's editor: as it was taken over last, not necessarily what the row says now. */
export function shownText({ device, tab }: Act, prompt: Prompt): string {
  return device.tabs[tab]?.get(prompt.id) ?? prompt.content;
}

export function newLine(random: SeededRandom, ledger: Ledger): string {
  return Array.from({ length: 1 + random.below(5) }, () => ledger.coin()).join(' ');
}

/** Adds a line, adds a word, replaces a word, or removes a line, somewhere. */
export function edit({ random, ledger }: Act, text: string): string {
  const lines = text === '' ? [] : text.split('\n');
  const at = random.below(lines.length + 1);
  const line = lines[at];
  const kind = random.below(10);
  if (line === undefined || kind < 4) {
    lines.splice(at, 0, newLine(random, ledger));
  } else if (kind < 6) {
    lines[at] = `${line} ${ledger.coin()}`;
  } else if (kind < 9) {
    const words = line.split(' ');
    words[random.below(words.length)] = ledger.coin();
    lines[at] = words.join(' ');
  } else {
    lines.splice(at, 1);
  }
  return lines.join('\n');
}
