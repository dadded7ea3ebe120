import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as here from '@speccast/runtime';
import { packageSources } from '../package-sources.js';

/** Another copy of the runtime, as it is there where two packages bring one each. */
async function copy(): Promise<typeof here> {
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

test('errors of one copy of the runtime are known by the classes of another', async () => {
  const other = await copy();
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
