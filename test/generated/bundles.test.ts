import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Video, videosListParameters } from '@speccast/video-platform/validators';
import { root } from '../rules/sources.js';

/** A program that uses a package, as bundlers hand it to browsers. */
async function bundle(program: string): Promise<{ readonly text: string; readonly files: readonly string[] }> {
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
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { text: outputFiles[0]?.text ?? '', files: files.map(([path]) => path.replace(/^.*\/dist\//, '')) };
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
    const { text, files } = await bundle(program);
    expect(files.filter((path) => /^spec|json-schema|schema-targets|bundle-schema/.test(path))).toEqual([]);
    expect(text).not.toContain('json-schema.org');
    expect(text).not.toContain('Id that the service gave the video');
  });

  test('that a bundle does not hold are asked for in vain, with a word on how to have them', async () => {
    const { ask } = await run(
      `import { Video } from '${validators}'; export const ask = () => Video['~standard'].jsonSchema.input({ target: 'draft-07' });`,
    );
    expect(ask).toThrow(
      "The JSON Schema of #/components/schemas/Video is not in this bundle: import '<package>/validators/json-schema' once, for its effect",
    );
  });

  test('work in a bundle that imports them, which holds no validator for it', async () => {
    const program = `import '${validators}/json-schema'; import { Playlist } from '${validators}'; export const schema = Playlist['~standard'].jsonSchema.input({ target: 'openapi-3.0' });`;
    const { schema } = await run(program);
    expect(schema).toMatchObject({
      type: 'object',
      properties: { snippet: { properties: { title: { type: 'string' } } } },
    });
    const { files } = await bundle(program);
    expect(files.filter((path) => /^validators\/(?:videos|captions)\//.test(path))).toEqual([]);
  });
});

describe('a predicate', () => {
  test('brings no collector, no validator and no other model', async () => {
    const { text, files } = await bundle(`export { isPlaylistListResponse } from '${validators}';`);
    expect(files.filter((path) => /issues|members|create-validator|standard-schema|union/.test(path))).toEqual([]);
    expect(text).not.toMatch(/must be|is required/);
    expect(gzipSync(text).length).toBeLessThan(2048);
  });

  test('is a function of the value alone, as `filter` and `every` call it', async () => {
    const { isPlaylist, isComment } = await import('@speccast/video-platform/validators');
    expect([{ id: 'a' }, { id: 1 }, {}, null].filter(isPlaylist)).toEqual([{ id: 'a' }, {}]);
    expect([{ id: 'a' }, { id: 1 }].map(isComment)).toEqual([true, false]);
  });
});
