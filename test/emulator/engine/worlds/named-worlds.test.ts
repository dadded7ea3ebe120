import { describe, expect, test } from 'vitest';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

/** Opens a service with a shelf that Ann owns, from a scenario. */
function open(options: Parameters<typeof openShelf>[0] = {}) {
  const scenario = { callers: { ann: 'ann' }, tables: { shelves: [{ id: 'open', ownerId: '${ann}' }] } };
  return openShelf({ scenario, ...options });
}

runRows(new URL('named-worlds.yaml', import.meta.url), open);

describe('a request names its world', () => {
  test.each(['a b', '.', '..', 'ü', 'a'.repeat(65), '../../runtime/x', '<script>', ''])(
    'the name %j is rejected',
    async (name) => {
      const { emulator } = open();
      const inHeader = await emulator.fetch(`${emulator.baseUrl}/books?key=k`, {
        headers: { 'x-mock-world': encodeURIComponent(name) === name ? name : `${encodeURIComponent(name)}%` },
      });
      const inPath = await emulator.fetch(`https://shelf.test/w/${encodeURIComponent(name)}/v1/books?key=k`);
      expect([inHeader.status, [400, 404].includes(inPath.status)]).toEqual([400, true]);
      expect(emulator.worlds.names()).not.toContain(name);
      expect(() => emulator.world(name)).toThrow('The name of a world has 1 to 64 letters');
    },
  );

  test('unless the service has a path that begins with /w/', async () => {
    const operations = shelfPlan.operations.map((one) => ({
      ...one,
      operation: { ...one.operation, path: '/w/{id}/books' },
    }));
    const { emulator } = openShelf({}, { ...shelfPlan, basePaths: [''], operations });
    expect((await emulator.fetch('https://shelf.test/w/w1/books?key=k')).status).not.toBe(404);
    expect(emulator.worlds.names()).toEqual([]);
  });
});

describe('a named world', () => {
  test('is the same for its own `fetch`, its path and its token', async () => {
    const { emulator } = open();
    const { baseUrl, fetch } = emulator.world('w1');
    expect(baseUrl).toBe('https://shelf.test/w/w1/v1');
    await fetch(`${baseUrl}/books?key=k`);
    await emulator.fetch(`${baseUrl}/books?key=k`);
    await emulator.fetch(`${emulator.baseUrl}/books?key=k~w1`);
    expect([emulator.world('w1').journal.length, emulator.journal.length, emulator.worlds.names()]).toEqual([
      3,
      0,
      ['w1'],
    ]);
    const named = emulator.worldOf(new Request(`${emulator.baseUrl}/books?key=k~w1`));
    expect(named).toBe(emulator.world('w1'));
  });

  test('of a fork is not a world of the original', async () => {
    const { emulator } = open();
    const fork = emulator.fork();
    fork.world('w1');
    expect([emulator.worlds.names(), fork.worlds.names()]).toEqual([[], ['w1']]);
  });
});

test('a scenario with an invalid time throws', () => {
  expect(() => openShelf({ scenario: { time: 'tomorrow' } })).toThrow(
    'The time of the scenario is not valid: "tomorrow".',
  );
});
