import { UiState, UiStateKey } from '#shared/model/ui-state.ts';
import { defineKind } from './kind.ts';

export const uiStateKind = defineKind({
  type: 'uiState',
  schema: UiState,
  id: { schema: UiStateKey, fromKey: (text) => UiStateKey.safeParse(text).data },
  texts: () => [],
  omitsOwnContent: false,
  nameOf: ({ stateKey }) => stateKey,
  isNamed: false,
  parent: null,
  isContent: false,
});
