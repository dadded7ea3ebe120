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
import {
  toMap,
  listOperations,
  readService,
  valueAt,
  visitObjects,
  type JsonMap,
  type SpecOperation,
} from './spec-files.js';
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

test('the tables have 51 and 6 rows on consecutive lines', () => {
  expect(videoOperations.map((row) => row.line)).toEqual(Array.from({ length: 51 }, (_, index) => 56 + index));
  expect(adOperations.map((row) => row.line)).toEqual([31, 32, 33, 34, 35, 36]);
});

describe.each(documents)('operations in the spec of $service', ({ service, operations, open }) => {
  const spec = readService(service);
  const inSpec = listOperations(spec);
  const source = (line: number): string => `${service}.md:${line}`;

  test('are those of the table, and no others', () => {
    expect(inSpec.map((one) => one.id).toSorted()).toEqual(operations.map((row) => row.id).toSorted());
  });

  test.each(operations)('$id is $method $path, as line $line states', (row) => {
    const operation = findOperation(inSpec, row);
    expect({
      method: operation.method,
      path: operation.path,
      source: operation.node['x-source'],
    }).toEqual({
      method: row.method,
      path: row.path,
      source: source(row.line),
    });
    expect(operation.node['summary']).toMatch(/^[A-Z].*\.$/);
  });

  test.each(operations)('$id declares the parameters of its row and allows others', (row) => {
    const operation = findOperation(inSpec, row);
    expect(listParameters(operation, 'query')).toEqual(row.query);
    expect(listParameters(operation, 'path')).toEqual([...row.path.matchAll(/\{(\w+)/g)].map((match) => match[1]));
    expect(operation.node['x-open-parameters']).toEqual({
      'x-source': source(open),
    });
  });

  test.each(operations)('$id needs the credential of its row', (row) => {
    expect(readSecurity(spec, findOperation(inSpec, row))).toEqual(credentials[row.credential]);
  });

  test.each(operations)('$id has the request body and the responses of its row', (row) => {
    const operation = findOperation(inSpec, row);
    expect(readUpload(operation)).toBe(row.upload);
    expect(listContentTypes(operation)).toEqual(contentTypes[row.response]);
    expect(toMap(operation.node['responses'])['default']).toEqual({
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

  test('x-not-shown lists the lines that say "not shown"', () => {
    const listed = Array.isArray(spec['x-not-shown']) ? spec['x-not-shown'] : [];
    expect(listed.map((one) => toMap(one)['x-source'])).toEqual(notShown.map(source));
  });
});

describe.each(documents)('schemas in the spec of $service', ({ service }) => {
  const spec = readService(service);
  const schemas = Object.entries(toMap(valueAt(spec, ['components', 'schemas']))).map(([name, schema]) => ({
    name,
    schema: toMap(schema),
  }));

  test('require no field of a resource', () => {
    expect(schemas.filter(({ schema }) => schema['required'] !== undefined).map(({ name }) => name)).toEqual([
      'Error',
      'ErrorDetails',
    ]);
  });

  test('allow further properties in each object', () => {
    const closed: string[] = [];
    visitObjects(toMap(spec['components']), (node, path) => {
      if (node['type'] === 'object' && node['additionalProperties'] === undefined) closed.push(path.join('.'));
    });
    expect(closed).toEqual([]);
  });

  test('have a source or a decision', () => {
    expect(
      schemas.filter(({ schema }) => schema['x-source'] === undefined && schema['x-decision'] === undefined),
    ).toEqual([]);
  });

  test('refer only to decisions that the spec lists', () => {
    const taken = new Set<unknown>();
    visitObjects(spec, (node) => taken.add(node['x-decision']));
    const named = Object.keys(toMap(spec['x-decisions']));
    expect([...taken].flat().filter((one) => one !== undefined && !named.includes(String(one)))).toEqual([]);
  });
});

describe('spec of video-platform', () => {
  const spec = readService('video-platform');

  test.each(videoLimits)('$operation keeps the limit of line $line', ({ line, operation, extension, says }) => {
    const limit = listOperations(spec).find((one) => one.id === operation)?.node[extension];
    expect(limit).toMatchObject(toMap(says));
    expect(JSON.stringify(limit)).toContain(`"video-platform.md:${line}"`);
  });

  test('the banner size of line 63 is a recommendation', () => {
    const operation = listOperations(spec).find((one) => one.id === 'channelBanners.insert');
    expect(valueAt(operation?.node ?? null, ['x-media', 'image', 'recommended'])).toBe('2560x1440');
  });

  test.each(videoFactLines)('line %i is a fact of the spec', (line) => {
    const sources = new Set<unknown>();
    visitObjects(spec, (node) => {
      if (node['fact'] !== undefined) sources.add(node['x-source']);
    });
    expect(sources).toContain(`video-platform.md:${line}`);
  });

  test('activities.insert is the only deprecated operation', () => {
    const deprecated = listOperations(spec).filter((one) => one.node['deprecated'] === true);
    expect(deprecated.map((one) => one.id)).toEqual(['activities.insert']);
  });

  test('comments.setModerationStatus and members.list state the owner rule', () => {
    for (const id of ['comments.setModerationStatus', 'members.list']) {
      const operation = listOperations(spec).find((one) => one.id === id);
      expect(valueAt(operation?.node ?? null, ['x-facts', '0', 'x-source'])).toBe('video-platform.md:116');
    }
  });
});

const credentials = data<JsonObject>('credentials');

const contentTypes = {
  list: { '200': 'application/json' },
  resource: { '200': 'application/json' },
  report: { '200': 'application/json' },
  bytes: { '200': '*/*' },
  nothing: { '204': undefined },
  refusal: { '405': 'application/json' },
};

function findOperation(inSpec: readonly SpecOperation[], row: DocumentedOperation): SpecOperation {
  const found = inSpec.find((one) => one.id === row.id);
  if (found === undefined) throw new Error(`the spec lacks ${row.id}`);
  return found;
}

function listParameters(operation: SpecOperation, place: 'query' | 'path'): readonly unknown[] {
  const all = operation.node['parameters'];
  const list = Array.isArray(all) ? all.map(toMap) : [];
  return list.filter((one) => one['in'] === place).map((one) => one['name']);
}

function readSecurity(spec: JsonMap, operation: SpecOperation): unknown {
  const security = operation.node['security'] ?? spec['security'];
  return Array.isArray(security) ? security.map((one) => Object.keys(toMap(one))) : security;
}

function readUpload(operation: SpecOperation): DocumentedOperation['upload'] {
  const types = Object.keys(toMap(toMap(operation.node['requestBody'])['content']));
  if (!types.some((type) => type !== 'application/json')) return 'no';
  return types.includes('application/json') ? 'may' : 'must';
}

function listContentTypes(operation: SpecOperation): Record<string, string | undefined> {
  const responses = Object.entries(toMap(operation.node['responses'])).filter(([status]) => status !== 'default');
  return Object.fromEntries(
    responses.map(([status, response]) => [status, Object.keys(toMap(toMap(response)['content']))[0]]),
  );
}
