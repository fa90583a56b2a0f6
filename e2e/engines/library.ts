/** Does in an engine what the flows share: an account, projects, prompts, and what another device sees of them. */
import { expect } from '@playwright/test';
import { ada, type Person } from '../stage/workspace.ts';
import type { EngineScreen } from './screen.ts';

export async function signUp(screen: EngineScreen, person: Person = ada): Promise<void> {
  await screen.open('/auth');
  await screen.press('Sign Up');
  await screen.fill('Full Name', person.displayName);
  await screen.fill('Username', person.username);
  await screen.fill('Password', person.password);
  await screen.fill('Confirm Password', person.password);
  await screen.press('Create Account');
  await screen.see({ role: 'status', name: 'Sync status' });
}

export async function signIn(screen: EngineScreen, person: Person = ada): Promise<void> {
  await screen.open('/auth');
  await screen.fill('Username', person.username);
  await screen.fill('Password', person.password);
  await screen.press('Sign In');
  await screen.see({ role: 'status', name: 'Sync status' });
}

export async function createProject(screen: EngineScreen, name: string): Promise<void> {
  await screen.press('New Project');
  const dialog = await screen.see({ role: 'dialog', name: 'Create New Project' });
  await screen.fill('Project Name', name, dialog);
  await screen.press('Create Project', dialog);
  await screen.see({ role: 'treeitem', name });
}

/** Its tab is open afterwards, and the text has the focus. */
export async function createPrompt(screen: EngineScreen, title: string): Promise<void> {
  await screen.press('New Prompt');
  const dialog = await screen.see({ role: 'dialog', name: 'Create New Prompt' });
  await screen.fill('Prompt Title', title, dialog);
  await screen.press('Create Prompt', dialog);
  await screen.see({ role: 'tab', name: title });
  await screen.gone({ role: 'dialog', name: 'Create New Prompt' });
  await focusText(screen);
}

export async function openPrompt(screen: EngineScreen, title: string): Promise<void> {
  await screen.click({ role: 'treeitem', name: title });
  await screen.see({ role: 'tab', name: title });
  await focusText(screen);
}

/** A click would be in the middle of the text, wherever that is. */
export async function focusText(screen: EngineScreen): Promise<void> {
  const text = await screen.see({ role: 'textbox', name: 'Prompt content' });
  await screen.focus(text);
}

export async function synced(screen: EngineScreen): Promise<void> {
  await screen.see({ role: 'status', name: 'Sync status', text: 'Synced' });
}

/** Signs a device in that has no screen, only the API. */
export async function secondDevice(origin: string, { username, password }: Person = ada) {
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]);

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers, Cookie: cookie.join('; ') },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Returns the only prompt with this title, as the server has it. */
  async function prompt(title: string) {
    for (const { id } of await ask('GET', '/api/projects')) {
      const prompts: { id: number; title: string; content: string }[] = await ask(
        'GET',
        `/api/projects/${id}/prompts`,
      );
      const found = prompts.find((prompt) => prompt.title === title);
      if (found !== undefined) return found;
    }
    throw new Error(`the server has no prompt "${title}"`);
  }

  return {
    ask,
    prompt,
    /** Waits until the text is there, to the byte. */
    async has(title: string, text: string): Promise<void> {
      await expect
        .poll(async () => (await prompt(title).catch(() => null))?.content === text, {
          message: `the text of ${title}`,
        })
        .toBe(true);
    },
  };
}

/** Registers the person and signs such a device in. */
export async function registeredDevice(origin: string, person: Person = ada) {
  const answer = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const device = await secondDevice(origin, person);
  return {
    ...device,
    /** Makes a project that is open in the sidebar, with prompts of these texts. */
    async create(name: string, texts: Readonly<Record<string, string>>): Promise<void> {
      const { id } = await device.ask('POST', '/api/projects', { name });
      for (const [title, content] of Object.entries(texts)) {
        await device.ask('POST', '/api/prompts', { title, content, projectId: id });
      }
      const expanded = { stateKey: 'expanded_project_ids', stateValue: [id] };
      await device.ask('PUT', '/api/user/ui-state', expanded);
    },
  };
}
