/** Reads the whole feed as a new device does; `bytes`: of the bodies as they were sent. */
export async function pullFeed(
  origin: string,
  cookie: string,
  coding: 'identity' | 'br',
): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now();
  let bytes = 0;
  for (let since = ''; ; ) {
    const answer = await fetch(`${origin}/api/sync/changes?limit=500${since}`, {
      headers: { Cookie: cookie, 'Accept-Encoding': coding },
    });
    bytes += Number(answer.headers.get('Content-Length'));
    const page = await answer.json();
    if (!page.more) return { seconds: (performance.now() - started) / 1000, bytes };
    since = `&since=${page.cursor}`;
  }
}
