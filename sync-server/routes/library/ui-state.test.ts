import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

test('each key of the ui-state keeps its last value', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  expect((await get('/api/user/ui-state')).body).toEqual({});
  const put = (stateKey: string, stateValue: unknown) =>
    call('PUT', '/api/user/ui-state', { stateKey, stateValue });
  expect(await put('open_prompt_ids', [3, 1])).toMatchObject({ status: 200 });
  await put('open_prompt_ids', [1]);
  await put('expanded_project_ids', [7]);
  expect((await get('/api/user/ui-state')).body).toEqual({ open_prompt_ids: [1], expanded_project_ids: [7] });
  expect(await put('theme', [1])).toMatchObject({ status: 400 });
  expect(await put('open_prompt_ids', 'all')).toMatchObject({ status: 400 });
});
