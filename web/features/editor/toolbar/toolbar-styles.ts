import type { SystemStyleObject } from '@chakra-ui/react';
import { toolRooms } from '../stage/stage-room.ts';

const inSecondRow = { order: '2' };
const notAskedFor = { display: 'none' };

/** Without room for all tools in a row, those needed least stand in a second one, which is asked for. */
const waiting: SystemStyleObject = {
  columnGap: '0',
  '& .editor-tool-more': { display: 'inline-flex' },
  '&[data-all]::after': { content: '""', order: '1', flexBasis: '100%', mt: '-1' },
  '& .editor-toolbar-group': { display: 'contents' },
  '& .editor-toolbar-group::before': { content: 'none' },
  '& .editor-toolbar-group > button:last-of-type': { me: '1' },
  '& [data-rest="1"]': inSecondRow,
  '&:not([data-all]) [data-rest="1"]': notAskedFor,
};

const least: SystemStyleObject = {
  '& [data-rest="3"]': inSecondRow,
  '&:not([data-all]) [data-rest="3"]': notAskedFor,
};

const less: SystemStyleObject = {
  '& [data-rest="2"]': inSecondRow,
  '&:not([data-all]) [data-rest="2"]': notAskedFor,
};

export const toolsByRoom: SystemStyleObject = {
  '& :is([aria-pressed=true], [aria-expanded=true])': { bg: 'bg.selected' },
  _finger: {
    [toolRooms.waitingForFingers]: waiting,
    [toolRooms.lessForFingers]: less,
    [toolRooms.leastForFingers]: least,
  },
  [toolRooms.waiting]: waiting,
  [toolRooms.less]: less,
  [toolRooms.least]: least,
};

/** Its whole name is read out all the same. */
const hiddenWords: SystemStyleObject = {
  position: 'absolute',
  w: '1px',
  h: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};
const oneWord: SystemStyleObject = {
  minW: '0',
  '& .editor-save-short': { display: 'inline' },
  '& .editor-save-long': hiddenWords,
};
const iconAlone: SystemStyleObject = {
  minW: 'target',
  px: '0',
  '& .editor-save-short': { display: 'none' },
};

export const lastToolByRoom: SystemStyleObject = {
  // As wide as its longest words, so that nothing moves while it is saving.
  minW: '11rem',
  ms: 'auto',
  '& .editor-save-short': { display: 'none' },
  [toolRooms.icons]: oneWord,
  _finger: { [toolRooms.iconsForFingers]: oneWord },
  [toolRooms.least]: iconAlone,
};
