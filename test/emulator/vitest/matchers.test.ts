import { emulatorMatchers } from '@speccast/emulator/vitest';
import { describe, expect, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';

expect.extend(emulatorMatchers);

const add = { token: 'ann', method: 'POST', body: { title: 'Tides', price: 3 } };

async function openUsedShelf() {
  const opened = openShelf();
  await opened.call('/books?id=a&status=public&key=k');
  await opened.call('/books', add);
  return opened.emulator;
}

function readFailure(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The assertion did not fail');
}

test('calls are found by some of their parameters and their body, also with matchers', async () => {
  const emulator = await openUsedShelf();
  expect(emulator).toHaveReceived('books.list', { params: { status: 'public' }, status: 200, times: 1 });
  expect(emulator).toHaveReceived('books.insert', { body: { title: expect.stringMatching(/^T/) } });
  expect(emulator).not.toHaveReceived('books.list', { params: { status: 'hidden' } });
  expect(emulator).not.toHaveReceived('books.get');
  expect(emulator).toHaveReceivedInOrder(['books.list', ['books.insert', { body: { price: 3 } }]]);
  expect(emulator).not.toHaveReceivedInOrder(['books.insert', 'books.list']);
});

test('calls are found by headers in any case of letters', async () => {
  const emulator = await openUsedShelf();
  expect(emulator).toHaveReceived('books.insert', { headers: { 'Content-Type': 'application/json' } });
  expect(emulator).not.toHaveReceived('books.insert', { headers: { 'content-type': 'text/plain' } });
});

test('unknown names of operations, tables and members throw, also when negated', async () => {
  const emulator = await openUsedShelf();
  const since = emulator.snapshot();
  // Types reject these names; `object` stands in for JavaScript code without types.
  const { not }: { not: object } = expect(emulator);
  const wrong: readonly (readonly [matcher: string, expected: readonly unknown[], message: string])[] = [
    ['toHaveReceived', ['books.delet'], 'There is no operation books.delet; did you mean books.delete?'],
    ['toHaveReceived', ['book.list', { times: 0 }], 'There is no operation book.list; did you mean books.list?'],
    [
      'toHaveReceived',
      ['books.list', { parms: {} }],
      'There is no member of toHaveReceived parms; did you mean params?',
    ],
    ['toHaveReceivedInOrder', [['books.list', 'x']], 'There is no operation x.'],
    ['toHaveChanged', [{ book: { added: 1 } }, since], 'There is no table book; did you mean books?'],
    ['toHaveChanged', [{ books: { add: 1 } }, since], 'There is no member of a table add.'],
    ['toHaveCost', [{ unit: 1 }], 'There is no member of toHaveCost unit; did you mean units?'],
    ['toCostAtMost', [{ defualt: 5 }], 'There is no bucket defualt; did you mean default?'],
  ];
  for (const [matcher, expected, message] of wrong)
    expect(() => Reflect.get(not, matcher).apply(not, expected)).toThrow(message);
  expect(() => emulator.calls('books.lst')).toThrow('There is no operation books.lst; did you mean books.list?');
});

describe('the message of a failed assertion has', () => {
  test('the calls that were received', async () => {
    const emulator = await openUsedShelf();
    expect(readFailure(() => expect(emulator).toHaveReceived('books.get'))).toBe(
      'expected the emulator to have received books.get. It received 1 × books.list, 1 × books.insert.',
    );
  });

  test('the differences to the only call of the operation', async () => {
    const emulator = await openUsedShelf();
    const message = readFailure(() => expect(emulator).toHaveReceived('books.insert', { body: { title: 'Ebb' } }));
    expect(message).toContain('It received 1 × books.insert, of which 0 match:\n  #2 books.insert');
    expect(message).toMatch(/-\s+"title": "Ebb"[^]*\+\s+"title": "Tides"/);
  });

  test('which step is missing', async () => {
    const emulator = await openUsedShelf();
    const message = readFailure(() => expect(emulator).toHaveReceivedInOrder(['books.insert', 'books.list']));
    expect(message).toContain('There is no "books.list" after #2:');
  });
});

describe('journal entries that were dropped', () => {
  async function openShelfWithShortJournal() {
    const { emulator, call } = openShelf({ journal: { limit: 2 } });
    for (const path of ['/books?id=a&key=k', '/books/a?colour=red&key=k', '/books/a?key=k', '/books/b?key=k'])
      await call(path);
    return emulator;
  }

  const more = 'but the journal dropped 2 older entries and has the newest 2 only. ';
  const raise = 'Raise its limit: createEmulator({ journal: { limit: 4 } }).';

  test('make matchers fail that need them, also when negated', async () => {
    const emulator = await openShelfWithShortJournal();
    expect(readFailure(() => expect(emulator).not.toHaveReceived('books.list'))).toBe(
      `expected the emulator not to have received books.list, ${more}${raise}`,
    );
    expect(readFailure(() => expect(emulator).toHaveReceived('books.list', { times: 2 }))).toBe(
      `expected the emulator to have received books.list 2 times, ${more}${raise}`,
    );
    for (const received of [expect(emulator), expect(emulator).not]) {
      expect(readFailure(() => received.toHaveReceived('books.list'))).toContain(more);
      expect(readFailure(() => received.toHaveReceived('books.get', { times: 2 }))).toContain(more);
      expect(readFailure(() => received.toHaveReceived('books.get', { times: 3 }))).toContain(more);
      expect(readFailure(() => received.toHaveReceivedInOrder(['books.list', 'books.get']))).toContain(more);
      expect(readFailure(() => received.toHaveOnlyUsedDocumentedParameters())).toContain(more);
    }
  });

  test('do not matter if the other entries are sufficient', async () => {
    const emulator = await openShelfWithShortJournal();
    expect(emulator).toHaveReceived('books.get');
    expect(emulator).toHaveReceivedInOrder(['books.get', 'books.get']);
    expect(emulator).not.toHaveReceived('books.get', { times: 1 });
    expect(readFailure(() => expect(emulator).not.toHaveReceived('books.get'))).toContain('of which 2 match');
    expect(emulator).toHaveCost({ calls: 4 });
    await emulator.fetch(`${emulator.baseUrl}/books/a?colour=red&key=k`);
    expect(emulator).not.toHaveOnlyUsedDocumentedParameters();
    emulator.reset();
    expect(emulator).not.toHaveReceived('books.get');
  });

  test('are all entries if the journal is off', async () => {
    const { emulator } = openShelf({ journal: false });
    for (const received of [expect(emulator), expect(emulator).not]) {
      const off = 'but the journal is off. Leave out `journal: false` of createEmulator.';
      expect(readFailure(() => received.toHaveReceived('books.get'))).toContain(off);
      expect(readFailure(() => received.toHaveReceived('books.get', { times: 0 }))).toContain(off);
      expect(readFailure(() => received.toHaveReceivedInOrder(['books.get']))).toContain(off);
      expect(readFailure(() => received.toHaveOnlyUsedDocumentedParameters())).toContain(off);
    }
  });
});

test('changes are counted since a snapshot', async () => {
  const { emulator } = openShelf();
  const before = emulator.snapshot();
  expect(emulator).toBeUnchanged(before);
  emulator.seed({ shelves: [{ id: 'new', name: 'New' }] });
  expect(emulator).toHaveChanged({ shelves: { added: 1 }, books: {} }, before);
  expect(emulator).not.toBeUnchanged(before);
  expect(readFailure(() => expect(emulator).toHaveChanged({ shelves: { removed: 1 } }, before))).toContain(
    'All that has changed: {"shelves":{"added":1,"changed":0,"removed":0}}',
  );
});

test('costs are compared in total and by bucket', async () => {
  const emulator = await openUsedShelf();
  expect(emulator).toHaveCost({ units: 0, calls: 2 });
  expect(emulator).toHaveCost({ calls: 0 }, { since: emulator.quota.mark() });
  expect(emulator).toCostAtMost(0);
  expect(emulator).not.toCostAtMost({ default: -1 });
});

test('undocumented parameters are listed', async () => {
  const { emulator, call } = openShelf();
  expect(emulator).toHaveOnlyUsedDocumentedParameters();
  await call('/books/a?colour=red&key=k');
  expect(readFailure(() => expect(emulator).toHaveOnlyUsedDocumentedParameters())).toContain('#1 books.get colour');
});

test('coverage is compared with thresholds, and missing names are listed', async () => {
  const emulator = await openUsedShelf();
  expect(emulator).toHaveCoverage({ operations: 20, rules: 0 });
  expect(emulator).not.toHaveCoverage({ operations: 100 });
  expect(readFailure(() => expect(emulator).toHaveCoverage({ operations: 100 }))).toBe(
    'expected more of the contract to be covered.\n' +
      'operations: 2 of 6, 33.3 % covered, 100 % required. Missing:\n' +
      '  books.update\n  books.delete\n  books.lend\n  books.get',
  );
  expect(readFailure(() => expect(emulator).not.toHaveCoverage({ operations: 1 }))).toBe(
    'expected less of the contract to be covered than {"operations":1} percent.',
  );
});

test('unknown kinds of coverage are rejected, by types and at run time', () => {
  const { emulator } = openShelf();
  // @ts-expect-error: no such kind
  expect(readFailure(() => expect(emulator).toHaveCoverage({ lines: 80 }))).toBe(
    'toHaveCoverage takes operations, statuses, rules, enums, parameters, not lines.',
  );
});

test('a value that is not an emulator is rejected', () => {
  expect(readFailure(() => expect({}).not.toHaveCost({}))).toBe(
    'toHaveCost needs an emulator: expect(emulator).toHaveCost(…).',
  );
});

test('the matchers are exported, for another `expect`', () => {
  expect(Object.values(emulatorMatchers).every((one) => typeof one === 'function')).toBe(true);
});
