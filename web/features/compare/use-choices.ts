import { useMemo, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../data/database/library.ts';
import { namedVersionsOf } from '../../data/queries/palette-rows.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { OptionRows } from '../../ui/options/option-rows.ts';
import type { ComparedText } from './compared-texts.ts';
import { type Choice, choiceRows, promptChoices, textChoices } from './text-choices.ts';

export type ChoicesProps = {
  /** Null: nothing yet, so a prompt is looked for first. */
  readonly chosen: ComparedText | null;
  onChoose(text: ComparedText): void;
};

/** Lists the texts of a prompt, or all prompts, by what is typed; a prompt leads to its texts. */
export function useChoices({ chosen, onChoose }: ChoicesProps) {
  /** The prompt whose texts are listed; null: the prompts are. */
  const [promptId, setPromptId] = useState(chosen?.promptId ?? null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const listed = useListed(promptId);
  const rows = useMemo(() => choiceRows(listed?.choices ?? [], query, headOf(listed)), [listed, query]);
  const isChosen = ({ target }: Choice) =>
    target.kind === 'text' && chosen?.promptId === promptId && chosen?.versionId === target.versionId;
  const start = query === '' ? Math.max(0, placeOf(rows, isChosen)) : 0;
  return {
    ...{ rows, query, isChosen, setActive },
    ofPrompts: promptId === null,
    isRead: listed !== undefined,
    at: Math.min(active ?? start, rows.stops.length - 1),
    type(next: string): void {
      setQuery(next);
      setActive(null);
    },
    choose({ target }: Choice): void {
      if (target.kind === 'text') {
        if (promptId !== null) onChoose({ promptId, versionId: target.versionId });
        return;
      }
      setPromptId(target.kind === 'prompt' ? target.id : null);
      setActive(null);
      // Words that no text of this prompt has are looked for among the prompts.
      if (target.kind === 'prompt' || rows.stops.length > 1) setQuery('');
    },
  };
}

type Listed = {
  /** The prompt whose texts these are; null: they are prompts. */
  readonly of: number | null;
  readonly heading: string;
  readonly choices: readonly Choice[];
};

/** Returns undefined until they are read. */
function useListed(promptId: number | null): Listed | undefined {
  const library = useLibrary();
  const listed = useLive(() => readListed(library, promptId), [library, promptId]);
  return listed?.of === promptId ? listed : undefined;
}

async function readListed(library: Library, promptId: number | null): Promise<Listed> {
  if (promptId === null) {
    return { of: null, heading: t('Prompts'), choices: promptChoices(await outlineOf(library)) };
  }
  const [prompt, versions] = await Promise.all([
    promptOf(library, promptId),
    namedVersionsOf(library, promptId),
  ]);
  // Deleted meanwhile, it has no texts any more.
  const choices = prompt === undefined ? [] : textChoices(versions);
  return { of: promptId, heading: prompt?.title ?? '', choices };
}

function headOf(listed: Listed | undefined) {
  return { heading: listed?.heading ?? '', hasOthers: listed !== undefined && listed.of !== null };
}

function placeOf({ rows }: OptionRows<Choice>, isWanted: (choice: Choice) => boolean): number {
  const row = rows.find((each) => each.kind === 'entry' && isWanted(each.entry));
  return row?.kind === 'entry' ? row.place : -1;
}
