import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as here from '@speccast/runtime';
import { packageSources } from '../package-sources.js';

/** Another copy of the runtime, as in an application whose packages each have one. */
let other: typeof here;

beforeAll(async () => {
  other = await importCopy();
});

async function importCopy(): Promise<typeof here> {
  const { outputFiles } = await build({
    entryPoints: [packageSources['@speccast/runtime'] ?? ''],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const [output] = outputFiles;
  return import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(output?.contents ?? []).toString('base64')}`
  );
}

test('errors of one copy of the runtime are instances of the classes of another', async () => {
  expect(other.ClientError).not.toBe(here.ClientError);
  const core = other.createCore(
    { name: 'pets', version: '1', baseUrl: 'https://pets.example', security: {} },
    { retry: false, fetch: async () => Response.json({ error: { message: 'gone' } }, { status: 410 }) },
  );
  const error = await core
    .call({ id: 'pets.get', method: 'GET', path: '/pets', responses: [], auth: [] }, {})
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(other.ApiError);
  expect(error).toBeInstanceOf(here.ApiError);
  expect(error).toBeInstanceOf(here.ClientError);
  expect(error).not.toBeInstanceOf(here.TimeoutError);
});

test('credentials and features of one copy work in clients of another', async () => {
  const sent: string[] = [];
  const core = other.createCore(
    {
      name: 'pets',
      version: '1',
      baseUrl: 'https://pets.example',
      security: { key: { kind: 'bearer' } },
    },
    {
      auth: here.bearer('a-token'),
      shareReads: here.shareReads(),
      fetch: async (input, init) => {
        sent.push(String(new Request(input, init).headers.get('authorization')));
        return Response.json({ name: 'Rex' });
      },
    },
  );
  const pet: here.Operation<object, unknown> = {
    id: 'pets.get',
    method: 'GET',
    path: '/pets',
    responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
    auth: ['key'],
  };
  const calls = await Promise.all([core.call(pet, {}), core.call(pet, {})]);
  expect(calls).toEqual([{ name: 'Rex' }, { name: 'Rex' }]);
  expect(sent).toEqual(['Bearer a-token']);
});
