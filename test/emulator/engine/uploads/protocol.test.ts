import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ann,
  expectSame,
  film,
  piece,
  question,
  reelCount,
  storedFilm,
  transports,
  unit,
  type Reels,
} from './reels.js';

const resumable = '/reels?uploadType=resumable';
const whole = film(2 * unit + 1000);

describe.each(transports)('%s', (_name, start) => {
  let reels: Reels;
  beforeAll(async () => {
    reels = await start();
  });
  beforeEach(() => reels.emulator.reset());
  afterAll(() => reels.close());

  const stored = (): unknown => reels.emulator.state['reels']?.list()[0]?.['id'];

  test('a session is opened with 200, an empty body, and its address below the one called', async () => {
    const answer = await reels.send('POST', `${resumable}&part=id%2Ckind&key=k&access_token=ann`, {
      headers: { ...ann, 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '5' },
      body: '{"title":"Tides"}',
    });
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '0']);
    const id = answer.headers.get('x-guploader-uploadid') ?? '';
    expect(id).toMatch(/^[\w-]{64}$/);
    const place = reels.baseUrl.replace('/v1', '/upload/v1/reels');
    expect(answer.location).toBe(`${place}?part=id%2Ckind&upload_id=${id}&uploadType=resumable`);
    expect(reelCount(reels)).toBe(0);
  });

  test('pages of other origins may read the headers of a session, and are told what it takes', async () => {
    const answer = await reels.send('POST', resumable, { headers: ann, body: '{"title":"Tides"}' });
    expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['Location', 'Range', 'X-GUploader-UploadID', 'X-HTTP-Status-Code-Override']),
    );
    const asked = await reels.send('OPTIONS', answer.location ?? '', {
      headers: { 'access-control-request-headers': 'content-range' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT, DELETE, OPTIONS']);
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-range');
  });

  test('a file comes in pieces; all but the last are answered 308 with what is there', async () => {
    const address = await reels.open({ headers: { 'x-upload-content-type': 'video/mp4' } });
    const first = await reels.send('PUT', address, piece(whole, 0, unit));
    expect([first.status, first.headers.get('range'), first.text]).toEqual([308, `bytes=0-${unit - 1}`, '']);
    const second = await reels.send('PUT', address, piece(whole, unit, 2 * unit));
    expect([second.status, second.headers.get('range')]).toEqual([308, `bytes=0-${2 * unit - 1}`]);
    const last = await reels.send('PUT', address, piece(whole, 2 * unit, whole.length));
    expect(last.status).toBe(201);
    expect(JSON.parse(last.text)).toMatchObject({ id: stored(), title: 'Tides' });
    expectSame(storedFilm(reels, stored()), whole);
  });

  test('nothing is said to be there before anything is', async () => {
    const address = await reels.open();
    for (const total of ['*', whole.length] as const) {
      const answer = await reels.send('PUT', address, question(total));
      expect([answer.status, answer.headers.has('range'), answer.text]).toEqual([308, false, '']);
    }
  });

  test('a question is answered and does not end an upload that lacks bytes', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, 2 * unit, '*'));
    for (const total of ['*', whole.length] as const) {
      const answer = await reels.send('PUT', address, question(total));
      expect([answer.status, answer.headers.get('range')]).toEqual([308, `bytes=0-${2 * unit - 1}`]);
    }
    expect(reelCount(reels)).toBe(0);
    expect((await reels.send('PUT', address, piece(whole, 2 * unit, whole.length))).status).toBe(201);
  });

  test('a file of unknown size that ends with a whole piece is ended by saying its size', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, 2 * unit, '*'));
    expect((await reels.send('PUT', address, question())).status).toBe(308);
    expect((await reels.send('PUT', address, question(2 * unit))).status).toBe(201);
    expectSame(storedFilm(reels, stored()), whole.slice(0, 2 * unit));
  });

  test('a caller that cannot take a 308 gets a 200 that says so in a header', async () => {
    const address = await reels.open();
    const { body = '', headers } = piece(whole, 0, unit);
    const hidden = { 'x-guploader-no-308': 'yes' };
    const answer = await reels.send('PUT', address, { body, headers: { ...headers, ...hidden } });
    const override = 'x-http-status-code-override';
    expect([answer.status, answer.headers.get(override), answer.headers.get('range'), answer.text]).toEqual([
      200,
      '308',
      `bytes=0-${unit - 1}`,
      '',
    ]);
    const end = await reels.send('PUT', address, { body: whole, headers: hidden });
    expect([end.status, end.headers.has(override)]).toEqual([201, false]);
  });

  test('a file of a size that was announced needs no total at its end', async () => {
    const address = await reels.open({ headers: { 'x-upload-content-length': `${unit}` } });
    expect((await reels.send('PUT', address, piece(whole, 0, unit, '*'))).status).toBe(201);
  });

  test('a body without a range is the whole file', async () => {
    const address = await reels.open();
    expect((await reels.send('PUT', address, { body: whole })).status).toBe(201);
    expectSame(storedFilm(reels, stored()), whole);
  });

  test('the whole file may be sent where a piece of it is there', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, unit));
    expect((await reels.send('PUT', address, { body: whole })).status).toBe(201);
    expectSame(storedFilm(reels, stored()), whole);
  });

  test('the address alone is enough; a token beside it, good or bad, changes nothing', async () => {
    const address = await reels.open();
    const sent = piece(whole, 0, unit);
    const headers = { ...sent.headers, authorization: 'Bearer invalid' };
    expect((await reels.send('PUT', address, { ...sent, headers })).status).toBe(308);
    expect((await reels.send('PUT', address, piece(whole, unit, whole.length))).status).toBe(201);
  });

  test('an update is sent by PUT to open a session, and the row keeps its id', async () => {
    await reels.send('PUT', await reels.open(), { body: whole });
    const id = stored();
    const opened = await reels.send('PUT', resumable, { headers: ann, body: JSON.stringify({ id, title: 'Ebb' }) });
    expect(opened.status).toBe(200);
    const answer = await reels.send('PUT', opened.location ?? '', { body: film(10) });
    expect([answer.status, JSON.parse(answer.text).title]).toEqual([200, 'Ebb']);
    expectSame(storedFilm(reels, id), film(10));
  });

  test('an operation without a response ends with 204', async () => {
    const address = await reels.open({}, '/quiet?uploadType=resumable');
    const answer = await reels.send('PUT', address, { body: film(3) });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await reels.send('PUT', address, question())).status).toBe(204);
  });

  test('a response of bytes comes again, too', async () => {
    const address = await reels.open(
      { headers: { 'x-upload-content-type': 'video/mp4' } },
      '/image?uploadType=resumable',
    );
    const given = await reels.send('PUT', address, { body: 'film' });
    const again = await reels.send('PUT', address, question());
    expect([given.text, again.text, again.headers.get('content-type')]).toEqual(['film', 'film', 'video/mp4']);
  });

  test('the address of a complete upload gives its response again, whatever is sent, and adds nothing', async () => {
    const address = await reels.open();
    const answer = await reels.send('PUT', address, { body: whole });
    for (const sent of [question(), question(whole.length), piece(whole, unit, whole.length), { body: whole }]) {
      const again = await reels.send('PUT', address, sent);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([
        201,
        answer.text,
        answer.headers.get('etag'),
      ]);
    }
    expect(reelCount(reels)).toBe(1);
  });

  test('a session is given up with 499, and is gone then', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, unit));
    const answer = await reels.send('DELETE', address);
    expect([answer.status, answer.text]).toEqual([499, '']);
    for (const method of ['PUT', 'DELETE'])
      expect(await reels.send(method, address)).toMatchObject({ status: 404, reason: 'notFound' });
    expect([...reels.emulator.snapshot().world.blobs.keys()]).toEqual([]);
  });

  test('a complete upload cannot be given up', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, { body: whole });
    expect(await reels.send('DELETE', address)).toMatchObject({ status: 409, reason: 'uploadCompleted' });
  });

  test('the name of the file is taken from Slug', async () => {
    const address = await reels.open({ headers: { slug: 'tides%20%C3%A9.mp4' } });
    const answer = await reels.send('PUT', address, { body: whole });
    expect(JSON.parse(answer.text).name).toBe('tides é.mp4');
  });

  test('the journal shows all requests, with the operation, and no session’s name', async () => {
    const address = await reels.open();
    await reels.send('PUT', address, piece(whole, 0, 7));
    await reels.send('PUT', address, { body: whole });
    const place = new URL(address).origin + new URL(address).pathname;
    const redacted = `${place}?upload_id=redacted&uploadType=resumable`;
    const operation = 'reels.insert';
    expect(reels.emulator.journal).toMatchObject([
      { method: 'POST', url: `${place}?uploadType=resumable`, operation, status: 200 },
      { method: 'PUT', url: redacted, operation, status: 400, reason: 'invalidChunkSize' },
      { method: 'PUT', url: redacted, operation, status: 201 },
    ]);
  });

  test('bytes may still come at once, alone or beside metadata', async () => {
    const raw = { ...ann, 'content-type': 'video/mp4' };
    const simple = await reels.send('POST', '/simple?uploadType=media', { headers: raw, body: whole });
    expect(simple.status).toBe(200);
    expectSame(storedFilm(reels, JSON.parse(simple.text).id), whole);
    const body =
      '--b\r\ncontent-type: application/json\r\n\r\n{"title":"T"}\r\n--b\r\ncontent-type: video/mp4\r\n\r\nfilm\r\n--b--';
    const headers = { ...ann, 'content-type': 'multipart/related; boundary=b' };
    const both = await reels.send('POST', '/reels?uploadType=multipart', { headers, body });
    expect([both.status, JSON.parse(both.text).title]).toEqual([200, 'T']);
  });
});
