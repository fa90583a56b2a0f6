import { chakra } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { lazyPart } from '../../../ui/load-again.ts';
import { fullscreenAtom } from '../reading-atoms.ts';
import type { FullscreenTabs } from './fullscreen-tab-bar.tsx';
import { useEscape } from './use-escape.ts';

// Loaded on demand: it is needed in fullscreen only, and the editor is to be there soon.
const FullscreenTabBar = lazyPart(async () => (await import('./fullscreen-tab-bar.tsx')).FullscreenTabBar);

/** The place of the title bar, by which the window is moved. */
const titleBar = {
  content: '""',
  position: 'absolute',
  inset: '0 0 auto',
  height: 'var(--titlebar-height)',
  appRegion: 'drag',
} as const;

const Stage = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: 'auto',
    minW: '0',
    minH: '0',
    height: 'full',
    bg: 'bg',
    // The panels find their place by the room that is here, not by the window's.
    container: 'editor-stage / inline-size',
    // Beside a page's other parts, notes are a glance; in fullscreen they have the height of the screen.
    '--notes-max-height': '300px',
    // Over the page's own bars, under dialogs.
    '&[data-fullscreen]': {
      // The bar has the button that leaves it.
      '& .editor-tool-fullscreen': { display: 'none' },
      position: 'fixed',
      inset: 'var(--visible-top, 0) 0 auto',
      height: 'var(--visible-height, 100dvh)',
      pt: 'var(--titlebar-height)',
      zIndex: 'overlay',
      '--notes-max-height': 'none',
      '@media (display-mode: window-controls-overlay)': {
        _before: titleBar,
      },
    },
  },
});

/** The small buttons of a mouse are as large as all others under a finger. */
const targets = { _finger: { '& :is(button, .version-open)': { minH: 'target' } } };

export type EditorStageProps = {
  readonly selectedId: number;
  readonly tabs: FullscreenTabs;
  readonly children: ReactNode;
};

/**
 * Shows a prompt's pane in its place on the page, or over everything as a modal. It is one element all the
 * while, so that going over and back moves no text, no caret and no scroll position.
 */
export function EditorStage({ selectedId, tabs, children }: EditorStageProps) {
  const [fullscreen, setFullscreen] = useAtom(fullscreenAtom);
  const place = useRef<HTMLDivElement>(null);
  const exit = () => setFullscreen(false);
  useAlone(place, fullscreen);
  useEscape(place, { on: fullscreen, run: exit });
  useFocusAfter(place, fullscreen);
  useEffect(() => () => setFullscreen(false), [setFullscreen]);
  const modal = fullscreen
    ? ({ role: 'dialog', 'aria-modal': true, 'aria-label': t('Fullscreen editor') } as const)
    : {};
  return (
    <Stage
      ref={place}
      className="editor-stage"
      css={targets}
      data-fullscreen={fullscreen || undefined}
      {...modal}
    >
      {fullscreen && (
        <Suspense fallback={null}>
          <FullscreenTabBar selectedId={selectedId} {...tabs} onExit={exit} />
        </Suspense>
      )}
      {children}
    </Stage>
  );
}

/** The button that leaves goes away, and the one that was pressed before comes back. */
function useFocusAfter(place: RefObject<HTMLElement | null>, on: boolean): void {
  const was = useRef(on);
  useEffect(() => {
    if (was.current && !on && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('.editor-tool-fullscreen')?.focus();
    was.current = on;
  }, [on, place]);
}

/** Nothing beside it on the page can be reached; dialogs and notifications hang at the body and still can. */
function useAlone(place: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const silenced: Element[] = [];
    let element: Element | null = place.current;
    while (element?.parentElement && element.parentElement !== document.body) {
      for (const sibling of element.parentElement.children) {
        if (sibling === element || sibling.hasAttribute('inert')) continue;
        sibling.setAttribute('inert', '');
        silenced.push(sibling);
      }
      element = element.parentElement;
    }
    return () => {
      for (const sibling of silenced) sibling.removeAttribute('inert');
    };
  }, [on, place]);
}
