import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { startEmulator } from '@speccast/emulator';
import {
  ann,
  film,
  inMemory,
  piece,
  question,
  reelCount,
  reelPlan,
  unit,
  type Reels,
  type SentBytes,
} from './reels.js';

const whole = film(2 * unit + 10);
const week = 7 * 24 * 60 * 60 * 1000;

function started(options = {}): Reels {
  return inMemory(startEmulator(reelPlan, options));
}

/** Status, reason and location of an error. */
async function rejected(reels: Reels, method: string, address: string, sent: SentBytes): Promise<readonly unknown[]> {
  const { status, text } = await reels.send(method, address, sent);
  const [error] = JSON.parse(text).error.errors;
  return [status, error.reason, error.location];
}

interface Rejected {
  readonly name: string;
  readonly status: number;
  readonly reason: string;
  readonly location?: string;
}

const { sessions, pieces } = readYaml<{
  readonly sessions: readonly (Rejected & { readonly sent: SentBytes })[];
  readonly pieces: readonly (Rejected & { readonly range: string; readonly size: number; readonly type?: string })[];
}>(new URL('errors.yaml', import.meta.url));

describe('a session is not opened', () => {
  test.each(sessions)('$name', async ({ sent, status, reason, location }) => {
    const reels = started();
    const got = await rejected(reels, 'POST', '/reels?uploadType=resumable', sent);
    expect(got).toEqual([status, reason, location]);
    expect(reels.emulator.save().world.tables.map(({ name }) => name)).not.toContain('~uploads');
  });

  test('by an operation that takes bytes at once only', async () => {
    const reels = started();
    const answer = await reels.send('POST', '/simple?uploadType=resumable', { headers: ann, body: '{}' });
    expect(answer.location).toBeUndefined();
  });
});

describe('a piece is not taken', () => {
  test.each(pieces)('$name; the session stays as it was', async ({ range, size, type, status, reason, location }) => {
    const reels = started();
    const address = await reels.open();
    const headers = { 'content-range': range, ...(type !== undefined && { 'content-type': type }) };
    expect(await rejected(reels, 'PUT', address, { body: film(size), headers })).toEqual([status, reason, location]);
    const asked = await reels.send('PUT', address, question());
    expect([asked.status, asked.headers.has('range')]).toEqual([308, false]);
  });

  test('of a file whose size was said to be another', async () => {
    const reels = started();
    const address = await reels.open({ headers: { 'x-upload-content-length': '99' } });
    const want = [400, 'invalidContentRange', 'Content-Range'];
    for (const sent of [piece(whole, 0, unit), { body: film(98) }, question(98), piece(whole, 0, 100, '*')])
      expect(await rejected(reels, 'PUT', address, sent)).toEqual(want);
  });

  test('of a file that is shorter than what is there', async () => {
    const reels = started();
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, unit, '*'));
    expect(await rejected(reels, 'PUT', address, { body: film(5) })).toEqual([
      400,
      'invalidContentRange',
      'Content-Range',
    ]);
    expect(await rejected(reels, 'PUT', address, question(0))).toEqual([400, 'invalidContentRange', 'Content-Range']);
  });

  test('that is longer than a body may be', async () => {
    const reels = started({ maxBodyBytes: unit });
    const address = await reels.open();
    expect(await rejected(reels, 'PUT', address, piece(whole, 0, 2 * unit))).toEqual([
      413,
      'uploadTooLarge',
      undefined,
    ]);
    expect((await reels.send('PUT', address, piece(whole, 0, unit))).status).toBe(308);
  });
});

test('a piece that would leave a gap is rejected, and the session goes on', async () => {
  const reels = started();
  const address = await reels.open();
  const gap = [400, 'invalidContentRange', 'Content-Range'];
  expect(await rejected(reels, 'PUT', address, piece(whole, unit, 2 * unit))).toEqual(gap);
  await reels.send('PUT', address, piece(whole, 0, unit));
  expect(await rejected(reels, 'PUT', address, piece(whole, 2 * unit, whole.length))).toEqual(gap);
  const answer = await reels.send('PUT', address, question());
  expect([answer.status, answer.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`]);
});

test('a call that is rejected once its bytes are there remains rejected, and is not made again', async () => {
  const reels = started();
  const shelf = reels.emulator.as('ann').ownId;
  const shelfId = reels.emulator.state['shelves']?.list().find(({ ownerId }) => ownerId === shelf)?.['id'];
  const opening = { body: JSON.stringify({ title: 'T', shelfId }) };
  const addresses = [await reels.open(opening), await reels.open(opening), await reels.open(opening)];
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await reels.send('PUT', address, { body: whole })).status);
  expect([statuses, reelCount(reels)]).toEqual([[201, 201, 403], 2]);
  reels.emulator.state['reels']?.remove(String(reels.emulator.state['reels'].list()[0]?.['id']));
  for (const sent of [question(), { body: whole }])
    expect(await reels.send('PUT', addresses[2] ?? '', sent)).toMatchObject({ status: 403, reason: 'limitExceeded' });
  expect(reelCount(reels)).toBe(1);
});

test('an empty file is none, whether it is sent without a range or with one of no bytes', async () => {
  const reels = started();
  for (const sent of [{}, { body: new Uint8Array(0) }, question(0)])
    expect(await reels.send('PUT', await reels.open(), sent)).toMatchObject({ status: 400, reason: 'filmRequired' });
});

describe('a session', () => {
  test('that nobody opened is 404, at any place that takes bytes', async () => {
    const reels = started();
    for (const method of ['PUT', 'DELETE'])
      for (const path of ['/reels', '/quiet'])
        expect(await rejected(reels, method, `${path}?upload_id=none`, {})).toEqual([404, 'notFound', undefined]);
  });

  test('is 404 at another place than its own', async () => {
    const reels = started();
    const address = (await reels.open()).replace('/reels', '/quiet');
    expect((await reels.send('PUT', address, question())).status).toBe(404);
  });

  test('takes PUT and DELETE alone', async () => {
    const reels = started();
    const answer = await reels.send('POST', await reels.open(), { body: whole });
    expect([answer.status, answer.reason, answer.headers.get('allow')]).toEqual([
      405,
      'httpMethodNotAllowed',
      'PUT, DELETE',
    ]);
  });

  test('lives a week of the emulator’s clock', async () => {
    const reels = started();
    const address = await reels.open();
    reels.emulator.clock.advance(week - 2000);
    expect((await reels.send('PUT', address, piece(whole, 0, unit))).status).toBe(308);
    reels.emulator.clock.advance(1000);
    for (const method of ['PUT', 'DELETE'])
      expect(await rejected(reels, method, address, {})).toEqual([410, 'uploadExpired', undefined]);
  });

  test('does not take away what an operation that takes no bytes is asked', async () => {
    const reels = started();
    const answer = await reels.send('DELETE', `${reels.baseUrl}/books?id=none&upload_id=x`, { headers: ann });
    expect(answer).toMatchObject({ status: 404, reason: 'bookNotFound' });
    expect((await reels.send('GET', `${reels.baseUrl}/books?id=a&upload_id=x&key=k`)).status).toBe(200);
  });
});
