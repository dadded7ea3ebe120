import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildPage } from 'vite';
import { describe, expect, test } from 'vitest';
import { Video, videosListParameters } from '@speccast/video-platform/validators';
import { root } from '../rules/sources.js';

/** A bundle, and how many bytes of it each file brought that brought any. */
interface Bundle {
  readonly text: string;
  readonly bytes: ReadonlyMap<string, number>;
}

/** A program that uses a package, as bundlers hand it to browsers. */
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

/** What JSON Schemas are made from, and what makes them, as far as a bundle holds it. */
function schemaFiles({ bytes }: Bundle): readonly string[] {
  const known = ['openapi.json', 'dist/spec.js', 'dist/validators/json-schema.js'].map((path) => `${folder}/${path}`);
  return known.filter((path) => bytes.has(path));
}

/** Bytes of a bundle that are code of the package, without its document. */
function ownBytes({ bytes }: Bundle): number {
  const own = [...bytes].filter(([path]) => path.startsWith(`${folder}/dist/`));
  return own.reduce((sum, [, one]) => sum + one, 0);
}

async function run(program: string): Promise<Readonly<Record<string, unknown>>> {
  const { text } = await bundle(program);
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
}

const validators = '@speccast/video-platform/validators';

describe('JSON Schemas', () => {
  test('are there without a bundler', () => {
    expect(Video['~standard'].jsonSchema.input({ target: 'draft-07' })['type']).toBe('object');
    expect(videosListParameters['~standard'].jsonSchema.input({ target: 'draft-07' })['type']).toBe('object');
  });

  test.each([
    ['one validator', `import { Video } from '${validators}'; export const is = (x) => Video.is(x) && Video.check(x);`],
    [
      'a namespace',
      `import * as all from '${validators}'; export const is = (x) => all.Video['~standard'].validate(x);`,
    ],
    // What checks leniently compares with the document, and so asks for it.
    [
      'many validators',
      `export { Video, isChannel, videosListResponse, captionsInsertParameters } from '${validators}';`,
    ],
    ['a client', `export { createVideoPlatform } from '@speccast/video-platform';`],
  ])('are in no bundle of %s', async (_, program) => {
    const made = await bundle(program);
    const { text } = made;
    expect(ownBytes(made)).toBeGreaterThan(1000);
    expect(schemaFiles(made)).toEqual([]);
    expect(text).not.toContain('json-schema.org');
    expect(text).not.toContain('Id that the service gave the video');
  });

  test('that a bundle does not hold are asked for in vain, with a word on how to have them', async () => {
    const { ask } = await run(
      `import { Video } from '${validators}'; export const ask = () => Video['~standard'].jsonSchema.input({ target: 'draft-07' });`,
    );
    expect(ask).toThrow(
      "The JSON Schema of #/components/schemas/Video is not loaded: add `import '<package>/validators/json-schema'` to the program",
    );
  });

  test('work in a bundle that imports them, which holds no validator for it', async () => {
    const program = `import '${validators}/json-schema'; import { Playlist } from '${validators}'; export const schema = Playlist['~standard'].jsonSchema.input({ target: 'openapi-3.0' });`;
    const { schema } = await run(program);
    expect(schema).toMatchObject({
      type: 'object',
      properties: { snippet: { properties: { title: { type: 'string' } } } },
    });
    const made = await bundle(program);
    expect(schemaFiles(made)).toHaveLength(3);
    // A validator of another model alone takes more than what makes schemas.
    const plain = ownBytes(await bundle(`export { Playlist } from '${validators}';`));
    const further = ownBytes(await bundle(`export { Playlist, Video } from '${validators}';`));
    expect(ownBytes(made) - plain).toBeLessThan(1000);
    expect(further - plain).toBeGreaterThan(1000);
  });
});

describe('a predicate', () => {
  test('brings no collector, no validator and no other model', async () => {
    const { text } = await bundle(`export { isPlaylistListResponse } from '${validators}';`);
    expect(text).not.toMatch(/must be|is required|~standard|jsonSchema/);
    expect(gzipSync(text).length).toBeLessThan(2048);
  });

  test('is a function of the value alone, as `filter` and `every` call it', async () => {
    const { isPlaylist, isComment } = await import('@speccast/video-platform/validators');
    expect([{ id: 'a' }, { id: 1 }, {}, null].filter(isPlaylist)).toEqual([{ id: 'a' }, {}]);
    expect([{ id: 'a' }, { id: 1 }].map(isComment)).toEqual([true, false]);
  });
});

/** What Vite makes of all that a module exports. */
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

test('what the entries of the runtime share in one file is in no bundle that does not need it', async () => {
  const client = 'ApiPromise';
  const entries = ['/validators', '/codecs', '/webhooks', '/xml', '/positional'];
  const [all, ...others] = await Promise.all(['', ...entries].map((path) => bundleByVite(`@speccast/runtime${path}`)));
  expect(all).toContain(client);
  expect(others.filter((code) => code.length < 100)).toEqual([]);
  expect(entries.filter((_, index) => others[index]?.includes(client))).toEqual([]);
});
