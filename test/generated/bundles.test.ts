import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildPage } from 'vite';
import { describe, expect, test } from 'vitest';
import { Video, videosListParameters } from '@speccast/video-platform/validators';
import { root } from '../rules/sources.js';

/** A bundle, and the bytes in it by source file, without files that add none. */
interface Bundle {
  readonly text: string;
  readonly bytes: ReadonlyMap<string, number>;
}

/** Bundles and minifies a program with esbuild. */
async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).map(([path, one]) => [path, one.bytesInOutput] as const);
  return { text: outputFiles[0]?.text ?? '', bytes: new Map(inputs.filter(([, bytes]) => bytes > 0)) };
}

const folder = 'generated/video-platform';

/** Returns those files of the package, of the document and the code that builds JSON Schemas from it, that are in a bundle. */
function findSchemaFiles({ bytes }: Bundle): readonly string[] {
  const known = ['openapi.json', 'dist/spec.js', 'dist/validators/json-schema.js'].map((path) => `${folder}/${path}`);
  return known.filter((path) => bytes.has(path));
}

/** Returns the bytes of a bundle that are code of the package, without its document. */
function countOwnBytes({ bytes }: Bundle): number {
  const own = [...bytes].filter(([path]) => path.startsWith(`${folder}/dist/`));
  return own.reduce((sum, [, one]) => sum + one, 0);
}

/** Bundles a program, runs it, and returns its exports. */
async function run(program: string): Promise<Readonly<Record<string, unknown>>> {
  const { text } = await bundle(program);
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
}

const validators = '@speccast/video-platform/validators';

describe('JSON Schemas', () => {
  test('are available without a bundler', () => {
    expect(Video['~standard'].jsonSchema.input({ target: 'draft-07' })['type']).toBe('object');
    expect(videosListParameters['~standard'].jsonSchema.input({ target: 'draft-07' })['type']).toBe('object');
  });

  test.each([
    ['one validator', `import { Video } from '${validators}'; export const is = (x) => Video.is(x) && Video.check(x);`],
    [
      'a namespace',
      `import * as all from '${validators}'; export const is = (x) => all.Video['~standard'].validate(x);`,
    ],
    [
      'many validators',
      `export { Video, isChannel, videosListResponse, captionsInsertParameters } from '${validators}';`,
    ],
    ['a client', `export { createVideoPlatform } from '@speccast/video-platform';`],
  ])('are in no bundle of %s', async (_, program) => {
    const output = await bundle(program);
    const { text } = output;
    expect(countOwnBytes(output)).toBeGreaterThan(1000);
    expect(findSchemaFiles(output)).toEqual([]);
    expect(text).not.toContain('json-schema.org');
    expect(text).not.toContain('Id that the service gave the video');
  });

  test('throw an error that names the import if they are not in the bundle', async () => {
    const { write } = await run(
      `import { Video } from '${validators}'; export const write = () => Video['~standard'].jsonSchema.input({ target: 'draft-07' });`,
    );
    expect(write).toThrow(
      "The JSON Schema of #/components/schemas/Video is not loaded: add `import '<package>/validators/json-schema'` to the program",
    );
  });

  test('work in a bundle that imports them, and add no validator', async () => {
    const program = `import '${validators}/json-schema'; import { Playlist } from '${validators}'; export const schema = Playlist['~standard'].jsonSchema.input({ target: 'openapi-3.0' });`;
    const { schema } = await run(program);
    expect(schema).toMatchObject({
      type: 'object',
      properties: { snippet: { properties: { title: { type: 'string' } } } },
    });
    const output = await bundle(program);
    expect(findSchemaFiles(output)).toHaveLength(3);
    // The code that builds schemas is smaller than the validator of one more model.
    const plain = countOwnBytes(await bundle(`export { Playlist } from '${validators}';`));
    const further = countOwnBytes(await bundle(`export { Playlist, Video } from '${validators}';`));
    expect(countOwnBytes(output) - plain).toBeLessThan(1000);
    expect(further - plain).toBeGreaterThan(1000);
  });
});

describe('a predicate', () => {
  test('adds no messages, no validator and no other model to a bundle', async () => {
    const { text } = await bundle(`export { isPlaylistListResponse } from '${validators}';`);
    expect(text).not.toMatch(/must be|is required|~standard|jsonSchema/);
    expect(gzipSync(text).length).toBeLessThan(2048);
  });

  test('can be passed to `filter` and `map`', async () => {
    const { isPlaylist, isComment } = await import('@speccast/video-platform/validators');
    expect([{ id: 'a' }, { id: 1 }, {}, null].filter(isPlaylist)).toEqual([{ id: 'a' }, {}]);
    expect([{ id: 'a' }, { id: 1 }].map(isComment)).toEqual([true, false]);
  });
});

/** Bundles all exports of a module with Vite. */
async function bundleByVite(name: string): Promise<string> {
  const entry = join(root, 'all-of-it.js');
  const plugin = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? entry : null),
    load: (id: string) => (id === entry ? `export * from '${name}';` : null),
  };
  const built = await buildPage({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [{ ...plugin, enforce: 'pre' }],
    build: { write: false, rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((one) => (one.type === 'chunk' ? one.code : '')).join('\n');
}

test('the client of the runtime is in no bundle of the entries that do not need it', async () => {
  const client = 'ApiPromise';
  const entries = ['/validators', '/codecs', '/webhooks', '/xml', '/positional'];
  const [all, ...others] = await Promise.all(['', ...entries].map((path) => bundleByVite(`@speccast/runtime${path}`)));
  expect(all).toContain(client);
  expect(others.filter((code) => code.length < 100)).toEqual([]);
  expect(entries.filter((_, index) => others[index]?.includes(client))).toEqual([]);
});
