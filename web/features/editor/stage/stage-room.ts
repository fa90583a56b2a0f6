/** Conditions of styles by the room on the stage, of which a sidebar and the panels leave more or less in a window. */
const atMost = <const Width extends string>(width: Width) =>
  `@container editor-stage (max-width: ${width})` as const;

export const narrowStage = atMost('40rem');

export const toolRooms = {
  /** The words of the last tool do not fit. */
  icons: atMost('52.4rem'),
  iconsForFingers: atMost('59.5rem'),
  /** The tools do not fit into a row. */
  waiting: atMost('45.5rem'),
  /** Tools for a finger are wider. */
  waitingForFingers: atMost('53.5rem'),
  less: atMost('31rem'),
  lessForFingers: atMost('36.5rem'),
  least: atMost('24rem'),
  leastForFingers: atMost('27rem'),
} as const;
