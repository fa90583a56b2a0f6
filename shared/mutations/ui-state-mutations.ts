import { z } from 'zod';
import { UiStateKey, UiStateValue } from '#shared/model/ui-state.ts';
import { defineMutation, done, fields } from './mutation.ts';

/** Defines the mutation of the UI state (open prompts, expanded projects): the last write of each key wins. */
const setUiState = defineMutation({
  name: 'setUiState',
  isAutosave: true,
  args: z.strictObject({ stateKey: UiStateKey, stateValue: UiStateValue }),
  lane: 'uiState',
  route: { method: 'PUT', pattern: '/api/user/ui-state' },
  request: (args) => ({ method: 'PUT', path: '/api/user/ui-state', body: args }),
  fromRequest: ({ body }) => fields(body),
  target: ({ stateKey }) => ({ ref: { type: 'uiState', id: stateKey }, must: 'any' }),
  needs: () => [],
  touches: ({ stateKey }) => [{ kind: 'row', ref: { type: 'uiState', id: stateKey } }],
  apply(_rows, row) {
    return done([{ kind: 'put', type: 'uiState', id: row.stateKey, row }], row);
  },
});

export const uiStateMutations = { setUiState } as const;
