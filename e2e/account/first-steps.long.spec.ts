import { test, testOnOwnServer } from '../stage/stage.ts';
import { everythingIsSynced, signInByForm, signUp, workspaceIsOpen } from '../stage/workspace.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

testOnOwnServer(
  'an account outlives a server that was killed, and so does the session',
  async ({ server, newDevice, person }) => {
    const laptop = await newDevice();
    await signUp(laptop.page, person);
    await server.kill();
    await server.start();

    await laptop.page.reload();
    await workspaceIsOpen(laptop.page);
    await everythingIsSynced(laptop.page);
    const phone = await newDevice();
    await signInByForm(phone.page, person);
    await everythingIsSynced(phone.page);
  },
);
