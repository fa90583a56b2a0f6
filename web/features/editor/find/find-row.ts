import { chakra } from '@chakra-ui/react';

/** A field of the find bar and what belongs to it, in as many rows as it takes. */
export const FindRow = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '1' },
});
