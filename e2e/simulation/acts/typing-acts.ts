/**
 * A person types in a tab, and presses Undo and Redo there, by the history that the editor has.
 * I14: a step takes no word out of the text but those that this person wrote or took out in this tab. The rule
 * "othersWords" is broken where what came from elsewhere counts as typed.
 */
import type { Prompt } from '#shared/model/prompt.ts';
import { promptOf } from '../../../web/data/queries/queries.ts';
import { wordsIn } from '../ledger.ts';
import type { Act } from './act.ts';
import type { TabHistory } from './tab-history.ts';
import { anyPrompt, commitAs, edit, shownText } from './texts.ts';

export type TypingActName = 'type' | 'undo' | 'redo';

export function isTypingAct(name: string): name is TypingActName {
  return Object.hasOwn(typingActs, name);
}

export const typingActs: Record<TypingActName, (context: Act) => Promise<boolean>> = {
  async type(context) {
    const prompt = await anyPrompt(context);
    const history = historyOf(context);
    if (prompt === undefined || history === undefined) return false;
    const base = shownText(context, prompt);
    const content = edit(context, base);
    if (content.trim() === '') return false;
    if (context.broken === 'othersWords') history.undo.typed(prompt.id, { content: base, at: now(context) });
    else history.undo.opened(prompt.id, base);
    history.undo.typed(prompt.id, { content, at: now(context) });
    for (const word of changedWords(base, content)) history.own.add(word);
    await store(context, prompt, { base, content });
    return true;
  },
  undo: (context) => step(context, 'undo'),
  redo: (context) => step(context, 'redo'),
};

async function step(context: Act, direction: 'undo' | 'redo'): Promise<boolean> {
  const prompt = await anyPrompt(context);
  const history = historyOf(context);
  if (prompt === undefined || history === undefined) return false;
  const base = shownText(context, prompt);
  if (context.broken === 'othersWords') history.undo.typed(prompt.id, { content: base, at: now(context) });
  const content = history.undo.step(prompt.id, { direction, shown: base });
  if (content === null || content.trim() === '') return false;
  checkStep(history, base, content);
  context.counts.steps += 1;
  await store(context, prompt, { base, content });
  return true;
}

function checkStep({ own }: TabHistory, before: string, after: string): void {
  const left = wordsIn(after);
  const taken = [...wordsIn(before)].filter((word) => !left.has(word) && !own.has(word));
  if (taken.length > 0) throw new Error(`I14: a step took out ${taken.join(', ')}, which others wrote`);
}

async function store(context: Act, { id }: Prompt, text: { base: string; content: string }): Promise<void> {
  const { device, tab, ledger } = context;
  await commitAs(context, 'setContent', { id, ...text });
  ledger.edited(text.base, text.content);
  const after = (await promptOf(device.library, id))?.content ?? text.content;
  device.tabs[tab]?.set(id, after);
  if (context.broken === 'othersWords')
    historyOf(context)?.undo.typed(id, { content: after, at: now(context) });
  else historyOf(context)?.undo.merged(id, after);
}

function historyOf({ device, tab }: Act): TabHistory | undefined {
  return device.histories[tab];
}

function now({ device }: Act): number {
  return device.library.deps.now();
}

function changedWords(before: string, after: string): string[] {
  const [old, fresh] = [wordsIn(before), wordsIn(after)];
  return [...[...old].filter((word) => !fresh.has(word)), ...[...fresh].filter((word) => !old.has(word))];
}
