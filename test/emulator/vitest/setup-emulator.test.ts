import { emulatorFixtures, emulatorMatchers, setupEmulator, type TestRunner } from '@speccast/emulator/vitest';
import { createEmulator as create } from '@speccast/video-platform/mocks';
import { afterEach, beforeEach, describe, expect, test as base } from 'vitest';

type Emulator = ReturnType<typeof create>;

async function insert({ fetch, baseUrl }: Emulator, id: string): Promise<number> {
  const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
  const body = JSON.stringify({ snippet: { title: id } });
  const response = await fetch(`${baseUrl}/playlists?part=snippet`, { method: 'POST', headers, body });
  return response.status;
}

const titlesIn = ({ state }: Emulator): readonly unknown[] =>
  state.playlists.list().map(({ snippet }) => snippet?.title);

describe('an emulator for the tests of a file', () => {
  const emulator = setupEmulator(create, { beforeEach, afterEach, expect });

  base.each(['Tides', 'Ebb'])('starts anew for each, %s', async (title) => {
    expect([emulator.journal.length, emulator.worlds.names(), emulator.faults.list()]).toEqual([0, [], []]);
    expect(titlesIn(emulator)).not.toContain('Tides');
    expect(await insert(emulator, title)).toBe(200);
    emulator.world('w');
    emulator.faults.add({ operation: 'playlists.list', effect: { kind: 'disconnect' } });
    expect(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title } } });
  });
});

/** A runner whose hooks are called by hand. */
function handRunner(): { readonly runner: TestRunner; readonly start: () => void; readonly end: () => void } {
  const [starts, ends]: [(() => void)[], (() => void)[]] = [[], []];
  return {
    runner: { beforeEach: (run) => starts.push(run), afterEach: (run) => ends.push(run) },
    start: () => starts.forEach((run) => run()),
    end: () => ends.forEach((run) => run()),
  };
}

base('tests that share an emulator at the same time fail, and those after them do not', async () => {
  const { runner, start, end } = handRunner();
  const emulator = setupEmulator(create, runner);
  start();
  await insert(emulator, 'Tides');
  expect(start).toThrow('Tests that run at the same time share an emulator. Give each test its own');
  expect(titlesIn(emulator)).toContain('Tides');
  end();
  end();
  end();
  start();
  expect(titlesIn(emulator)).not.toContain('Tides');
});

base('without hooks, it says how to pass them', () => {
  expect(() => setupEmulator(create)).toThrow(
    new TypeError(
      'setupEmulator needs the hooks of the test runner: setupEmulator(createEmulator, { beforeEach, afterEach, expect }).',
    ),
  );
});

describe('an emulator for each test', () => {
  let made = 0;
  const test = base.extend(
    emulatorFixtures(() => {
      made += 1;
      return create();
    }),
  );
  expect.extend(emulatorMatchers);
  const meet = meeting(2);

  test.concurrent.for(['Tides', 'Ebb'])('works at the same time, %s', async (title, { emulator }) => {
    await insert(emulator, title);
    // Both have inserted before either looks.
    await meet();
    expect(titlesIn(emulator).filter((one) => one === 'Tides' || one === 'Ebb')).toEqual([title]);
    expect(emulator).toHaveReceived('playlists.insert', { times: 1 });
    expect(emulator.journal).toHaveLength(1);
  });

  test('is a fork of one, whose coverage is that of all', ({ emulator }) => {
    expect([made, emulator.journal.length]).toEqual([1, 0]);
    expect(emulator.coverage().operations.covered).toBe(1);
  });
});

/** Waits until so many wait. */
function meeting(many: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === many) for (const go of waiting) go();
    });
}
