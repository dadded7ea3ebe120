import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow, lowerSchemas } from '../api/lower.js';
import { diffApis } from './changes.js';

const count = 120;

/** Builds an API of schemas that all refer to each other, and of as many operations that send and receive them. */
function buildDense(maxLength: number): Api {
  const names = Array.from({ length: count }, (_, index) => `Node${index}`);
  const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const links = Object.fromEntries(names.map((name) => [name.toLowerCase(), reference(name)]));
  const schemas = names.map((name) => [name, { type: 'object', properties: { name: { type: 'string' }, ...links } }]);
  const last = { type: 'object', properties: { name: { type: 'string', maxLength } } };
  const content = { 'application/json': { schema: reference('Node0') } };
  const paths = names.map((name) => [
    `/${name}`,
    { post: { operationId: name, requestBody: { content }, responses: { 200: { description: 'Fine.', content } } } },
  ]);
  return lowerOrThrow({
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(schemas), [`Node${count - 1}`]: last } },
  });
}

test('a change that all operations reach is one change, and is found in seconds', () => {
  const [before, after] = [buildDense(10), buildDense(20)];
  // The CPU time of this process, because other processes may use the machine.
  const start = process.cpuUsage();
  const changes = diffApis(before, after);
  const seconds = process.cpuUsage(start).user / 1e6;
  expect(changes.map(({ kind, code, subject, operations }) => [kind, code, subject, operations.length])).toEqual([
    ['breaking', 'limit-loosened', `schemas.Node${count - 1}.name`, count],
  ]);
  expect(seconds).toBeLessThan(15);
});

/** Builds an API of a schema with many properties and of a chain of schemas. All names begin with `word`. */
function buildWide(word: string): Api {
  const names = Array.from({ length: 2000 }, (_, index) => `${word}${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  // Each refers to the next two, so that the number of paths through them is exponential.
  const chain = names.slice(0, 60).map((name, index) => [
    name,
    {
      type: 'object',
      properties: Object.fromEntries(
        ['left', 'right'].map((side, more) => [
          side,
          { $ref: `#/components/schemas/${names[Math.min(59, index + 1 + more)]}` },
        ]),
      ),
    },
  ]);
  return lowerSchemas({ Wide: { type: 'object', properties }, ...Object.fromEntries(chain) });
}

test('documents in which all names differ are compared in seconds', () => {
  const [before, after] = [buildWide('Old'), buildWide('Young')];
  const start = process.cpuUsage();
  const changes = diffApis(before, after);
  const seconds = process.cpuUsage(start).user / 1e6;
  expect(changes.length).toBeGreaterThan(2000);
  expect(seconds).toBeLessThan(15);
});
