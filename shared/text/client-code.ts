/**
 * Writes programs that pull a prompt: whole, to be pasted and run. Each keeps the last text that came, and gives that
 * while the server is away or too busy; what the server refuses is an error in all of them.
 *
 * 1. Nothing of a person's names is in them but percent-encoded: no name can end a string or a comment.
 * 2. The token comes from the environment variable PROMPTORY_TOKEN.
 * 3. A text with settings is pulled with them, so that they are those of the text that came, whichever version a label is
 *    on by then.
 */
import { PathId } from '../model/ids.ts';
import type { SettingName } from '../model/prompt-settings.ts';

export const clientLanguages = ['curl', 'Python', 'TypeScript'] as const;
export type ClientLanguage = (typeof clientLanguages)[number];

/** `server`: the address of the app, which ends with a slash. `pin`: null for the current text. `settings`: those that it has. */
export type PulledText = {
  readonly server: string;
  readonly project: string;
  readonly prompt: string;
  readonly pin: { readonly label: string } | { readonly version: number } | null;
  readonly settings?: readonly SettingName[];
};

/** Returns whether a name may stand in an address as it is: some programs and proxies change others on the way. */
export function isNameForAddress(name: string): boolean {
  return !/[/\\%]|^\.{1,2}$/.test(name) && name.isWellFormed() && !PathId.safeParse(name).success;
}

function pullAddress({ server, project, prompt, pin, settings = [] }: PulledText): string {
  const at = pin === null ? '' : 'label' in pin ? `label=${encoded(pin.label)}&` : `version=${pin.version}&`;
  const path = `${encoded(project)}/${encoded(prompt)}`;
  return `${new URL('api/pull/', server).href.replace(/['"$`\\]/g, encoded)}${path}?${at}format=${settings.length === 0 ? 'text' : 'json'}`;
}

/** Leaves only what means nothing in any of the languages. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function clientCode(language: ClientLanguage, text: PulledText): string {
  const address = pullAddress(text);
  const names = text.settings?.join(', ') ?? '';
  switch (language) {
    case 'curl':
      return curl(address, names);
    case 'Python':
      return python(address) + (names === '' ? pythonText : pythonSettings(names));
    case 'TypeScript':
      return typescript(address) + (names === '' ? typescriptText : typescriptSettings(names));
  }
}

const curl = (address: string, names: string) => `#!/bin/sh
# Prints a prompt${names === '' ? '' : ` as JSON, with its settings: ${names}`}. While the server is away, it prints the last text that came.
url='${address}'
folder="\${XDG_CACHE_HOME:-$HOME/.cache}/promptory"
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then
  # Nothing can be kept on this machine: it prints what comes.
  printf 'Authorization: Bearer %s' "$PROMPTORY_TOKEN" | curl -sSf -m 10 -H @- "$url"
  exit
fi
kept="$folder/$(printf %s "$url" | cksum | tr ' ' -)"
new="$kept.$$"
trap 'rm -f "$new" "$new.tag"' EXIT
[ -f "$kept" ] || rm -f "$kept.tag"

status=$(printf 'Authorization: Bearer %s' "$PROMPTORY_TOKEN" |
  curl -sS -m 10 -H @- --etag-compare "$kept.tag" --etag-save "$new.tag" \\
    -o "$new" -w '%{http_code}' "$url") || status=000
case $status in
  200) rm -f "$kept.tag" && mv "$new" "$kept" && { [ ! -s "$new.tag" ] || mv "$new.tag" "$kept.tag"; } ;;
  304) ;;
  000 | 429 | 5??) echo "Promptory does not answer ($status)." >&2 ;;
  *) cat "$new" >&2; exit 1 ;;
esac
cat "$kept"
`;

const python = (address: string) => `import hashlib
import http.client
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

URL = "${address}"


def pull() -> str:
    """Returns a prompt. While the server is away, it is the last text that came."""
    folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "promptory"
    kept = folder / hashlib.sha256(URL.encode()).hexdigest()
    try:
        last = json.loads(kept.read_text("utf-8"))
    except (OSError, ValueError):
        last = None
    request = urllib.request.Request(URL, headers={"Authorization": f"Bearer {os.environ['PROMPTORY_TOKEN']}"})
    if last and last["etag"]:
        request.add_header("If-None-Match", last["etag"])
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            fresh = {"etag": answer.headers["ETag"], "text": answer.read().decode("utf-8")}
    except urllib.error.HTTPError as error:
        if last and (error.code in (304, 429) or error.code >= 500):
            return last["text"]
        raise RuntimeError(f"{error.code}: {error.read().decode('utf-8', 'replace')}") from error
    except (OSError, http.client.HTTPException):
        if last:
            return last["text"]
        raise
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_name(f"{kept.name}.{os.getpid()}")
        part.write_text(json.dumps(fresh), "utf-8")
        part.replace(kept)
    except OSError:
        pass  # Nothing can be kept on this machine.
    return fresh["text"]
`;

const pythonText = `

if __name__ == "__main__":
    sys.stdout.buffer.write(pull().encode("utf-8"))
`;

const pythonSettings = (names: string) => `

if __name__ == "__main__":
    prompt = json.loads(pull())
    # Settings that are sent with the text: ${names}.
    json.dump({"text": prompt["text"], "settings": prompt["settings"]}, sys.stdout)
`;

const typescript = (address: string) => `import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const url = '${address}';

/** Returns a prompt. While the server is away, it is the last text that came. */
export async function pull(): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'promptory');
  const kept = join(folder, createHash('sha256').update(url).digest('hex'));
  const last: { etag: string; text: string } | null = await readFile(kept, 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  const headers = new Headers({ Authorization: \`Bearer \${process.env.PROMPTORY_TOKEN}\` });
  if (last?.etag) headers.set('If-None-Match', last.etag);
  let status: number;
  let fresh: { etag: string; text: string };
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    status = answer.status;
    fresh = { etag: answer.headers.get('ETag') ?? '', text: await answer.text() };
  } catch (error) {
    if (last) return last.text;
    throw error;
  }
  if (last && (status === 304 || status === 429 || status >= 500)) return last.text;
  if (status !== 200) throw new Error(\`\${status}: \${fresh.text}\`);
  try {
    await mkdir(folder, { recursive: true });
    const part = \`\${kept}.\${process.pid}\`;
    await writeFile(part, JSON.stringify(fresh));
    await rename(part, kept);
  } catch {
    // Nothing can be kept on this machine.
  }
  return fresh.text;
}
`;

const typescriptText = `
process.stdout.write(await pull());
`;

const typescriptSettings = (names: string) => `
const { text, settings } = JSON.parse(await pull());
// Settings that are sent with the text: ${names}.
process.stdout.write(JSON.stringify({ text, settings }));
`;
