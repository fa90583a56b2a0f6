import { languageTag, t } from '../language/translate.ts';
import type { ModelKind, ModelServer } from '../model/run/model-entry.ts';
import type { RunProblem } from '../model/run/run-problem.ts';

export type ProblemWords = {
  /** One sentence: what is wrong. */
  readonly text: string;
  /** Names what mends it; empty where nothing does. */
  readonly remedy: string;
  /** Something to copy for it. */
  readonly command: string | null;
};

type Of<Kind extends RunProblem['kind']> = Extract<RunProblem, { kind: Kind }>;

/** Returns the sentence of a problem and its remedy, in the person's language. */
export function runProblemWords(problem: RunProblem, now: number): ProblemWords {
  return (
    unreachedWords(problem) ??
    refusedWords(problem, now) ??
    answerWords(problem) ??
    schemaWords(problem) ??
    ownWords(problem) ?? { text: t('The run failed.'), remedy: '', command: null }
  );
}

const words = (text: string, remedy = '', command: string | null = null): ProblemWords => ({
  text,
  remedy,
  command,
});

function unreachedWords(problem: RunProblem): ProblemWords | null {
  switch (problem.kind) {
    case 'noListener':
      return words(
        t('Nothing answers at {address}.', problem),
        problem.server === 'ollama'
          ? t('Start it there, or correct the address in Models.')
          : t('Start the server there, or correct the address in Models.'),
        startCommands[problem.server] ?? null,
      );
    case 'offline':
      return words(
        t('There is no network, and {address} is not on this device.', problem),
        t('Choose a model that runs on this device, or try again with a network.'),
      );
    case 'nodeAway':
      return words(
        t('The server of this app, which calls the model, is not reached.'),
        t('Choose a model that runs on this device, or try again with a network.'),
      );
    case 'originRefused':
      return originWords(problem);
    case 'localRefused':
      return localWords(problem);
    case 'mixedContent':
      return words(
        t('A page that came by https cannot call {address}.', problem),
        t('Give the endpoint an https address, or have the node call it.'),
      );
    case 'policyRefused':
      return words(
        t('The node that serves this page does not allow calls to {origin}.', problem),
        t('Its admin adds the address to the setting MODEL_ORIGINS and restarts it.'),
        `MODEL_ORIGINS=${problem.origin}`,
      );
    case 'redirected':
      return words(
        t('{address} leads on to another address, which a run does not follow with your key.', problem),
        t('Enter the address that it leads to.'),
      );
    case 'keyMissing':
      return words(t('This model needs a key, and this device has none.'), t('Enter it in Models.'));
    case 'partMissing':
      return words(
        t('The part of the app that calls models could not be loaded.'),
        t('Load the page again with a network.'),
      );
    case 'noBrowserModel':
      return words(t('This browser has no model of its own.'), t('Choose another model.'));
    default:
      return null;
  }
}

/** Programs that are started by one command. */
const startCommands: Readonly<Partial<Record<ModelServer, string>>> = {
  ollama: 'ollama serve',
  llamaCpp: 'llama-server -m MODEL.gguf --port 8080',
  lmStudio: 'lms server start',
  vllm: 'vllm serve MODEL',
};

function originWords({ address, origin, server }: Of<'originRefused'>): ProblemWords {
  const text = t('{address} answers, but does not allow calls from {origin}.', { address, origin });
  switch (server) {
    case 'ollama':
      return words(
        text,
        t('Start Ollama with this setting; where it runs as a service, put it into its environment.'),
        `OLLAMA_ORIGINS=${origin} ollama serve`,
      );
    case 'lmStudio':
      return words(
        text,
        t('Switch on CORS in the server settings of LM Studio, or start its server so:'),
        'lms server start --cors',
      );
    case 'vllm':
      return words(text, t('Start vLLM with this option:'), `--allowed-origins '["${origin}"]'`);
    case 'other':
    case 'llamaCpp':
      return words(text, t('Allow this origin in the settings of the server (CORS):'), origin);
    default:
      return words(text, t('This service does not answer pages: have the node call it.'));
  }
}

function localWords({ address, by }: Of<'localRefused'>): ProblemWords {
  const text = t('The browser does not let this page call {address}, which is in your own network.', {
    address,
  });
  if (by === 'ask') return words(text, t('Allow it when the browser asks.'));
  if (by === 'denied') return words(text, t('Allow "local network" for this page in the site settings.'));
  return words(text, t('It allows that only to pages that come by https or from this device itself.'));
}

function refusedWords(problem: RunProblem, now: number): ProblemWords | null {
  switch (problem.kind) {
    case 'keyRefused':
      return words(
        t('The endpoint refused the key ({status}).', problem),
        t('Enter a valid key in Models.') + own(problem),
      );
    case 'noSuchModel':
      return words(
        t('The endpoint has no model {model}.', problem),
        problem.server === 'ollama' ? t('Load it there, or choose another:') : t('Choose another in Models.'),
        problem.server === 'ollama' ? `ollama pull ${problem.model}` : null,
      );
    case 'noSuchPath':
      return words(t('Something answers at {address}, but nothing is there.', problem), pathRemedy(problem));
    case 'tooLong':
      return words(t('The text is too long for this model.'), contextRemedy(problem.server) + own(problem));
    case 'rateLimited':
      return words(limitText(problem, now), own(problem).trim());
    case 'loading':
      return words(t('The endpoint is still loading the model.'), t('Run it again in a moment.'));
    case 'refused':
      return words(t('The endpoint refused the run ({status}).', problem), own(problem).trim());
    case 'endpointFailed':
      return words(
        problem.status === null
          ? t('The endpoint failed.')
          : t('The endpoint failed ({status}).', { status: problem.status }),
        own(problem).trim(),
      );
    case 'unusableSetting':
      return words(t('The setting {setting} cannot be used.', problem), own(problem).trim());
    default:
      return null;
  }
}

/** The endpoint's own words, after ours. */
function own({ message }: { readonly message: string }): string {
  return message === '' ? '' : ` ${t('It says: {message}', { message })}`;
}

function limitText({ until }: Of<'rateLimited'>, now: number): string {
  const at = until === null ? Number.NaN : Date.parse(until);
  if (Number.isNaN(at) || at <= now) return t('The endpoint accepts no more runs for now.');
  const time = new Intl.DateTimeFormat(languageTag(), { timeStyle: 'medium' }).format(at);
  return t('The endpoint accepts no more runs until {time}.', { time });
}

function pathRemedy({ wire }: { readonly wire: ModelKind }): string {
  if (wire === 'google') return t('Correct the address in Models: it ends with /v1beta.');
  return t('Correct the address in Models: most end with /v1.');
}

function contextRemedy(server: ModelServer): string {
  switch (server) {
    case 'ollama':
      return t('Start Ollama with a larger OLLAMA_CONTEXT_LENGTH.');
    case 'llamaCpp':
      return t('Start llama-server with a larger --ctx-size.');
    case 'lmStudio':
      return t('Load the model in LM Studio with a larger context length.');
    case 'vllm':
      return t('Start vLLM with a larger --max-model-len.');
    default:
      return t('Shorten it, or choose a model with a larger context.');
  }
}

function silenceWords({ seconds, began }: Of<'silent'>): ProblemWords {
  if (began) {
    return words(
      t('Nothing came for {seconds} seconds, so the run was ended. What came is kept.', { seconds }),
    );
  }
  return words(
    t('No answer began within {seconds} seconds.', { seconds }),
    t('Look whether the model is loaded there.'),
  );
}

function schemaWords(problem: RunProblem): ProblemWords | null {
  switch (problem.kind) {
    case 'notJson':
      return words(t('The answer is not JSON.'));
    case 'schemaMismatch':
      return words(
        problem.at === ''
          ? t('The answer does not fit the schema.')
          : t('The answer does not fit the schema at {at}.', problem),
        problem.message,
      );
    case 'schemaNotCompared':
      return words(
        t('The answer could not be compared with the schema: that took too long.'),
        t('Look for an expression in the schema that may never end.'),
      );
    default:
      return null;
  }
}

function answerWords(problem: RunProblem): ProblemWords | null {
  switch (problem.kind) {
    case 'brokenOff':
      return words(t('The answer broke off. What came is kept.'));
    case 'silent':
      return silenceWords(problem);
    case 'notAnAnswer':
      return words(
        t('What came from {address} is no answer of a model.', problem),
        pathRemedy(problem) + own(problem),
      );
    case 'notStreamed':
      return words(
        t('{address} answers in one piece, and not as a stream.', problem),
        t('Switch streaming on there.'),
      );
    case 'endedEarly':
      return words(t('The connection ended before an answer began.'), t('Run it again.'));
    case 'neverSent':
      return words(t('It was not sent: the page was closed before its turn came.'), t('Run it again.'));
    case 'noVerdict':
      return words(t('The judge gave no verdict.'), t('Run it again, or choose another judge.'));
    case 'emptyAnswer':
      return words(t('The answer is empty.'));
    case 'tooLarge':
      return words(t('The answer was ended at {characters, number} characters.', problem));
    case 'cutAnswer':
      return words(
        t('The answer ends where its tokens were used up.'),
        t('Allow more tokens in the settings of the prompt.'),
      );
    case 'filtered':
      return words(t('The endpoint withheld the answer, or a part of it.'));
    case 'cutPrompt':
      return words(
        t('The model read only {inputTokens, number} tokens of a text of {words, number} words.', problem),
        contextRemedy(problem.server),
        problem.server === 'ollama' ? 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve' : null,
      );
    case 'settingIgnored':
      return words(t('This model does not use the setting {setting}.', problem));
    default:
      return null;
  }
}

/** Of what went wrong here, and not at the endpoint. */
function ownWords(problem: RunProblem): ProblemWords | null {
  switch (problem.kind) {
    case 'unexpected':
      return words(
        t('Something unexpected went wrong, and the run ended.'),
        t('Run it again. The error: {message}', problem),
      );
    case 'notKept':
      return words(t('This device has no room to keep the run.'), t('Copy what you need of it.'));
    default:
      return null;
  }
}
