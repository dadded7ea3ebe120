import { describe, expect, test } from 'vitest';
import type { OperationMedia } from '../../../../templates/runtime/operation.js';
import { sentBy, writeOperation, type AnyParams } from '../support.js';

function upload(media: Partial<OperationMedia>, path = '/films') {
  return writeOperation({
    path,
    bodyRequired: false,
    openParameters: true,
    media: { mediaTypes: ['video/*'], metadata: true, ...media },
  });
}

const bytes = { data: 'MOVIE', type: 'video/mp4' };

describe('bytes that go to a place of their own', () => {
  test.each<[string, AnyParams, string | undefined, string]>([
    ['bytes alone', { media: bytes }, undefined, 'https://films.test/upload/v3/films?uploadType=media'],
    [
      'bytes after JSON',
      { media: bytes, body: {} },
      undefined,
      'https://films.test/upload/v3/films?uploadType=multipart',
    ],
    ['JSON alone', { body: {} }, undefined, 'https://films.test/v3/films'],
    ['no bytes but null', { body: {}, media: null }, undefined, 'https://films.test/v3/films'],
    [
      'another base',
      { media: bytes, q: 1 },
      'http://127.0.0.1:1234/v3/',
      'http://127.0.0.1:1234/upload/v3/films?q=1&uploadType=media',
    ],
    [
      'a base with a query',
      { media: bytes },
      'http://127.0.0.1:1234/a/b?tenant=x',
      'http://127.0.0.1:1234/upload/a/b/films?tenant=x&uploadType=media',
    ],
    ['a base without a path', { media: bytes }, 'http://127.0.0.1', 'http://127.0.0.1/upload/films?uploadType=media'],
    [
      'a type that the caller names',
      { media: bytes, uploadType: 'x' },
      undefined,
      'https://films.test/upload/v3/films?uploadType=x',
    ],
  ])('%s', async (_name, params, baseUrl, want) => {
    expect((await sentBy(upload({ upload: '/upload' }), params, { baseUrl })).url).toBe(want);
  });

  test('a prefix may be empty: only the type is told', async () => {
    const { url } = await sentBy(upload({ upload: '' }), { media: bytes });
    expect(url).toBe('https://films.test/v3/films?uploadType=media');
  });

  test('a path of its own begins at the root of the host, variables filled in', async () => {
    const called = upload({ uploadPath: '/bytes/{id}' }, '/films/{id}');
    const sent = await sentBy(called, { id: 'a/b', media: bytes });
    expect(sent.url).toBe('https://films.test/bytes/a%2Fb?uploadType=media');
    expect((await sentBy(called, { id: 'a/b', body: {} })).url).toBe('https://films.test/v3/films/a%2Fb');
  });

  test('without one, bytes go where JSON goes', async () => {
    expect((await sentBy(upload({}), { media: bytes })).url).toBe('https://films.test/v3/films');
  });
});
