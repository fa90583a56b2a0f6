import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { markLine, type SnippetMark } from '#shared/templates/marks.ts';
import type { ResolvedText } from '#shared/templates/resolve-snippets.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { readSnippet, resolveText, textSourceKey } from '../../../data/queries/resolve-text.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { pageClock } from '../../../ui/clock.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { useStableAct } from '../../../ui/hooks/use-stable-act.ts';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';
import { shownReference } from '../../../ui/snippets/problem-sentence.ts';
import { SnippetProblems } from '../../../ui/snippets/snippet-problems.tsx';
import { FloatingBox } from './floating-box.ts';
import { belowOrAbove } from './floating-place.ts';
import type { SnippetSurface, SnippetToolsProps } from './snippet-surface.ts';

/** A reference in the text, by offsets of the text. */
type ShownReference = {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly mark: SnippetMark;
};

const showAfterMs = 350;
const hideAfterMs = 250;
const previewUnits = 600;

/** Shows what a reference stands for, while the caret or the pointer is in it. */
export function SnippetPreview(props: SnippetToolsProps) {
  const { surface } = props;
  const { shown, hide, hold, release } = useShownReference(surface);
  if (shown === null) return null;
  return createPortal(
    <Preview key={shown.written} {...props} {...{ shown, hide, hold, release }} />,
    document.body,
  );
}

type PreviewProps = SnippetToolsProps & {
  readonly shown: ShownReference;
  hide(): void;
  hold(): void;
  release(): void;
};

function Preview({ surface, promptId, versionId, onOpen, shown, ...on }: PreviewProps) {
  const library = useLibrary();
  const { written, mark } = shown;
  const found = useLive(async () => {
    const key = textSourceKey(promptId, versionId);
    const [target, resolved] = await Promise.all([
      readSnippet(library, mark),
      resolveText(library, { key, text: written }),
    ]);
    return { target: typeof target === 'string' ? null : target, resolved };
  }, [library, written, promptId, versionId]);
  const target = found?.target ?? null;
  function open(): boolean {
    if (target === null || onOpen === undefined) return false;
    on.hide();
    onOpen(target.promptId);
    return true;
  }
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const key = pressedKey(event);
    if (key === 'Escape') on.hide();
    return key === 'Enter' && event.altKey && open();
  });
  useEffect(() => surface.onKey((event) => onKey(event)), [surface]);
  if (found === undefined) return null;
  const name = shownReference(mark);
  return (
    <FloatingBox
      display="grid"
      alignContent="start"
      gap="2"
      p="3"
      aria-label={t('Snippet {name}', { name })}
      style={belowOrAbove(surface.boxAt(shown.start), { width: 360, height: 260 })}
      // The text keeps the focus, whatever is pressed here.
      onPointerDown={(event) => event.preventDefault()}
      onPointerEnter={on.hold}
      onPointerLeave={on.release}
    >
      <Flex as="header" align="center" justify="space-between" gap="2">
        <Heading as="h3" size="sm" minW="0" overflowWrap="anywhere" dir="auto">
          {name}
        </Heading>
        {target !== null && onOpen !== undefined && (
          <Button size="sm" data-tooltip={t('Open (Alt+Enter)')} onClick={() => open()}>
            {t('Open')}
          </Button>
        )}
      </Flex>
      <PreviewText resolved={found.resolved} isFound={target !== null} />
    </FloatingBox>
  );
}

function PreviewText({
  resolved: { text, problems },
  isFound,
}: {
  resolved: ResolvedText;
  isFound: boolean;
}) {
  const start = text.slice(0, previewUnits);
  return (
    <>
      <SnippetProblems problems={problems} />
      {isFound && (
        <Text
          lineClamp="8"
          fontFamily="mono"
          fontVariantLigatures="none"
          fontSize="xs"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          color="fg.muted"
          dir="auto"
        >
          {start.trim() === '' ? t('This prompt has no text yet.') : start}
        </Text>
      )}
    </>
  );
}

function useShownReference(surface: SnippetSurface) {
  const [shown, setShown] = useState<ShownReference | null>(null);
  const [timer] = useState(() => createTimer());
  const hide = useStableAct(() => timer.run(0, () => setShown(null)));
  useEffect(() => {
    const show = (found: ShownReference | null) =>
      timer.run(found === null ? hideAfterMs : showAfterMs, () => setShown(found));
    const stopCaret = surface.onCaret(() => show(referenceAtCaret(surface)));
    const stopText = surface.onText(() => timer.run(0, () => setShown(null)));
    const over = (event: PointerEvent) => {
      const chip = event.target instanceof Element ? event.target.closest('.tok-snippet') : null;
      if (chip !== null) show(referenceAt(surface, surface.offsetOf(chip)));
    };
    const out = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('.tok-snippet') !== null)
        show(referenceAtCaret(surface));
    };
    const gone = () => setShown(null);
    surface.dom.addEventListener('pointerover', over);
    surface.dom.addEventListener('pointerout', out);
    addEventListener('scroll', gone, { capture: true, passive: true });
    return () => {
      timer.stop();
      stopCaret();
      stopText();
      surface.dom.removeEventListener('pointerover', over);
      surface.dom.removeEventListener('pointerout', out);
      removeEventListener('scroll', gone, true);
    };
  }, [surface, timer]);
  const hold = useStableAct(() => timer.stop());
  const release = useStableAct(() => timer.run(hideAfterMs, () => setShown(null)));
  return { shown, hide, hold, release };
}

function createTimer() {
  const clock = pageClock(window);
  let callOff = () => {};
  return {
    run(milliseconds: number, act: () => void): void {
      callOff();
      callOff = clock.after(milliseconds, act);
    },
    stop: () => callOff(),
  };
}

function referenceAtCaret(surface: SnippetSurface): ShownReference | null {
  const { text, start, caret } = surface.caretLine();
  return inLine(text, start, (mark) => mark.start < caret && caret < mark.end);
}

function referenceAt(surface: SnippetSurface, offset: number): ShownReference | null {
  const around = 1_000;
  const from = Math.max(0, offset - around);
  const before = surface.text().slice(from, offset);
  const start = from + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const line = /^[^\r\n]*/.exec(surface.text().slice(start, offset + around))?.[0] ?? '';
  return inLine(line, start, (mark) => mark.start <= offset - start && offset - start < mark.end);
}

function inLine(
  line: string,
  start: number,
  isWanted: (mark: SnippetMark) => boolean,
): ShownReference | null {
  if (!hasReferences(line)) return null;
  for (const mark of markLine(line, '').marks) {
    if (mark.kind !== 'snippet' || !isWanted(mark)) continue;
    return { start: start + mark.start, end: start + mark.end, written: formatReference(mark), mark };
  }
  return null;
}
