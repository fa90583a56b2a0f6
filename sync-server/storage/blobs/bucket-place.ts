/**
 * Reads where files lie in an object store (FILES_URL):
 *
 *   s3://BUCKET[/PREFIX][?endpoint=https://HOST[:PORT]&region=REGION&style=path|virtual]
 *
 * Without an endpoint it is Amazon's own in the region. `path`: the bucket is the first part of the path, as most stores
 * want it, and the default with an endpoint; `virtual`: it is the first part of the host name.
 */
import { z } from 'zod';

export type BucketPlace = {
  /** As a person reads it: `s3://bucket/prefix`. */
  name: string;
  /** The URL of the bucket. */
  address: string;
  region: string;
  /** The beginning of all keys: '' or a path that ends with a slash. */
  prefix: string;
};

/** A place with the key that opens it. */
export type BucketAccess = BucketPlace & { accessKeyId: string; secretAccessKey: string };

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPath = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/;
const regionName = /^[a-z0-9-]+$/i;

const Options = z.strictObject({
  endpoint: z
    .string()
    .refine(isOrigin, 'its endpoint must be an address without a path, like https://s3.example.org')
    .optional(),
  region: z.string().regex(regionName, 'its region must be a name like eu-central-1').optional(),
  style: z.enum(['path', 'virtual'], 'its style must be path or virtual').optional(),
});

/** `region`: of the environment, where the URL names none. Returns a sentence about what is wrong, or the place. */
export function readFilesUrl(text: string, region: string | undefined): BucketPlace | string {
  if (!/^s3:\/\//.test(text) || !URL.canParse(text))
    return 'it must be like s3://bucket?endpoint=https://host';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'the credentials belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  const bucket = url.hostname;
  if (!bucketName.test(bucket) || url.port !== '') return 'it must name a bucket, like s3://bucket';
  if (!prefixPath.test(url.pathname)) return 'the path of its prefix has letters, digits, "-", "_" and "."';
  const options = Options.safeParse(Object.fromEntries(url.searchParams));
  if (!options.success) {
    const [issue] = options.error.issues;
    return issue?.code === 'unrecognized_keys'
      ? `it has an option "${issue.keys[0]}", which is none of endpoint, region and style`
      : (issue?.message ?? 'its options are wrong');
  }
  return placeOf(url, { ...options.data, region: options.data.region ?? region });
}

function placeOf(
  { hostname: bucket, pathname }: URL,
  { endpoint, region, style }: z.infer<typeof Options>,
): BucketPlace | string {
  if (endpoint === undefined && region === undefined) {
    return 'it needs an endpoint, or a region (AWS_REGION) for a bucket of Amazon';
  }
  const used = region ?? 'us-east-1';
  const host = new URL(endpoint ?? `https://s3.${used}.amazonaws.com`);
  // A certificate for *.host is for no name with further dots.
  const inPath = (style ?? (endpoint === undefined && !bucket.includes('.') ? 'virtual' : 'path')) === 'path';
  const path = pathname.replace(/^\/|\/$/g, '');
  return {
    name: `s3://${bucket}${path === '' ? '' : `/${path}`}`,
    address: inPath ? `${host.origin}/${bucket}` : `${host.protocol}//${bucket}.${host.host}`,
    region: used,
    prefix: path === '' ? '' : `${path}/`,
  };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}
