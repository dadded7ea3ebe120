import type { Emulator, EmulatorPlan } from '@speccast/emulator';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { search } from '../../../../specs/video-platform/capabilities/search.js';
import { importPlan } from '../../shelf/import-emulator.js';
import {
  type AnyRows,
  createEmulatorCall,
  type CallEmulator,
  openShelf,
  type OpenedShelf,
} from '../../shelf/open-shelf.js';

const plan: EmulatorPlan = { ...(await importPlan('videos')), capabilities: { act: search } };

interface Change {
  readonly kind: 'put' | 'remove' | 'open' | 'close';
  readonly number: number;
  readonly of: string;
  readonly status: string;
  readonly score: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'remove', 'open', 'close'),
  number: fc.nat(140),
  of: fc.constantFrom('c1', 'c2'),
  status: fc.constantFrom('public', 'public', 'hidden'),
  score: fc.nat(5),
});

const words = ['red', 'green', 'blue'];

function createVideo({ number, of, status, score }: Omit<Change, 'kind'>): Readonly<Record<string, unknown>> {
  const word = String(words[number % 3]);
  const snippet = { title: `Zebra ${number} ${word}`, publishedAt: String(score) };
  return { id: `v${number}`, of, status, score: String(score), at: String(score), word, snippet };
}

function open(count: number): OpenedShelf {
  const { emulator, call } = openShelf({}, plan);
  for (const id of ['c1', 'c2']) emulator.state['channels']?.insert({ id, open: true });
  for (let number = 0; number < count; number += 1)
    emulator.state['videos']?.insert(createVideo({ number, of: 'c1', status: 'public', score: number % 4 }));
  return { emulator, call };
}

function applyChange({ state }: Emulator<AnyRows>, { kind, ...video }: Change): void {
  if (kind === 'put') state['videos']?.insert(createVideo(video));
  else if (kind === 'remove') state['videos']?.remove(`v${video.number}`);
  else state['channels']?.insert({ id: video.of, open: kind === 'open' });
}

type VideoRow = Readonly<Record<string, unknown>>;

/** Returns the videos that all callers can see, by checking each row. */
function listVisible({ state }: Emulator<AnyRows>): readonly VideoRow[] {
  const isOpen = (id: unknown): boolean => state['channels']?.get(String(id))?.['open'] === true;
  return (state['videos']?.list() ?? []).filter((row) => row['status'] === 'public' && isOpen(row['of']));
}

function sortIds(rows: readonly VideoRow[], compare: (left: VideoRow, right: VideoRow) => number): readonly unknown[] {
  return rows.toSorted(compare).map(({ id }) => id);
}

async function readAllIds(call: CallEmulator, path: string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  let token = '';
  do {
    const { body, status } = await call(`${path}&maxResults=50&pageToken=${token}`);
    expect(status).toBe(200);
    ids.push(...(body.items ?? []).map(({ id }) => (typeof id === 'object' ? Object.values(id ?? {})[1] : id)));
    token = String(body['nextPageToken'] ?? '');
  } while (token !== '');
  return ids;
}

const newest = (left: VideoRow, right: VideoRow): number => Number(right['at']) - Number(left['at']);

describe('lists', () => {
  test('have the rows that a scan of all rows finds, in each order, after any writes, in forks and after restoring', async () => {
    const changes = fc.array(change, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 4 }), fc.boolean(), async (rounds, forks) => {
        let { emulator } = open(130);
        const start = emulator.snapshot();
        for (const round of [[], ...rounds]) {
          // A fork has all rows, so the check continues with it.
          if (forks) emulator = emulator.fork() as typeof emulator;
          else if (round.length === 1) emulator.restore(start);
          for (const one of round) applyChange(emulator, one);
          await checkLists(emulator);
        }
      }),
      { numRuns: 6 },
    );
  });
});

async function checkLists(emulator: Emulator<AnyRows>): Promise<void> {
  const call = createEmulatorCall(emulator);
  const rows = listVisible(emulator);
  const lastFirst = rows.toReversed();
  const red = rows.filter((row) => row['word'] === 'red');
  expect(await readAllIds(call, '/plain?key=k')).toEqual(sortIds(rows, () => 0));
  expect(await readAllIds(call, '/videos?key=k')).toEqual(sortIds(lastFirst, newest));
  expect(await readAllIds(call, '/videos?key=k&word=red')).toEqual(sortIds(red.toReversed(), newest));
  const byScore = (left: VideoRow, right: VideoRow): number => Number(right['score']) - Number(left['score']);
  expect(await readAllIds(call, '/videos?key=k&top=1')).toEqual(
    sortIds(
      sortIds(lastFirst, newest).flatMap((id) => rows.filter((row) => row['id'] === id)),
      byScore,
    ),
  );
  expect(await readAllIds(call, '/search?key=k&type=video&q=ebra+-re')).toEqual(
    sortIds(
      rows.filter((row) => !['red', 'green'].includes(String(row['word']))),
      () => 0,
    ),
  );
  expect(await readAllIds(call, '/search?key=k&type=video&q=blu|12&order=date')).toEqual(
    sortIds(
      lastFirst.filter((row) => row['word'] === 'blue' || String(row['id']).includes('12')),
      newest,
    ),
  );
}

describe('page tokens', () => {
  test('continue the list as it was when the first page was read', async () => {
    const { emulator, call } = open(300);
    const first = await call('/plain?key=k&maxResults=25');
    const want = listVisible(emulator).map(({ id }) => id);
    const ids: unknown[] = (first.body.items ?? []).map(({ id }) => id);
    let token = first.body['nextPageToken'];
    for (let turn = 0; typeof token === 'string'; turn += 1) {
      emulator.state['videos']?.insert(createVideo({ number: 1000 + turn, of: 'c1', status: 'public', score: 1 }));
      const { body } = await call(`/plain?key=k&maxResults=25&pageToken=${token}`);
      expect(body['pageInfo']).toEqual({ totalResults: 300, resultsPerPage: 25 });
      ids.push(...(body.items ?? []).map(({ id }) => id));
      token = body['nextPageToken'];
    }
    expect(ids).toEqual(want);
  });

  test('are the same for an equal list, also if it has changed in between', async () => {
    const { emulator, call } = open(300);
    const token = async (): Promise<unknown> => (await call('/plain?key=k')).body['nextPageToken'];
    const first = await token();
    emulator.state['videos']?.insert(createVideo({ number: 1000, of: 'c1', status: 'public', score: 1 }));
    emulator.state['videos']?.remove('v1000');
    expect(await token()).toBe(first);
    emulator.state['videos']?.remove('v7');
    expect(await token()).not.toBe(first);
  });

  test('are valid in forks; those of a fork are not valid in the original', async () => {
    const { emulator, call } = open(300);
    const { body } = await call('/plain?key=k');
    const fork = emulator.fork();
    const next = `/plain?key=k&pageToken=${String(body['nextPageToken'])}`;
    expect((await fork.fetch(fork.baseUrl + next)).status).toBe(200);
    const own = await createEmulatorCall(fork)('/videos?key=k');
    expect((await call(`/videos?key=k&pageToken=${String(own.body['nextPageToken'])}`)).status).toBe(400);
  });
});

describe('the work in a large world', () => {
  /** Counts how often members of rows are read. */
  async function countReads(work: () => unknown): Promise<number> {
    const spy = vi.spyOn(Object, 'hasOwn');
    await work();
    const count = spy.mock.calls.length;
    spy.mockRestore();
    return count;
  }

  test('of storing a row is at most twice that in a small world', async () => {
    const costs: number[] = [];
    for (const count of [150, 3000]) {
      const { emulator, call } = open(count);
      for (const path of ['/plain?key=k', '/videos?key=k&word=red']) await call(path);
      costs.push(
        await countReads(() =>
          emulator.state['videos']?.insert(createVideo({ number: 9000, of: 'c1', status: 'public', score: 1 })),
        ),
      );
    }
    expect(costs[1]).toBeLessThan(2 * Number(costs[0]));
  });
});
