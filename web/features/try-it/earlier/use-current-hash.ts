import { useEffect, useState } from 'react';
import { promptOf } from '../../../data/queries/queries.ts';
import { sha256OfText } from '../../../data/resources/sha256.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';

/** Returns what runs of the prompt's current text name it by, the one before until a changed text has its own; null at first. */
export function useCurrentHash(promptId: number): string | null {
  const library = useLibrary();
  const text = useLive(async () => (await promptOf(library, promptId))?.content, [library, promptId]);
  const [hashed, setHashed] = useState<{ readonly promptId: number; readonly hash: string } | null>(null);
  useEffect(() => {
    if (text === undefined) return;
    let isOver = false;
    const take = (hash: string) => {
      if (!isOver) setHashed({ promptId, hash });
    };
    void sha256OfText(text).then(take);
    return () => {
      isOver = true;
    };
  }, [promptId, text]);
  return hashed?.promptId === promptId ? hashed.hash : null;
}
