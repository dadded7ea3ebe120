import type { Api } from '../../api/api.js';
import { operationPart } from '../../emit/code/operation-parts.js';
import { isDownload, isStream } from '../../emit/code/operation-result.js';
import { propertyKey, stringLiteral } from '../../emit/code/literals.js';
import { createLayout } from '../../emit/layout.js';
import { exampleCall, isList, type ExampleCall } from '../../emit/package/example-call.js';
import type { InitChoices, Runner } from './init-choices.js';
import { readTemplate } from './read-template.js';

/** Prints the test of a service: its client calls its emulator. */
export function printTest(api: Api, choices: InitChoices, runner: Runner): string {
  const from = importsFrom(choices);
  const create = `create${api.typeName}`;
  if (choices.spec === undefined) {
    return readTemplate('test/example.test.mjs')
      .replaceAll('__create__', create)
      .replaceAll(/'__package__(\/\w+)?'/g, (_, subpath: string = '') => stringLiteral(from(subpath)))
      .replace("'node:test'", stringLiteral(runner));
  }
  const head = [`import assert from 'node:assert/strict';`, `import { test } from ${stringLiteral(runner)};`];
  const example = exampleCall(api, choices.argumentStyle);
  const lines = example === undefined ? testDocument(api, from) : testCall(api, example, from);
  return [...head, ...lines, ''].join('\n');
}

/** Prints a call of the service for projects without a test; empty if the service has no operation. */
export function printCall(api: Api, choices: InitChoices): readonly string[] {
  const example = exampleCall(api, choices.argumentStyle);
  if (example === undefined || !choices.parts.includes('client')) return [];
  const from = importsFrom(choices, '.');
  const isEmulated = choices.parts.includes('emulator');
  return [
    importLine([`create${api.typeName}`, ...(example.auth === undefined ? [] : [example.auth])], from('')),
    ...(isEmulated ? [importLine(['createEmulator'], from('/mocks')), '', 'const emulator = createEmulator();'] : ['']),
    `const client = ${createClient(api, example, isEmulated)};`,
    `console.log(await ${example.call});`,
  ];
}

/** Returns a function that prints the specifier of a generated module, from the folder `test` or `start`: `/mocks` → `../src/api/mocks/index.ts`. */
function importsFrom(
  { output, out, packageName, importExtension }: InitChoices,
  start = '..',
): (subpath: string) => string {
  if (output === 'package') return (subpath) => packageName + subpath;
  // The test is a `.mjs` file, from which vitest resolves TypeScript modules only by the extension `.ts`.
  const extension = start === '..' ? '.ts' : importExtension === 'none' ? '' : importExtension;
  return (subpath) => `${start}/${out}${subpath}/index${extension}`;
}

function importLine(names: readonly string[], from: string): string {
  return `import { ${names.join(', ')} } from ${stringLiteral(from)};`;
}

const credentials = {
  apiKey: "apiKey('any-key')",
  bearer: "bearer('any-token')",
  basic: "basic('any-user', 'any-password')",
} as const;

function createClient(api: Api, { auth, needsBaseUrl }: ExampleCall, isEmulated: boolean): string {
  const address = needsBaseUrl ? [`baseUrl: 'https://service.example'`] : [];
  const options = [
    ...(auth === undefined ? [] : [`auth: ${credentials[auth]}`]),
    ...(isEmulated ? ['baseUrl: emulator.baseUrl', 'fetch: emulator.fetch'] : address),
  ];
  return `create${api.typeName}(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})`;
}

/** Prints a test of the document, if there is no operation to call. */
function testDocument({ title }: Api, from: (subpath: string) => string): readonly string[] {
  return [
    importLine(['document'], from('/spec').replace('/spec/index', '/spec')),
    '',
    `test('the document has a title (it has no operation to call yet)', () => {`,
    `  assert.equal(document.info.title, ${stringLiteral(title)});`,
    '});',
  ];
}

function testCall(api: Api, example: ExampleCall, from: (subpath: string) => string): readonly string[] {
  const { operation, auth } = example;
  const validator = createLayout(api).operationValidator(operation, 'Response').name;
  const mayFail = operation.method !== 'GET' || example.call.endsWith('})');
  const isJson = !isDownload(operation) && !isStream(operation) && operationPart(operation, 'Response') !== undefined;
  const isValidated = !mayFail && isJson;
  const names = [...(auth === undefined ? [] : [auth]), `create${api.typeName}`, ...(mayFail ? ['ApiError'] : [])];
  return [
    importLine(names.toSorted(), from('')),
    importLine(['createEmulator'], from('/mocks')),
    ...(isValidated ? [importLine([validator], from('/validators'))] : []),
    '',
    '// The client calls the emulator in this process: no network, no server to start.',
    `test(${stringLiteral(operation.id)}, async () => {`,
    '  const emulator = createEmulator();',
    `  const client = ${createClient(api, example, true)};`,
    ...(mayFail
      ? careful(example)
      : isValidated
        ? validated(example, validator)
        : [`  const response = await ${example.call}.asResponse();`, '  assert.ok(response.ok);']),
    '});',
  ];
}

/** Prints the checks of a response in JSON: it is valid, and the items of a list are an array. */
function validated({ call, operation }: ExampleCall, validator: string): readonly string[] {
  const name = operation.paging?.items;
  const isIdentifier = name !== undefined && propertyKey(name) === name;
  const items = name === undefined ? 'data' : `data${isIdentifier ? `.${name}` : `[${stringLiteral(name)}]`}`;
  return [
    `  const data = await ${call};`,
    `  assert.deepEqual(${validator}.check(data), []);`,
    ...(isList(operation) ? [`  assert.ok(Array.isArray(${items}));`] : []),
  ];
}

/** Prints the check of a call that may fail, as its arguments may name a row that does not exist. */
function careful({ call }: ExampleCall): readonly string[] {
  return [
    `  // Pass arguments that exist, and expect no error.`,
    `  const { error } = await ${call}.result();`,
    '  assert.ok(error === undefined || ApiError.is(error), String(error));',
    '  assert.equal(emulator.journal.length, 1);',
  ];
}
