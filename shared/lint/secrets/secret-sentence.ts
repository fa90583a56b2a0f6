import { message } from '#shared/language/message.ts';
import type { Sentence } from '../finding.ts';

/** Services whose names are written otherwise than their rules. */
const services = new Map([
  ['aws', 'AWS'],
  ['npm', 'npm'],
  ['sendgrid', 'SendGrid'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['openai', 'OpenAI'],
  ['huggingface', 'Hugging Face'],
  ['1password', '1Password'],
  ['hashicorp-vault', 'HashiCorp Vault'],
]);

const others = new Map([
  ['privatekey', message('This looks like a private key.')],
  ['basicauth', message('This looks like an address with a password.')],
  ['database-connection-string', message('This looks like the address of a database with its password.')],
]);

/** Returns what a secret is, by its kind. The secret itself is not in it. */
export function secretSentence(kind: string): Sentence {
  const sentence = others.get(kind);
  if (sentence !== undefined) return { sentence };
  const service = services.get(kind) ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return { sentence: message('This looks like a key or token of {service}.'), values: { service } };
}
