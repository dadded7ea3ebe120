import {
  checkCoverage,
  type Coverage,
  type Covered,
  type EmulatorPlan,
  formatCoverage,
  mergeCoverage,
} from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { annexPlan, openAnnex } from '../../shelf/open-annex.js';
import { openShelf } from '../../shelf/open-shelf.js';

/** Two operations, one of which declares values and reasons. */
const plan: EmulatorPlan = {
  ...annexPlan,
  document: {},
  operations: annexPlan.operations.flatMap((one) => {
    if (one.operation.id === 'kinds.list') return [{ ...one, reasons: { 403: ['quotaExceeded'] } }];
    return one.operation.id === 'books.get' ? [one] : [];
  }),
};

async function coverageOf(...paths: readonly string[]): Promise<Coverage> {
  const { emulator, call } = openShelf({}, plan);
  for (const path of paths) await call(path);
  return emulator.coverage();
}

const novels = '/lists/kinds?kind=novel&key=k';

function part(total: number, ...missing: readonly string[]): Covered {
  return { total, covered: total - missing.length, missing };
}

describe('what is counted', () => {
  test('operations, statuses and reasons, values and parameters, each with what is missing', async () => {
    const { operations, statuses, enums, parameters } = await coverageOf(novels);
    expect({ operations, statuses, enums, parameters }).toEqual({
      operations: part(2, 'books.get'),
      statuses: part(3, 'books.get 200', 'kinds.list 403 quotaExceeded'),
      enums: part(2, 'kinds.list kind=poem'),
      parameters: part(2, 'books.get id'),
    });
  });

  test.each([
    ['/covered/default?key=k', ['default']],
    ['/covered/default', []],
    ['/covered/range', ['default']],
    ['/covered/both', ['4XX']],
    ['/covered/all?key=k', ['4XX', 'default']],
  ])('of the responses of %s, %j are left to be met', async (path, missing) => {
    const { emulator, call } = openAnnex();
    await call(path);
    const id = path.slice(1).replace('/', '.').replace(/\?.*/, '');
    const own = emulator.coverage().byOperation.find(({ operation }) => operation === id);
    expect(own?.statuses.missing).toEqual(missing.map((one) => `${id} ${one}`));
  });

  test('values and parameters of a request that was rejected do not count', async () => {
    const { enums, parameters } = await coverageOf('/lists/kinds?kind=novel');
    expect([enums.covered, parameters.covered]).toEqual([0, 0]);
  });

  test('values that parameters, their lists and bodies declare, but none of a form or that callers cannot send', async () => {
    const { emulator } = openAnnex();
    const declared = emulator.coverage().enums.missing.filter((one) => one.startsWith('covered'));
    expect(declared.filter((one) => !one.includes('inner.'))).toEqual(
      [
        ['order=new first', 'only=red', 'only=dark blue', 'only=100%'],
        ['body colour=red', 'body colour=dark blue', 'body colour=100%', 'body tags.level=1', 'body tags.level=null'],
        ['body size=s', 'body size=l'],
      ].flatMap((some) => some.map((one) => `covered.values ${one}`)),
    );
    // A schema that holds itself ends.
    expect(declared).toContain('covered.values body inner.inner.colour=red');
    expect(Math.max(...declared.map((one) => one.split('.').length))).toBeLessThan(13);
  });
});

describe('thresholds', () => {
  test('what is below one is named; what is not asked for is not', async () => {
    const coverage = await coverageOf(novels);
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50.5, parameters: 50 })).toThrow(
      new Error(
        'The coverage of the contract is too low.\nenums: 1 of 2, 50 % covered, 50.5 % required. Missing:\n  kinds.list kind=poem',
      ),
    );
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50, parameters: 50 })).not.toThrow();
    expect(() => checkCoverage(coverage, {})).not.toThrow();
    // Of nothing, all is covered.
    expect(() => checkCoverage({ ...coverage, enums: part(0) }, { enums: 100 })).not.toThrow();
  });

  test('shares are rounded down, and of many names the first are shown', async () => {
    const names = Array.from({ length: 1999 }, (_one, index) => `books.list p${index}`);
    const coverage = { ...(await coverageOf()), parameters: { ...part(3000, ...names), covered: 2999 } };
    expect(() => checkCoverage(coverage, { parameters: 100 })).toThrow(
      /\nparameters: 2999 of 3000, 99\.9 % covered, 100 % required\. Missing:\n {2}books\.list p0\n(?: {2}books\.list p\d+\n){19} {2}and 1979 more$/,
    );
  });
});

describe('coverages of several processes', () => {
  test('join to what either has exercised, in either order', async () => {
    const first = await coverageOf(novels);
    const second = await coverageOf('/lists/kinds?kind=poem&key=k', '/books/none?key=k');
    const { operations, enums, parameters, rules, byOperation } = mergeCoverage(first, second);
    expect({ operations, enums, parameters }).toEqual({
      operations: part(2),
      enums: part(2),
      parameters: part(2, 'books.get id'),
    });
    expect(byOperation.map((one) => [one.operation, one.requests])).toEqual([
      ['books.get', 1],
      ['kinds.list', 2],
    ]);
    expect(rules.missing).toEqual(second.rules.missing.filter((id) => first.rules.missing.includes(id)));
    expect(rules.covered).toBe(rules.total - rules.missing.length);
    expect(mergeCoverage(first, second)).toEqual(mergeCoverage(second, first));
  });

  test('have to be of one service', async () => {
    const one = await coverageOf();
    expect(() => mergeCoverage(one, openShelf().emulator.coverage())).toThrow(
      new Error('These are the coverages of different services, or of different versions of one.'),
    );
  });
});

test('the table has a row in all and one for each operation, a dash where there is nothing to cover', async () => {
  const { rules, ...coverage } = await coverageOf(novels);
  const own = coverage.byOperation.map((one) => ({ ...one, rules: part(0) }));
  const all = { ...coverage, byOperation: own, rules: { ...rules, ...part(3, 'one', 'other') } };
  expect(formatCoverage(all)).toBe(
    [
      '                          requests  statuses    rules    enums  parameters',
      'all operations (1/2 50%)         1   1/3 33%  1/3 33%  1/2 50%     1/2 50%',
      'books.get                        0    0/1 0%        -        -      0/1 0%',
      'kinds.list                       1   1/2 50%        -  1/2 50%    1/1 100%',
      '',
    ].join('\n'),
  );
});
