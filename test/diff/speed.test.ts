import { expect, test } from 'vitest';
import { Diagnostics } from '../../generator/diagnostics.js';
import type { Api } from '../../generator/api/api.js';
import { diffApis } from '../../generator/diff/diff-apis.js';
import { readApi } from '../../generator/api/read-api.js';

const count = 120;

/** Schemas each of which leads to all others, and as many operations, all of which send and receive all of them. */
function denseApi(maxLength: number): Api {
  const names = Array.from({ length: count }, (_, index) => `Node${index}`);
  const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const links = Object.fromEntries(names.map((name) => [name.toLowerCase(), reference(name)]));
  const schemas = names.map((name) => [name, { type: 'object', properties: { name: { type: 'string' }, ...links } }]);
  const last = { type: 'object', properties: { name: { type: 'string', maxLength } } };
  const content = { 'application/json': { schema: reference('Node0') } };
  const paths = names.map((name) => [
    `/${name}`,
    { post: { operationId: name, requestBody: { content }, responses: { 200: { description: 'Fine.', content } } } },
  ]);
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Dense', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(schemas), [`Node${count - 1}`]: last } },
  });
  const diagnostics = new Diagnostics();
  const found = readApi({ spec: { file: 'dense.json', text } }, { diagnostics });
  if (found === undefined) throw new Error(JSON.stringify(diagnostics.list));
  return found.api;
}

test('a change that everything leads to is one change, and is found soon', () => {
  const [before, after] = [denseApi(10), denseApi(20)];
  // Not the time on the wall: others use the machine, too.
  const start = process.cpuUsage();
  const changes = diffApis(before, after);
  const seconds = process.cpuUsage(start).user / 1e6;
  expect(changes.map(({ kind, code, subject, operations }) => [kind, code, subject, operations.length])).toEqual([
    ['breaking', 'limit-loosened', `schemas.Node${count - 1}.name`, count],
  ]);
  expect(seconds).toBeLessThan(15);
});
