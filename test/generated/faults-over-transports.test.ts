import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers } from '@speccast/video-platform/msw';
import { serve } from '@speccast/video-platform/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inMemory, overHttp, throughMsw, type Transport } from './transports.js';

const transports = {
  'in memory': (emulator: VideoPlatformEmulator) => inMemory(emulator),
  'over HTTP': (emulator: VideoPlatformEmulator) => overHttp(serve(emulator, { port: 0 })),
  'through MSW': (emulator: VideoPlatformEmulator) => throughMsw(emulator.baseUrl, mswHandlers(emulator)),
};

describe.each(Object.entries(transports))('%s', (_name, open) => {
  let emulator: VideoPlatformEmulator;
  let transport: Transport;
  beforeEach(async () => {
    emulator = createEmulator();
    transport = await open(emulator);
  });
  afterEach(() => transport.close());

  const send = (signal?: AbortSignal): Promise<Response> =>
    transport.fetch(new Request(`${transport.baseUrl}/i18nRegions?key=k`, signal === undefined ? {} : { signal }));

  test('an error has the status and the reason of the service', async () => {
    emulator.on.i18nRegions.list.fail('quotaExceeded').once();
    const failed = await send();
    expect([failed.status, (await failed.json()).error.errors[0].reason]).toEqual([403, 'quotaExceeded']);
    expect((await send()).status).toBe(200);
  });

  test('`disconnect` rejects the stated number of calls, and the next one succeeds', async () => {
    emulator.on.i18nRegions.list.disconnect().times(2);
    await expect(send()).rejects.toThrow(TypeError);
    await expect(send()).rejects.toThrow(TypeError);
    expect((await send()).status).toBe(200);
    expect(emulator.journal.map(({ status }) => status)).toEqual([0, 0, 200]);
  });

  test('a request whose response is lost was processed', async () => {
    emulator.on.playlists.insert.disconnect({ lose: 'answer' }).once();
    const { length } = emulator.state.playlists.list();
    const request = new Request(`${transport.baseUrl}/playlists`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"snippet":{"title":"Tides"}}',
    });
    await expect(transport.fetch(request)).rejects.toThrow(TypeError);
    const titles = emulator.state.playlists.list().map(({ snippet }) => snippet?.title);
    expect([titles.length > length, titles.includes('Tides')]).toEqual([true, true]);
  });

  test('`cut` breaks off a body after the stated number of bytes', async () => {
    emulator.on.i18nRegions.list.cut(10).once();
    const response = await send();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(Error);
    expect((await (await send()).json()).items.length).toBeGreaterThan(0);
  });

  test('`stall` lets a call wait until its caller aborts', async () => {
    const fault = emulator.on.i18nRegions.list.stall().once();
    const caller = new AbortController();
    let ended = false;
    const stalled = send(caller.signal).finally(() => (ended = true));
    const failed = expect(stalled).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => fault.used).toBe(1);
    expect((await send()).status).toBe(200);
    expect(ended).toBe(false);
    caller.abort();
    await failed;
    expect((await send()).status).toBe(200);
  });

  test('`delay` postpones the response', async () => {
    emulator.on.i18nRegions.list.delay(20).once();
    const start = performance.now();
    expect((await send()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(19);
  });

  test('a request of an upload that fails can be repeated, and the upload completes', async () => {
    const { baseUrl, fetch } = transport;
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
    const begun = await fetch(
      new Request(`${baseUrl}/videos?uploadType=resumable`, { method: 'POST', headers, body: '{}' }),
    );
    const address = begun.headers.get('location') ?? '';
    const put = (): Promise<Response> =>
      fetch(new Request(address, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: 'film' }));
    const { length } = emulator.state.videos.list();
    const broken = emulator.on.videos.insert.disconnect().once();
    const failed = emulator.on.videos.insert.fail({ status: 503 }).once();
    expect((await put()).status).toBe(503);
    await expect(put()).rejects.toThrow(TypeError);
    expect(emulator.state.videos.list()).toHaveLength(length);
    const done = await put();
    expect([done.status, broken.used, failed.used]).toEqual([201, 1, 1]);
    expect(emulator.state.videos.get((await done.json()).id)).toBeDefined();
    expect(emulator.calls('videos.insert').map(({ method, status }) => [method, status])).toEqual([
      ['POST', 200],
      ['PUT', 503],
      ['PUT', 0],
      ['PUT', 201],
    ]);
  });
});

describe('only what an operation documents compiles', () => {
  const { on } = createEmulator();

  test('reasons', () => {
    // @ts-expect-error: not a reason of this operation
    expect(() => on.videos.list.fail('uploadLimitExceeded')).toThrow(TypeError);
  });

  test('statuses of a reason, and without a reason any status of an error', () => {
    // @ts-expect-error: not a status of this operation
    expect(() => on.videos.list.fail('quotaExceeded', { status: 418 })).toThrow(TypeError);
    // @ts-expect-error: not a status of this operation
    on.videos.list.reply({ status: 418 });
    expect([on.videos.list.fail(418).used, on.videos.list.fail({ status: 418 }).used]).toEqual([0, 0]);
    expect(() => on.videos.list.fail(200)).toThrow('status has to be a whole number from 400 to 599.');
  });

  test('bodies', () => {
    // @ts-expect-error: not a body of this status
    on.videos.list.reply({ status: 200, body: { items: 'none' } });
    const handle = on.videos.insert.reply(({ body }) => ({ status: 200, body: { id: 'v', ...body } }));
    expect(handle.used).toBe(0);
  });
});
