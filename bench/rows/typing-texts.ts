import { benchAccount } from '../filled-server.ts';

const sentences = [
  'You are a careful editor of technical texts and answer in {language}.',
  'Read the {{document}} twice before you change a **single** word of it.',
  'Every claim needs a source; where there is none, leave it out and *stop*.',
  'Use `inline code` for names, and quote the author where it matters.',
  'The reader is in a hurry: put the result first and the reasons after.',
  'Keep what is good, and explain each change in one short sentence.',
];

/** Returns Markdown of so many characters in lines of about sixty, which begins with the title. */
export function prose(title: string, characters: number): string {
  const lines = [`# ${title}`];
  for (let at = 1, length = title.length + 3; length < characters; at += 1) {
    const sentence = sentences[(at * 7 + (at >> 3)) % sentences.length] ?? '';
    const line =
      at % 23 === 0 ? `## Part ${at}` : at % 5 === 3 ? `- ${sentence}` : at % 11 === 7 ? '' : sentence;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n').slice(0, characters);
}

export type PromptApi = {
  /** Makes a prompt of the first project, whose text is `prose` of its title. */
  make(title: string, characters: number): Promise<number>;
  saveVersion(promptId: number, content: string): Promise<void>;
  /** Makes so many test cases of a prompt. */
  addCases(promptId: number, count: number): Promise<void>;
  /** Makes so many prompts a second in the second project, until it is stopped. */
  arrive(rowsASecond: number): { stop(): Promise<void> };
};

/** Registers the account of the bench and makes two projects. */
export async function promptApi(origin: string): Promise<PromptApi> {
  const headers: Record<string, string> = { Origin: origin, 'Content-Type': 'application/json' };
  let lastId = 0;
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}.`);
    return answer;
  };
  const post = (path: string, body: unknown) => call('POST', path, body);
  const registered = await post('/api/register', benchAccount);
  headers.Cookie = registered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await post('/api/projects', { id: 1, name: 'Typed' });
  await post('/api/projects', { id: 2, name: 'Arriving' });

  async function arriveOnce(count: number): Promise<void> {
    const mutations = Array.from({ length: count }, () => {
      lastId += 1;
      const body = { id: lastId, title: `Arrived ${lastId}`, content: prose('Arrived', 500), projectId: 2 };
      return { key: `bench:${lastId}`, method: 'POST', path: '/api/prompts', body };
    });
    await post('/api/sync/push', { mutations, brief: true });
  }

  return {
    async addCases(promptId, count) {
      for (let made = 0; made < count; made += 500) {
        const portion = Math.min(500, count - made);
        await post('/api/sync/push', {
          mutations: caseMutations(promptId, lastId + 1, portion),
          brief: true,
        });
        lastId += portion;
      }
    },
    async make(title, characters) {
      lastId += 1;
      await post('/api/prompts', { id: lastId, title, content: prose(title, characters), projectId: 1 });
      return lastId;
    },
    async saveVersion(promptId, content) {
      lastId += 1;
      const body = { id: lastId, content, description: 'Saved by the bench' };
      await call('PUT', `/api/prompts/${promptId}`, body);
    },
    arrive(rowsASecond) {
      const everyMs = 100;
      let last: Promise<void> = Promise.resolve();
      const timer = setInterval(() => {
        last = last.then(() => arriveOnce((rowsASecond * everyMs) / 1000));
      }, everyMs);
      return {
        async stop() {
          clearInterval(timer);
          await last;
        },
      };
    },
  };
}

function caseMutations(promptId: number, firstId: number, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const id = firstId + at;
    const checks = [
      { type: 'icontains', value: 'good morning' },
      { type: 'word-count', value: 2 },
    ];
    const body = { id, name: `Case ${id}`, values: { document: `Document ${id}` }, checks };
    return { key: `bench:${id}`, method: 'POST', path: `/api/prompts/${promptId}/cases`, body };
  });
}
