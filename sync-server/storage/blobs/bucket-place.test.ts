import { expect, test } from 'vitest';
import { readFilesUrl } from './bucket-place.ts';

test.each([
  [
    's3://prompts?endpoint=https://s3.example.org',
    { name: 's3://prompts', address: 'https://s3.example.org/prompts', region: 'us-east-1', prefix: '' },
  ],
  [
    's3://prompts/a/b/?endpoint=http://127.0.0.1:3900&region=garage',
    {
      ...{ name: 's3://prompts/a/b', address: 'http://127.0.0.1:3900/prompts' },
      ...{ region: 'garage', prefix: 'a/b/' },
    },
  ],
  [
    's3://prompts?region=eu-central-1',
    {
      ...{ name: 's3://prompts', address: 'https://prompts.s3.eu-central-1.amazonaws.com' },
      ...{ region: 'eu-central-1', prefix: '' },
    },
  ],
  [
    's3://prompts.example.org?region=eu-central-1',
    {
      ...{ name: 's3://prompts.example.org' },
      ...{ address: 'https://s3.eu-central-1.amazonaws.com/prompts.example.org' },
      ...{ region: 'eu-central-1', prefix: '' },
    },
  ],
  [
    's3://prompts?endpoint=https://s3.example.org:8443&style=virtual',
    {
      ...{ name: 's3://prompts', address: 'https://prompts.s3.example.org:8443' },
      ...{ region: 'us-east-1', prefix: '' },
    },
  ],
])('%s is a place', (text, place) => {
  expect(readFilesUrl(text, undefined)).toEqual(place);
});

test('the region of the environment counts where the URL names none', () => {
  expect(readFilesUrl('s3://prompts', 'eu-north-1')).toMatchObject({ region: 'eu-north-1' });
  expect(readFilesUrl('s3://prompts?region=eu-west-3', 'eu-north-1')).toMatchObject({ region: 'eu-west-3' });
});

test.each([
  ['prompts', 'must be like s3://bucket'],
  ['https://s3.example.org/prompts', 'must be like s3://bucket'],
  ['s3://', 'must name a bucket'],
  ['s3://Prompts?region=a', 'must name a bucket'],
  ['s3://prompts:90?region=a', 'must name a bucket'],
  ['s3://prompts', 'an endpoint, or a region'],
  ['s3://key:secret@prompts?region=a', 'AWS_ACCESS_KEY_ID'],
  ['s3://prompts/a/../b%20?region=a', 'its prefix'],
  ['s3://prompts?endpoint=s3.example.org', 'its endpoint'],
  ['s3://prompts?endpoint=https://s3.example.org/path', 'its endpoint'],
  ['s3://prompts?region=a/b', 'its region'],
  ['s3://prompts?region=a&style=host', 'its style'],
  ['s3://prompts?region=a&acl=public', '"acl"'],
])('%s is none, and the sentence names what is wrong', (text, part) => {
  expect(readFilesUrl(text, undefined)).toEqual(expect.stringContaining(part));
});
