import { expect, test } from 'vitest';
import { printDiagnostic, generate } from 'speccast';
import { Diagnostics, ownVocabulary, readSpec } from './read-text.js';

const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, x-action: post, x-errors: true, x-tier: [gold], x-quota: { cost: 3 } }
`;

test('extensions of others with the names of ours have no effect, with a warning', () => {
  const diagnostics = new Diagnostics();
  const vocabulary = ownVocabulary();
  const document = readSpec({ file: 'a.yaml', text }, { readFile: () => undefined, vocabulary, diagnostics });
  expect(diagnostics.list.map(printDiagnostic)).toEqual([
    'a.yaml:5:35 warning foreign-extension: "x-action" does not have the form that speccast expects, so it has no effect: "x-action" cannot be "post"; it must be "unsupported"',
    'a.yaml:5:51 warning foreign-extension: "x-errors" does not have the form that speccast expects, so it has no effect: "x-errors" must be an object',
  ]);
  const get = { operationId: 'listPets', 'x-tier': ['gold'], 'x-quota': { cost: 3 } };
  expect(document?.root).toMatchObject({ paths: { '/pets': { get } } });
  expect(JSON.stringify(document?.root)).not.toContain('x-action');
});

test('extensions of other mock servers are reported once a name, with what to write instead', () => {
  const diagnostics = new Diagnostics();
  const parameter = (name: string, hint: string): string =>
    `{ name: ${name}, in: query, schema: { type: string, ${hint} } }`;
  const list = [parameter('a', 'x-faker: city'), parameter('b', 'x-faker: name'), parameter('c', 'x-mocked: 1')].join(
    ', ',
  );
  const given = text.replace('x-action: post, x-errors: true', `parameters: [${list}]`);
  readSpec({ file: 'a.yaml', text: given }, { readFile: () => undefined, vocabulary: ownVocabulary(), diagnostics });
  expect(diagnostics.list.map(printDiagnostic)).toEqual([
    'a.yaml:5:94 warning foreign-extension: "x-faker" has no effect: the emulator invents values by names, formats and patterns; write an "example" to choose one',
  ]);
});

test('foreign extensions may contain the keys of ours, such as `table`', () => {
  const diagnostics = new Diagnostics();
  const given = text.replace('x-action: post, x-errors: true', 'x-coverage: { table: medium, insert: high }');
  readSpec({ file: 'a.yaml', text: given }, { readFile: () => undefined, vocabulary: ownVocabulary(), diagnostics });
  expect(diagnostics.list).toEqual([]);
});

test('`generate` accepts documents with such extensions', async () => {
  const { files, diagnostics } = await generate({ spec: { file: 'a.yaml', text }, packageName: '@acme/pets' });
  expect(diagnostics.map(({ severity }) => severity)).not.toContain('error');
  expect(files.find(({ path }) => path === 'src/mocks/pets.ts')?.text).not.toContain("action: 'post'");
});
