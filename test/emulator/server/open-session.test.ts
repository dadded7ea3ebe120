import { startEmulator } from '@speccast/emulator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../templates/emulator/server/open-session.js';
import { temporaryFolder } from '../../output/temporary-folder.js';
import { shelfPlan } from '../shelf/open-shelf.js';
import { createFullDisk } from './state/full-disk.js';

const shelf = { create: (options: object) => startEmulator(shelfPlan, options) };

async function open(state: string, disk?: ReturnType<typeof createFullDisk>) {
  const defaults = { stateSync: true, watch: false, http2: false, empty: false, control: true };
  const flags = { port: 0, host: '127.0.0.1', seed: 1, profile: 'documented', state, ...defaults } as const;
  const session = await openSession(flags, shelf, { ...(disk && { disk }), tell: () => {} });
  onTestFinished(async () => void (await session.close()));
  const call = async (path: string, body?: object) => {
    const headers = { authorization: 'Bearer t1', 'content-type': 'application/json' };
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(session.url + path, { headers, ...init });
    const read = await response.json();
    return { status: response.status, body: read, reason: read.error?.errors?.[0]?.reason };
  };
  return { session, call };
}

const insert = (title: string) =>
  ['/../__mock/state/books', { id: title, title, status: 'public', shelfId: 'old' }] as const;

const path = (): string => join(temporaryFolder(), 'state');

test('a replaced emulator gets the state, and keeps it in the file', async () => {
  const state = path();
  const one = await open(state);
  await one.call(...insert('Emma'));
  one.session.replace(shelf, 'state');
  await one.call(...insert('Persuasion'));
  expect((await one.call('/books/Emma')).body.title).toBe('Emma');
  expect(readFileSync(state, 'utf8')).toContain('Persuasion');
  one.session.replace(shelf, 'nothing');
  await expect.poll(() => readFileSync(state, 'utf8')).toContain('["no row","books","Emma"]');
  expect((await one.call('/books/Emma')).status).toBe(404);
});

test('a page token is valid after a restart', async () => {
  const state = path();
  const one = await open(state);
  for (const title of ['Emma', 'Persuasion', 'Sanditon']) await one.call(...insert(title));
  const { nextPageToken } = (await one.call('/books?shelfId=old')).body;
  await one.session.close();
  const other = await open(state);
  const { status, body } = await other.call(`/books?shelfId=old&pageToken=${nextPageToken}`);
  expect([status, body.items?.map(({ title }: { title: string }) => title)]).toEqual([200, ['Sanditon']]);
});

test('a change that cannot be stored is rejected with 507 and undone; reads still work', async () => {
  const disk = createFullDisk('datasync');
  const { call } = await open(path(), disk);
  await call(...insert('Emma'));
  disk.full = true;
  expect(await call(...insert('Persuasion'))).toMatchObject({
    status: 507,
    reason: 'insufficientStorage',
    body: { error: { message: expect.stringContaining('EIO: i/o error, fdatasync') } },
  });
  expect([(await call('/books/Emma')).status, (await call('/books/Persuasion')).status]).toEqual([200, 404]);
  disk.full = false;
  expect((await call(...insert('Persuasion'))).status).toBe(200);
});
