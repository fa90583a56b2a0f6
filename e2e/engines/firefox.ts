/** Starts Firefox without a window and drives it by its own remote protocol, so that no other program is needed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { type Command, type Engine, elementId } from './web-driver.ts';

const preferences = {
  'marionette.port': 0,
  'remote.log.level': 'Info',
  'datareporting.policy.dataSubmissionEnabled': false,
};

export async function startFirefox(program: string): Promise<Engine> {
  const profile = temporaryFolder();
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile.path, 'user.js'), lines.join(''));
  const flags = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'];
  const child = spawn(program, [...flags, '--profile', profile.path, 'about:blank'], {
    env: { ...process.env, HOME: profile.path, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let port = 0;
  for await (const line of createInterface(child.stdout)) {
    port = Number(/Marionette\s+INFO\s+Listening on port (\d+)/.exec(line)?.[1] ?? 0);
    if (port !== 0) break;
  }
  child.stdout.resume();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const call = marionette(socket);
  await call('WebDriver:NewSession', { capabilities: {} });
  return {
    send: async (command) => unwrapped(await call(...translate(command))),
    compose: async (character) =>
      void (await call('WebDriver:ExecuteScript', {
        script: composeInPage,
        args: [character],
        sandbox: 'system',
      })),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      child.kill('SIGKILL');
      await ended;
      profile[Symbol.dispose]();
    },
  };
}

/** Runs with the rights of the browser: its input methods call the same interface. */
const composeInPage = `
  const tip = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  if (!tip.beginInputTransaction(window, () => true)) throw new Error('no composition begins here');
  for (const text of ['u', 'u0', arguments[0]]) {
    tip.setPendingCompositionString(text);
    tip.appendClauseToPendingComposition(text.length, tip.ATTR_RAW_CLAUSE);
    tip.setCaretInPendingComposition(text.length);
    tip.flushPendingComposition();
  }
  tip.commitComposition();
`;

function translate(command: Command): [string, object] {
  switch (command.name) {
    case 'navigate':
      return ['WebDriver:Navigate', { url: command.url }];
    case 'execute':
      return ['WebDriver:ExecuteScript', { script: command.script, args: command.args }];
    case 'click':
      return ['WebDriver:ElementClick', { id: elementId(command.element) }];
    case 'sendKeys':
      return ['WebDriver:ElementSendKeys', { id: elementId(command.element), text: command.text }];
    case 'performActions':
      return ['WebDriver:PerformActions', { actions: command.actions }];
    case 'forgetCookies':
      return ['WebDriver:DeleteAllCookies', {}];
    case 'screenshot':
      return ['WebDriver:TakeScreenshot', { full: false }];
    case 'resize':
      return ['WebDriver:SetWindowRect', { width: command.width, height: command.height }];
  }
}

function unwrapped(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
}

type Call = (name: string, parameters: object) => Promise<unknown>;

/** Messages are JSON after their length in bytes and a colon: [0, id, name, parameters], [1, id, error, result]. */
function marionette(socket: Socket): Call {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1).toString());
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(start, end).toString());
      received = received.subarray(end);
      // The first message is a greeting, and no answer.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const answer = waiting.get(id);
      waiting.delete(id);
      if (error) answer?.reject(new Error(`${error.error}: ${error.message}`));
      else answer?.resolve(result);
    }
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer.reject(new Error('Firefox closed the connection.'));
  });
  return (name, parameters) => {
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    const message = JSON.stringify([0, last, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  };
}
