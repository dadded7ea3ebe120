import { expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';

/** A number of schemas, each of which refers to the next, that is larger than the depth of the stack. Documents may have 30,000. */
const longest = 5_000;

/** A number that is large enough if each schema takes several calls. */
const long = 2_500;

function buildChain(size: number, link: (next: string) => Json, pointer: string): Readonly<Record<string, Json>> {
  const names = Array.from({ length: size }, (_, index) => `S${index}`);
  return Object.fromEntries(
    names.map((name, index) => [name, index + 1 < size ? link(`${pointer}/S${index + 1}`) : { type: 'string' }]),
  );
}

test('validators compile for a chain of references that is longer than the stack', async () => {
  const $defs = buildChain(longest, ($ref) => ({ $ref }), '#/$defs');
  const { root } = await compileModule({ schemas: { root: { $ref: '#/$defs/S0', $defs } } });
  expect([root?.is('text'), root?.is(5)]).toEqual([true, false]);
  expect(root?.check(5)).toMatchObject([{ message: 'must be a string', schema: `#/$defs/S${longest - 1}/type` }]);
}, 120_000);

test.each([
  ['references', longest, ($ref: string): Json => ({ $ref })],
  ['combinations', long, ($ref: string): Json => ({ allOf: [{ $ref }] })],
  ['alternatives', long, ($ref: string): Json => ({ oneOf: [{ $ref }, { type: 'integer' }] })],
  ['properties', long, ($ref: string): Json => ({ type: 'object', properties: { next: { $ref } } })],
])(
  'a package is generated for a chain of %s',
  async (_name, size, link) => {
    const pointer = '#/components/schemas';
    const schema = { $ref: `${pointer}/S0` };
    const content = { 'application/json': { schema } };
    const responses = { 200: { description: 'One.', content } };
    const operation = { operationId: 'one.change', requestBody: { content }, responses };
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Chain', version: '1' },
      paths: { '/one': { post: operation } },
      components: { schemas: buildChain(size, link, pointer) },
    });
    const { files, diagnostics } = await generate({
      spec: { file: 'chain.json', text },
      packageName: '@cases/chain',
      format: false,
    });
    expect(diagnostics).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  },
  120_000,
);
