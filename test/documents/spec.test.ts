import { describe, expect, test } from 'vitest';
import {
  adFacts,
  adNotShown,
  adResources,
  videoFactLines,
  videoFacts,
  videoLimits,
  videoNotShown,
  videoResources,
} from './facts.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';
import { mapOf, operationsOf, readService, valueAt, visit, type JsonMap, type SpecOperation } from './spec-files.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data } = readRows(import.meta.url);

const documents = [
  {
    service: 'video-platform',
    operations: videoOperations,
    facts: videoFacts,
    notShown: videoNotShown,
    resources: videoResources,
    open: 108,
  },
  {
    service: 'ad-reporting',
    operations: adOperations,
    facts: adFacts,
    notShown: adNotShown,
    resources: adResources,
    open: 38,
  },
] as const;

test('the tables hold 51 and 6 rows on consecutive lines', () => {
  expect(videoOperations.map((row) => row.line)).toEqual(Array.from({ length: 51 }, (_, index) => 56 + index));
  expect(adOperations.map((row) => row.line)).toEqual([31, 32, 33, 34, 35, 36]);
});

describe.each(documents)('operations in the spec of $service', ({ service, operations, open }) => {
  const spec = readService(service);
  const specced = operationsOf(spec);
  const source = (line: number): string => `${service}.md:${line}`;

  test('are those of the table and no other', () => {
    expect(specced.map((one) => one.id).toSorted()).toEqual(operations.map((row) => row.id).toSorted());
  });

  test.each(operations)('$id is $method $path, as line $line says', (row) => {
    const given = find(specced, row);
    expect({
      method: given.method,
      path: given.path,
      source: given.node['x-source'],
    }).toEqual({
      method: row.method,
      path: row.path,
      source: source(row.line),
    });
    expect(given.node['summary']).toMatch(/^[A-Z].*\.$/);
  });

  test.each(operations)('$id takes the parameters stated and leaves the others open', (row) => {
    const given = find(specced, row);
    expect(parameters(given, 'query')).toEqual(row.query);
    expect(parameters(given, 'path')).toEqual([...row.path.matchAll(/\{(\w+)/g)].map((match) => match[1]));
    expect(given.node['x-open-parameters']).toEqual({
      'x-source': source(open),
    });
  });

  test.each(operations)('$id needs the credential stated', (row) => {
    expect(securityOf(spec, find(specced, row))).toEqual(credentials[row.credential]);
  });

  test.each(operations)('$id uploads and answers what is stated', (row) => {
    const given = find(specced, row);
    expect(uploads(given)).toBe(row.upload);
    expect(answers(given)).toEqual(answer[row.answer]);
    expect(mapOf(given.node['responses'])['default']).toEqual({
      $ref: '#/components/responses/Error',
    });
  });
});

describe.each(documents)('facts in the spec of $service', ({ service, facts, notShown, resources }) => {
  const spec = readService(service);
  const source = (line: number): string => `${service}.md:${line}`;

  test.each(facts)('line $line: $fact', ({ line, at, says }) => {
    expect(valueAt(spec, at)).toMatchObject({
      'x-source': source(line),
      ...says,
    });
  });

  test.each(Object.entries(resources))('the resource %s is described with its line', (name, line) => {
    expect(valueAt(spec, ['tags'])).toContainEqual({
      name,
      description: expect.stringMatching(/\.$/),
      'x-source': source(line),
    });
  });

  test('everything that the document calls not shown is listed', () => {
    const listed = Array.isArray(spec['x-not-shown']) ? spec['x-not-shown'] : [];
    expect(listed.map((one) => mapOf(one)['x-source'])).toEqual(notShown.map(source));
  });
});

describe.each(documents)('schemas in the spec of $service', ({ service }) => {
  const spec = readService(service);
  const schemas = Object.entries(mapOf(valueAt(spec, ['components', 'schemas']))).map(([name, schema]) => ({
    name,
    schema: mapOf(schema),
  }));

  test('require no field of a resource', () => {
    expect(schemas.filter(({ schema }) => schema['required'] !== undefined).map(({ name }) => name)).toEqual([
      'Error',
      'ErrorDetails',
    ]);
  });

  test('leave every object open', () => {
    const closed: string[] = [];
    visit(mapOf(spec['components']), (node, way) => {
      if (node['type'] === 'object' && node['additionalProperties'] === undefined) closed.push(way.join('.'));
    });
    expect(closed).toEqual([]);
  });

  test('have a source or a decision', () => {
    expect(
      schemas.filter(({ schema }) => schema['x-source'] === undefined && schema['x-decision'] === undefined),
    ).toEqual([]);
  });

  test('take only decisions that the spec lists', () => {
    const taken = new Set<unknown>();
    visit(spec, (node) => taken.add(node['x-decision']));
    const named = Object.keys(mapOf(spec['x-decisions']));
    expect([...taken].flat().filter((one) => one !== undefined && !named.includes(String(one)))).toEqual([]);
  });
});

describe('spec of video-platform', () => {
  const spec = readService('video-platform');

  test.each(videoLimits)('$operation keeps the limit of line $line', ({ line, operation, extension, says }) => {
    const given = operationsOf(spec).find((one) => one.id === operation)?.node[extension];
    expect(given).toMatchObject(mapOf(says));
    expect(JSON.stringify(given)).toContain(`"video-platform.md:${line}"`);
  });

  test('the banner advice of line 63 is advice', () => {
    const given = operationsOf(spec).find((one) => one.id === 'channelBanners.insert');
    expect(valueAt(given?.node ?? null, ['x-media', 'image', 'recommended'])).toBe('2560x1440');
  });

  test.each(videoFactLines)('line %i is among the facts', (line) => {
    const sources = new Set<unknown>();
    visit(spec, (node) => {
      if (node['fact'] !== undefined) sources.add(node['x-source']);
    });
    expect(sources).toContain(`video-platform.md:${line}`);
  });

  test('activities.insert alone is deprecated', () => {
    const given = operationsOf(spec).filter((one) => one.node['deprecated'] === true);
    expect(given.map((one) => one.id)).toEqual(['activities.insert']);
  });

  test('comments.setModerationStatus and members.list state the owner rule', () => {
    for (const id of ['comments.setModerationStatus', 'members.list']) {
      const given = operationsOf(spec).find((one) => one.id === id);
      expect(valueAt(given?.node ?? null, ['x-facts', '0', 'x-source'])).toBe('video-platform.md:116');
    }
  });
});

const credentials = data<JsonObject>('credentials');

const answer = {
  list: { '200': 'application/json' },
  resource: { '200': 'application/json' },
  report: { '200': 'application/json' },
  bytes: { '200': '*/*' },
  nothing: { '204': undefined },
  refusal: { '405': 'application/json' },
};

function find(specced: readonly SpecOperation[], row: DocumentedOperation): SpecOperation {
  const found = specced.find((one) => one.id === row.id);
  if (found === undefined) throw new Error(`the spec lacks ${row.id}`);
  return found;
}

function parameters(operation: SpecOperation, place: 'query' | 'path'): readonly unknown[] {
  const given = operation.node['parameters'];
  const list = Array.isArray(given) ? given.map(mapOf) : [];
  return list.filter((one) => one['in'] === place).map((one) => one['name']);
}

function securityOf(spec: JsonMap, operation: SpecOperation): unknown {
  const given = operation.node['security'] ?? spec['security'];
  return Array.isArray(given) ? given.map((one) => Object.keys(mapOf(one))) : given;
}

function uploads(operation: SpecOperation): DocumentedOperation['upload'] {
  const types = Object.keys(mapOf(mapOf(operation.node['requestBody'])['content']));
  if (!types.some((type) => type !== 'application/json')) return 'no';
  return types.includes('application/json') ? 'may' : 'must';
}

function answers(operation: SpecOperation): Record<string, string | undefined> {
  const given = Object.entries(mapOf(operation.node['responses'])).filter(([status]) => status !== 'default');
  return Object.fromEntries(
    given.map(([status, response]) => [status, Object.keys(mapOf(mapOf(response)['content']))[0]]),
  );
}
