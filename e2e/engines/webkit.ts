/** Starts WebKitGTK's small browser on a screen that nobody sees, and drives it by its WebKitWebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { type Command, type Engine, elementId, keyActions } from './web-driver.ts';

const virtualScreen = 'Xvfb';

export async function startWebKit(program: string): Promise<Engine> {
  const home = temporaryFolder();
  const [xvfb, display] = await startScreen();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    // GTK's own input method: Control+Shift+U begins a composition.
    env: { ...process.env, HOME: home.path, DISPLAY: display, GTK_IM_MODULE: 'gtk-im-context-simple' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await expect(async () => void (await fetch(`${base}/status`))).toPass({ intervals: [50] });
  const created = await ask('POST', `${base}/session`, { capabilities: {} });
  const session = `${base}/session/${sessionId(created)}`;
  const send = (command: Command) => {
    const [method, path, parameters] = translate(command);
    return ask(method, session + path, parameters);
  };
  return {
    send,
    compose: async (character) => {
      const code = character.codePointAt(0)?.toString(16) ?? '';
      await send({ name: 'performActions', actions: keyActions('Control+Shift+u', ...code, 'Enter') });
    },
    async [Symbol.asyncDispose]() {
      await ask('DELETE', session);
      for (const child of [driver, xvfb]) await end(child);
      home[Symbol.dispose]();
    },
  };
}

async function startScreen(): Promise<[ChildProcess, string]> {
  const xvfb = spawn(virtualScreen, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(xvfb.stdio[3] ?? xvfb, 'data');
  return [xvfb, `:${String(number).trim()}`];
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a server on a port has one');
  return address.port;
}

function translate(command: Command): ['GET' | 'POST' | 'DELETE', string, object?] {
  switch (command.name) {
    case 'navigate':
      return ['POST', '/url', { url: command.url }];
    case 'execute':
      return ['POST', '/execute/sync', { script: command.script, args: command.args }];
    case 'click':
      return ['POST', `/element/${elementId(command.element)}/click`, {}];
    case 'sendKeys':
      return ['POST', `/element/${elementId(command.element)}/value`, { text: command.text }];
    case 'performActions':
      return ['POST', '/actions', { actions: command.actions }];
    case 'forgetCookies':
      return ['DELETE', '/cookie'];
    case 'screenshot':
      return ['GET', '/screenshot'];
    case 'resize':
      return ['POST', '/window/rect', { width: command.width, height: command.height }];
  }
}

async function ask(method: string, url: string, parameters?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(parameters && { body: JSON.stringify(parameters) }) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

function sessionId(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'sessionId' in value) return String(value.sessionId);
  throw new Error('WebKitWebDriver began no session.');
}
