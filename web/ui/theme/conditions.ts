import { defineConditions } from '@chakra-ui/react';

/** Conditions of styles beside those that Chakra has: `_finger` and so on. */
export const conditions = defineConditions({
  finger: '@media (pointer: coarse)',
  noFinger: '@media not (pointer: coarse)',
  /** A window without room beside what is most important: a phone's. */
  narrow: '@media (max-width: 35rem)',
});

type OwnConditions = { [Name in keyof typeof conditions as `_${Name}`]: string };

// By its file, because Chakra exports no name for it: `chakra typegen` would write these into the package itself.
declare module '../../../node_modules/@chakra-ui/react/dist/types/styled-system/generated/conditions.gen.d.ts' {
  interface Conditions extends OwnConditions {}
}
