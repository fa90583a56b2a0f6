/** Tests that messages come out of data exports of chats by the command line tool. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeConversation } from '#shared/library-files/formats/chats/chat-exports-scene.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';

test('a chat export is counted, and the messages that --match finds come in once, after a dry run', async () => {
  using app = testApp();
  using outside = temporaryFolder();
  const { get } = await restClient(app);
  const conversations = [
    claudeConversation('Garden', [
      ['human', 'Plan a garden for shade'],
      ['assistant', 'Ferns grow in shade.'],
      ['human', 'Water it how often?'],
    ]),
    claudeConversation('Shade', [['human', 'Which lamp?']]),
  ];
  writeFileSync(join(outside.path, 'conversations.json'), JSON.stringify(conversations));
  const run = (...args: string[]) =>
    runPromptory({ DATA_DIR: app.dataFolder }, ['import', '--user', 'ada', ...args, 'conversations.json'], {
      cwd: outside.path,
    });
  const held = 'The data export holds 2 conversations, 3 messages of yours, 1 answer.';
  expect(await run()).toMatchObject({
    ...{ code: 0, err: '' },
    out: `${held} --match TEXT takes the messages with this text.\n0 new, 0 changed, 0 unchanged, 0 refused.\n`,
  });
  const dry = await run('--match', 'shade', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toMatch(
    /^The data export .*\nnew {6}conversations \/ Garden .*\nnew {6}conversations \/ Shade .*\nIt would be: 2 new/,
  );
  expect((await get('/api/projects')).body).toEqual([]);

  const imported = await run('--match', 'shade', '--json');
  expect(JSON.parse(imported.out)).toMatchObject({ new: 2, chats: { conversations: 2, messages: 3 } });
  const again = await run('--match', 'shade', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ new: 0, changed: 0, same: 2 });
});

test('--match without a chat export is answered in a sentence, and the other files come in', async () => {
  using app = testApp();
  using outside = temporaryFolder();
  await restClient(app);
  writeFileSync(join(outside.path, 'a.md'), 'A text');
  const args = ['import', '--user', 'ada', '--match', 'x', 'a.md'];
  const { code, out } = await runPromptory({ DATA_DIR: app.dataFolder }, args, { cwd: outside.path });
  expect({ code, out }).toEqual({
    code: 0,
    out: 'There is no data export of ChatGPT or Claude for --match.\n1 new, 0 changed, 0 unchanged, 0 refused.\n',
  });
});
