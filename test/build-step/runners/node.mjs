// Run by `node --test`: see `node-and-jest.test.ts`.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expectEmulator, setupEmulator } from '@speccast/video-platform/node-test';

describe('one emulator', () => {
  const emulator = setupEmulator(createEmulator);
  const client = createVideoPlatform({ auth: bearer('t'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  const insert = (title) => client.playlists.insert({ body: { snippet: { title } } });
  const titles = async () => (await client.playlists.list({ mine: true })).items.map(({ snippet }) => snippet.title);

  for (const title of ['Tides', 'Ebb'])
    test(`passes: each test starts with a fresh emulator, ${title}`, async () => {
      emulator.on.playlists.list.fail(503).nth(9);
      assert.deepEqual([emulator.journal.length, emulator.faults.list().length, emulator.worlds.names()], [0, 1, []]);
      emulator.world(title);
      await insert(title);
      assert.deepEqual(
        (await titles()).filter((one) => ['Tides', 'Ebb'].includes(one)),
        [title],
      );
      expectEmulator(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title } }, times: 1 });
      expectEmulator(emulator).not.toHaveReceived('playlists.insert', { body: { snippet: { title: 'Neap' } } });
      expectEmulator(emulator).toHaveReceivedInOrder([
        'playlists.insert',
        ['playlists.list', { params: { mine: true } }],
      ]);
      expectEmulator(emulator).toHaveOnlyUsedDocumentedParameters();
      expectEmulator(emulator).not.toCostAtMost(1);
    });

  test('passes: a subtest continues with the state of its test', async (t) => {
    await titles();
    const before = emulator.snapshot();
    await insert('Flow');
    await t.test('passes: inside', async () => assert.ok((await titles()).includes('Flow')));
    await t.test('passes: inside again', async () => assert.ok((await titles()).includes('Flow')));
    expectEmulator(emulator).toHaveChanged({ playlists: { added: 1 } }, before);
    expectEmulator(emulator).not.toBeUnchanged(before);
  });

  test('fails: the message shows the received request', async () => {
    await insert('Neap');
    expectEmulator(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title: 'Spring' } } });
  });

  describe('at the same time', { concurrency: 2 }, () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
    test('fails: the first test shares the emulator', wait);
    test('fails: the second test shares it, too', wait);
  });
});

describe('forks at the same time', { concurrency: 2 }, () => {
  const base = createEmulator();
  for (const name of ['one', 'two'])
    test(`passes: ${name}`, async () => {
      const own = base.fork();
      await own.fetch(`${own.baseUrl}/playlists?id=a&key=k`);
      expectEmulator(own).toHaveReceived('playlists.list', { times: 1 });
    });
});
