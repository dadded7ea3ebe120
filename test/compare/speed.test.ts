import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow, lowerSchemas } from '../api/lower.js';
import { diffApis } from './changes.js';

const count = 120;

/** Schemas each of which leads to all others, and as many operations, all of which send and receive all of them. */
function denseApi(maxLength: number): Api {
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

/** An API of one schema with many properties, and of a chain of schemas, by a word that is in all names. */
function wideApi(word: string): Api {
  const names = Array.from({ length: 2000 }, (_, index) => `${word}${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  // Each refers to the next two, so that looking behind all references on all ways would not end.
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

test('where everything has another name, that is found soon', () => {
  const [before, after] = [wideApi('Old'), wideApi('Young')];
  const start = process.cpuUsage();
  const changes = diffApis(before, after);
  const seconds = process.cpuUsage(start).user / 1e6;
  expect(changes.length).toBeGreaterThan(2000);
  expect(seconds).toBeLessThan(15);
});
