import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '@speccast/runtime';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => Promise<unknown>;
type Client = Readonly<Record<'buckets', Readonly<Record<'list' | 'listObjects', Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-s3');
});

afterAll(() => one?.remove());

/** What a call to a service fails with that responds like this. */
async function failureOf(body: string, status: number, type?: string): Promise<unknown> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const fetch = async () => new Response(new TextEncoder().encode(body), { status, headers });
  const { client } = one!.open({ fetch, retry: false });
  return client.buckets.listObjects({ Bucket: 'logs' }).catch((error: unknown) => error);
}

const noSuchBucket = '<?xml version="1.0"?>\n<Error><Code>NoSuchBucket</Code><BucketName>logs</BucketName></Error>';

describe('an error in XML', () => {
  test.each(['text/xml', 'text/xml; charset=UTF-8', undefined])('is read as its schema declares: %s', async (type) => {
    const error = await failureOf(noSuchBucket, 404, type);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      reason: 'NoSuchBucket',
      body: { Code: 'NoSuchBucket', BucketName: 'logs' },
      message: 'ListObjects: 404 NoSuchBucket',
    });
  });

  test('is read by the schema for all others, where its status has none', async () => {
    const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
    expect(await failureOf(body, 403, 'application/xml')).toMatchObject({
      reason: 'AccessDenied',
      message: 'ListObjects: 403 AccessDenied: Access Denied',
    });
  });

  test.each([
    ['<Error><Code>x</Error>', 'text/xml'],
    ['gone', undefined],
    ['<html></html>', 'text/html'],
  ])('is text where it is none: %s', async (body, type) => {
    expect(await failureOf(body, 404, type)).toMatchObject({ status: 404, body });
  });

  test('is what the emulator responds with', async () => {
    const { client, emulator } = one!.open({ validate: {}, retry: false });
    const response = await emulator.fetch(`${emulator.baseUrl}/logs?max-keys=0`);
    expect(response.headers.get('content-type')).toBe('text/xml');
    expect(await response.text()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Error><Code>invalidParameter</Code><Message>The parameter max-keys must be at least 1</Message></Error>',
    );
    expect(await client.buckets.listObjects({ Bucket: 'no' }).catch((error: unknown) => error)).toMatchObject({
      status: 400,
      reason: 'invalidParameter',
      body: { Code: 'invalidParameter', Message: 'The parameter Bucket must have at least 3 characters' },
    });
  });
});

describe('a response in XML', () => {
  test('has what the example of the document has', async () => {
    const { client } = one!.open();
    expect(await client.buckets.list()).toMatchObject({
      Buckets: expect.arrayContaining([{ Name: 'logs', CreationDate: '2024-01-02T03:04:05Z' }]),
    });
  });

  test('needs no media type where nothing else is declared', async () => {
    const body = '<ListBucketResult><Name>logs</Name><IsTruncated>false</IsTruncated></ListBucketResult>';
    const fetch = async () => new Response(new TextEncoder().encode(body));
    const { client } = one!.open({ fetch });
    expect(await client.buckets.listObjects({ Bucket: 'logs' })).toEqual({ Name: 'logs', IsTruncated: false });
  });
});
