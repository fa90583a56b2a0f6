import { chakra, type HTMLChakraProps, Splitter } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type ReactNode, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { ResizeHandle, useLineWidth } from '../../ui/panel/resize-handle.tsx';
import { partOfRoom, useRoom } from '../../ui/panel/use-room.ts';
import { sidebarAtom } from './workspace-atoms.ts';

/** In rem: 560 px for a text, wherever the window has them beside the sidebar. */
const textRoom = 35;

export interface WorkspaceDeskProps {
  /** Stands beside the page; otherwise it is hidden, or lies over the page. */
  readonly isBeside: boolean;
  readonly sidebar: ReactNode;
  readonly css: HTMLChakraProps<'div'>['css'];
  /** The page. */
  readonly children: ReactNode;
}

/** The sidebar and the page, and between them the line by which a person makes the sidebar wider or narrower. */
export function WorkspaceDesk({ isBeside, sidebar, css, children }: WorkspaceDeskProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [{ width }, setSidebar] = useAtom(sidebarAtom);
  // The buttons of a row are as large as a finger, and its name needs room beside them.
  const isForFingers = useMediaQuery('(pointer: coarse)');
  const least = isForFingers ? 16 : 12.5;
  const line = useLineWidth();
  const leastPage = Math.max(0, Math.min(textRoom, room - least - line));
  const usual = Math.min(18, Math.max(isForFingers ? 17 : 15, room * 0.23));
  const shown = Math.max(least, Math.min(width ?? usual, room - leastPage - line));
  const setWidth = (next: number | null) => setSidebar((before) => ({ ...before, width: next }));
  const page = { id: 'page', minSize: `${leastPage}rem` };
  return (
    <Splitter.Root
      ref={place}
      position="relative"
      flex="1"
      minH="0"
      css={css}
      keyboardResizeBy={2}
      panels={
        isBeside
          ? [{ id: 'sidebar', minSize: `${least}rem`, resizeBehavior: 'preserve-pixel-size' }, page]
          : [page]
      }
      defaultSize={isBeside ? [`${shown}rem`] : []}
      onResizeEnd={({ size: [now] }) => {
        const next = partOfRoom(now, room);
        if (Math.abs(next - shown) >= 0.2) setWidth(next);
      }}
    >
      {/* Without a box of its own: what is in it stands in the splitter. */}
      <chakra.nav display="contents" aria-label={t('Projects and prompts')}>
        {sidebar}
        {isBeside && (
          <ResizeHandle id="sidebar:page" label={t('Width of the sidebar')} onReset={() => setWidth(null)} />
        )}
      </chakra.nav>
      <Splitter.Panel id="page" display="flex" flexDirection="column">
        {children}
      </Splitter.Panel>
    </Splitter.Root>
  );
}
