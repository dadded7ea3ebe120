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

/** A plan of two operations: `kinds.list` declares enum values and reasons of errors, `books.get` neither. */
const plan: EmulatorPlan = {
  ...annexPlan,
  document: {},
  operations: annexPlan.operations.flatMap((one) => {
    if (one.operation.id === 'kinds.list') return [{ ...one, reasons: { 403: ['quotaExceeded'] } }];
    return one.operation.id === 'books.get' ? [one] : [];
  }),
};

async function measureCoverage(...paths: readonly string[]): Promise<Coverage> {
  const { emulator, call } = openShelf({}, plan);
  for (const path of paths) await call(path);
  return emulator.coverage();
}

const novels = '/lists/kinds?kind=novel&key=k';

function createCovered(total: number, ...missing: readonly string[]): Covered {
  return { total, covered: total - missing.length, missing };
}

describe('coverage counts', () => {
  test('operations, statuses and reasons, enum values and parameters, and lists the missing ones', async () => {
    const { operations, statuses, enums, parameters } = await measureCoverage(novels);
    expect({ operations, statuses, enums, parameters }).toEqual({
      operations: createCovered(2, 'books.get'),
      statuses: createCovered(3, 'books.get 200', 'kinds.list 403 quotaExceeded'),
      enums: createCovered(2, 'kinds.list kind=poem'),
      parameters: createCovered(2, 'books.get id'),
    });
  });

  test.each([
    ['/covered/default?key=k', ['default']],
    ['/covered/default', []],
    ['/covered/range', ['default']],
    ['/covered/both', ['4XX']],
    ['/covered/all?key=k', ['4XX', 'default']],
  ])('after %s, the responses %j are missing', async (path, missing) => {
    const { emulator, call } = openAnnex();
    await call(path);
    const id = path.slice(1).replace('/', '.').replace(/\?.*/, '');
    const own = emulator.coverage().byOperation.find(({ operation }) => operation === id);
    expect(own?.statuses.missing).toEqual(missing.map((one) => `${id} ${one}`));
  });

  test('no values and parameters of rejected requests', async () => {
    const { enums, parameters } = await measureCoverage('/lists/kinds?kind=novel');
    expect([enums.covered, parameters.covered]).toEqual([0, 0]);
  });

  test('enum values of parameters, of their lists and of JSON bodies, but not of forms and of properties that callers cannot send', async () => {
    const { emulator } = openAnnex();
    const declared = emulator.coverage().enums.missing.filter((one) => one.startsWith('covered'));
    expect(declared.filter((one) => !one.includes('inner.'))).toEqual(
      [
        ['order=new first', 'only=red', 'only=dark blue', 'only=100%'],
        ['body colour=red', 'body colour=dark blue', 'body colour=100%', 'body tags.level=1', 'body tags.level=null'],
        ['body size=s', 'body size=l'],
      ].flatMap((some) => some.map((one) => `covered.values ${one}`)),
    );
    // A schema that contains itself is not followed without end.
    expect(declared).toContain('covered.values body inner.inner.colour=red');
    expect(Math.max(...declared.map((one) => one.split('.').length))).toBeLessThan(13);
  });
});

describe('thresholds', () => {
  test('an error names the kinds below their threshold; kinds without a threshold are not checked', async () => {
    const coverage = await measureCoverage(novels);
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50.5, parameters: 50 })).toThrow(
      new Error(
        'The coverage of the contract is too low.\nenums: 1 of 2, 50 % covered, 50.5 % required. Missing:\n  kinds.list kind=poem',
      ),
    );
    expect(() => checkCoverage(coverage, { operations: 50, enums: 50, parameters: 50 })).not.toThrow();
    expect(() => checkCoverage(coverage, {})).not.toThrow();
    // A share of nothing counts as 100 %.
    expect(() => checkCoverage({ ...coverage, enums: createCovered(0) }, { enums: 100 })).not.toThrow();
  });

  test('shares are rounded down, and only the first 20 missing names are listed', async () => {
    const names = Array.from({ length: 1999 }, (_one, index) => `books.list p${index}`);
    const coverage = { ...(await measureCoverage()), parameters: { ...createCovered(3000, ...names), covered: 2999 } };
    expect(() => checkCoverage(coverage, { parameters: 100 })).toThrow(
      /\nparameters: 2999 of 3000, 99\.9 % covered, 100 % required\. Missing:\n {2}books\.list p0\n(?: {2}books\.list p\d+\n){19} {2}and 1979 more$/,
    );
  });
});

describe('coverages of several processes', () => {
  test('merge to everything that one of them has exercised, in any order', async () => {
    const first = await measureCoverage(novels);
    const second = await measureCoverage('/lists/kinds?kind=poem&key=k', '/books/none?key=k');
    const { operations, enums, parameters, rules, byOperation } = mergeCoverage(first, second);
    expect({ operations, enums, parameters }).toEqual({
      operations: createCovered(2),
      enums: createCovered(2),
      parameters: createCovered(2, 'books.get id'),
    });
    expect(byOperation.map((one) => [one.operation, one.requests])).toEqual([
      ['books.get', 1],
      ['kinds.list', 2],
    ]);
    expect(rules.missing).toEqual(second.rules.missing.filter((id) => first.rules.missing.includes(id)));
    expect(rules.covered).toBe(rules.total - rules.missing.length);
    expect(mergeCoverage(first, second)).toEqual(mergeCoverage(second, first));
  });

  test('cannot be merged if they are of different services', async () => {
    const one = await measureCoverage();
    expect(() => mergeCoverage(one, openShelf().emulator.coverage())).toThrow(
      new Error('These are the coverages of different services, or of different versions of one.'),
    );
  });
});

test('the table has a row for all operations and one for each, with a dash if there is nothing to cover', async () => {
  const { rules, ...coverage } = await measureCoverage(novels);
  const own = coverage.byOperation.map((one) => ({ ...one, rules: createCovered(0) }));
  const all = { ...coverage, byOperation: own, rules: { ...rules, ...createCovered(3, 'one', 'other') } };
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
