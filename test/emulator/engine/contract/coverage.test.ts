import { describe, expect, test } from 'vitest';
import { checkCoverage, formatCoverage, mergeCoverage } from '@speccast/emulator';
import type { Coverage, Covered, EmulatorPlan } from '@speccast/emulator';
import { schemaValidator } from '../schema-validator.js';
import { openShelf, operation, planned, shelfPlan } from '../shelf.js';

const list = planned(
  operation('books.list', {
    parameters: [
      { name: 'id', in: 'query' },
      { name: 'status', in: 'query' },
    ],
  }),
  { action: { list: 'books', items: 'items' }, selectors: { id: { ids: true } } },
);

const parameters = schemaValidator({ properties: { status: { enum: ['public', 'hidden one'] } } });

/** Two operations, one of which declares values. */
const plan: EmulatorPlan = {
  ...shelfPlan,
  operations: [
    { ...list, reasons: { 403: ['quotaExceeded'] }, parameters },
    planned(operation('books.get', { path: '/books/{id}' }), { action: { get: 'books' } }),
  ],
};

async function coverageOf(...paths: readonly string[]): Promise<Coverage> {
  const { emulator, call } = openShelf({}, plan);
  for (const path of paths) await call(path);
  return emulator.coverage();
}

function part(total: number, ...missing: readonly string[]): Covered {
  return { total, covered: total - missing.length, missing };
}

describe('what is counted', () => {
  test('operations, statuses and reasons, values and parameters, each with what is missing', async () => {
    const { operations, statuses, enums, parameters } = await coverageOf('/books?id=a&status=public&key=k');
    expect({ operations, statuses, enums, parameters }).toEqual({
      operations: part(2, 'books.get'),
      statuses: part(3, 'books.list 403 quotaExceeded', 'books.get 200'),
      enums: part(2, 'books.list status=hidden one'),
      parameters: part(2),
    });
  });

  test.each([
    [['default'], '/books?key=k', ['default']],
    [['default'], '/books', []],
    [['4xx', 'default'], '/books', ['default']],
    [['401', '4XX'], '/books', ['4XX']],
    [['200', '4XX', 'default'], '/books?key=k', ['4XX', 'default']],
  ])('of the responses %j, %s leaves %j to be met', async (declared, path, missing) => {
    const responses = declared.map((status) => ({ status }));
    const books = planned(operation('books.list', { responses }), { action: { list: 'books', items: 'items' } });
    const { emulator, call } = openShelf({}, { ...shelfPlan, operations: [books] });
    await call(path);
    expect(emulator.coverage().statuses).toEqual(part(declared.length, ...missing.map((one) => `books.list ${one}`)));
  });

  test('values and parameters of a request that was rejected do not count', async () => {
    const { enums, parameters } = await coverageOf('/books?id=a&status=public');
    expect([enums.covered, parameters.covered]).toEqual([0, 0]);
  });
});

describe('thresholds', () => {
  test('what is below one is named; what is not asked for is not', async () => {
    const coverage = await coverageOf('/books?id=a&status=public&key=k');
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50.5, parameters: 100 })).toThrow(
      new Error(
        'The contract is not covered as wanted.\n' +
          'enums: 1 of 2, 50 % covered, 50.5 % wanted. Missing:\n' +
          '  books.list status=hidden one',
      ),
    );
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50, parameters: 100 })).not.toThrow();
    expect(() => checkCoverage(coverage, {})).not.toThrow();
  });

  test('shares are rounded down, and of many names the first are shown', async () => {
    const coverage = await coverageOf();
    const names = Array.from({ length: 1999 }, (_one, index) => `books.list p${index}`);
    const parameters = { ...part(3000, ...names), covered: 2999 };
    const [lead, first, ...rest] = messageOf(() => checkCoverage({ ...coverage, parameters }, { parameters: 100 }))
      .split('\n')
      .slice(1);
    expect([lead, first, rest.length, rest.at(-1)]).toEqual([
      'parameters: 2999 of 3000, 99.9 % covered, 100 % wanted. Missing:',
      '  books.list p0',
      20,
      '  and 1979 more',
    ]);
  });

  test('of nothing, all is covered', async () => {
    const coverage = { ...(await coverageOf()), enums: part(0) };
    expect(() => checkCoverage(coverage, { enums: 100 })).not.toThrow();
  });
});

describe('coverages of several processes', () => {
  test('join to what either has exercised', async () => {
    const first = await coverageOf('/books?id=a&status=public&key=k');
    const second = await coverageOf('/books?id=a&status=hidden%20one&key=k', '/books/none?key=k');
    const { operations, statuses, enums, rules, byOperation } = mergeCoverage(first, second);
    expect({ operations, statuses, enums }).toEqual({
      operations: part(2),
      statuses: part(3, 'books.list 403 quotaExceeded', 'books.get 200'),
      enums: part(2),
    });
    expect(byOperation.map((one) => [one.operation, one.requests])).toEqual([
      ['books.list', 2],
      ['books.get', 1],
    ]);
    expect(rules.missing).toEqual(second.rules.missing.filter((id) => first.rules.missing.includes(id)));
    expect(rules.covered).toBe(rules.total - rules.missing.length);
  });

  test('give the same in either order', async () => {
    const first = await coverageOf('/books?id=a&key=k');
    const second = await coverageOf('/books/none?key=k');
    expect(mergeCoverage(first, second)).toEqual(mergeCoverage(second, first));
  });

  test('have to be of one service', async () => {
    const { emulator } = openShelf();
    const one = await coverageOf();
    expect(() => mergeCoverage(one, emulator.coverage())).toThrow(
      new Error('These are the coverages of different services, or of different versions of one.'),
    );
  });
});

test('the table has a row in all and one for each operation, a dash where there is nothing to cover', async () => {
  const { rules, ...coverage } = await coverageOf('/books?id=a&status=public&key=k');
  const own = coverage.byOperation.map((one) => ({ ...one, rules: part(0) }));
  const all = { ...coverage, byOperation: own, rules: { ...rules, ...part(3, 'one', 'other') } };
  expect(formatCoverage(all)).toBe(
    [
      '                          requests  statuses    rules    enums  parameters',
      'all operations (1/2 50%)         1   1/3 33%  1/3 33%  1/2 50%    2/2 100%',
      'books.list                       1   1/2 50%        -  1/2 50%    2/2 100%',
      'books.get                        0    0/1 0%        -        -           -',
      '',
    ].join('\n'),
  );
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('nothing was thrown');
}
