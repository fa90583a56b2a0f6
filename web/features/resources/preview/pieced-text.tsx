import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { PreviewArea } from './preview-area.tsx';

export interface PiecedTextProps {
  readonly label: string;
  /** Called once. */
  pieces(): Iterator<string, void>;
}

type DrawnPiece = { readonly place: number; readonly text: string };

/** Pixels below what is seen that are always drawn. */
const ahead = 1200;
const piecesAtOnce = 2;

/** A text of any length: what is read is drawn, and what comes next when somebody scrolls towards it. */
export function PiecedText({ label, pieces }: PiecedTextProps) {
  const [{ source, first }] = useState(() => begin(pieces()));
  const [drawn, setDrawn] = useState(first);
  const area = useRef<HTMLElement>(null);

  function drawMore(): void {
    const { current } = area;
    if (current === null || current.scrollHeight - current.scrollTop - current.clientHeight > ahead) return;
    const more = take(source, drawn.length);
    if (more.length > 0) setDrawn([...drawn, ...more]);
  }

  return (
    <PreviewArea ref={area} aria-label={label} {...scrolledByKeys} onScroll={drawMore}>
      <Source>
        {drawn.map(({ place, text }) => (
          <Piece key={place}>{text}</Piece>
        ))}
      </Source>
    </PreviewArea>
  );
}

const Source = chakra('pre', {
  base: {
    direction: 'ltr',
    unicodeBidi: 'plaintext',
    p: '3',
    fontVariantLigatures: 'none',
    fontSize: '0.8125rem',
    lineHeight: 'normal',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    tabSize: '4',
  },
});

const Piece = chakra('div', {
  base: { contentVisibility: 'auto', containIntrinsicSize: 'auto 40rem' },
});

/** Safari lets no key scroll what has no focus. */
const scrolledByKeys = { tabIndex: 0 };

function begin(source: Iterator<string, void>) {
  return { source, first: take(source, 0) };
}

function take(source: Iterator<string, void>, from: number): DrawnPiece[] {
  const taken: DrawnPiece[] = [];
  while (taken.length < piecesAtOnce) {
    const { value, done } = source.next();
    if (done || value === undefined) break;
    taken.push({ place: from + taken.length, text: value });
  }
  return taken;
}
