import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Json } from 'speccast/emitter';
import { toJsonResponses, toJsonBody } from '../api/lower.js';
import { tsc } from '../rules/compiler.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that the compiler finds the same libraries.
const folder = join(root, '.cache', 'names');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shipped = join(root, 'generated/video-platform/src');

/** Names of files that packages have beside those of their resources. */
const stems =
  'attach-json-schema bin calls check check-leniently checks client conformance contracts control controls emulator faults images index issue-places jest json-schema msw node node-test operations plan playwright registry resources rule runtime schemas seed server service shared spec step vendor vitest'.split(
    ' ',
  );

/** Lists the exports of entries of a package. */
function listExports(...entries: readonly string[]): readonly string[] {
  return entries.flatMap((entry) =>
    [...readFileSync(join(shipped, entry), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
      ([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
    ),
  );
}

const exported = listExports(
  'mocks/index.ts',
  'mocks/control.ts',
  'mocks/vitest.ts',
  'mocks/node-test.ts',
  'mocks/playwright.ts',
  'mocks/server.ts',
  'conformance/index.ts',
);
const types = [...exported.filter((name) => /^[A-Z]/.test(name)), 'Step', 'OperationControl', 'EmptyResponse'];
const functions = [...exported.filter((name) => /^[a-z]/.test(name)), 'runConformance', 'checks', 'finished', 'plan'];

function toReference(number: number): Json {
  return { $ref: `#/components/schemas/${types[number % types.length]}` };
}

/** Builds a document whose schemas, groups and operations have the names of exports and files of packages. */
function buildDocument(): Json {
  const check = { id: 'A1', title: 'it answers', source: 'public', steps: [{ call: 'check.list' }] };
  const groups = stems.map((stem, index): [string, Json] => [
    `/${stem}`,
    {
      get: { operationId: `${stem}.list`, responses: toJsonResponses(toReference(index)) },
      post: {
        operationId: `${stem}.insert`,
        requestBody: toJsonBody(toReference(index + 20)),
        responses: toJsonResponses(toReference(index + 20)),
      },
    },
  ]);
  const calls = functions.map((name, index): [string, Json] => [
    `/calls/${name}`,
    { get: { operationId: name, tags: [name], responses: toJsonResponses(toReference(index + 40)) } },
  ]);
  const schemas = types.map((name): [string, Json] => [
    name,
    { type: 'object', properties: { id: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } } },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    'x-conformance': { sections: { checks: [check], operations: [{ ...check, id: 'A2' }] } },
    'x-reasons': { 403: ['quotaExceeded'] },
    paths: Object.fromEntries([...groups, ...calls]),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

test(
  'schemas, groups and operations may have the names of exports and files of packages',
  { timeout: 240_000 },
  async () => {
    expect([types.length > 40, functions.length > 8]).toEqual([true, true]);
    const { files, diagnostics } = await generate({
      spec: { file: 'spec.json', text: JSON.stringify(buildDocument()) },
      readFile: () => undefined,
      packageName: 'names',
      source: 'spec.json',
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(
      readdirSync(join(folder, 'src/mocks')).filter((name) => name.endsWith('-resource.ts')).length,
    ).toBeGreaterThan(10);
    const { status, stdout } = spawnSync(process.execPath, [...tsc, '-p', join(folder, 'tsconfig.json'), '--noEmit'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  },
);
