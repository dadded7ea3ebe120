import { expect, test } from 'vitest';
import type { Operation } from '@speccast/runtime';
import { convert, dateTimeAsDate } from '@speccast/runtime/codecs';
import { createServerHandler } from '@speccast/runtime/server';

const at = { properties: { at: { codec: dateTimeAsDate } } };
const responses = [{ status: '204' }];
const upload = { method: 'POST', auth: [], responses, media: { mediaTypes: ['image/*'], metadata: true } } as const;
const operations: Readonly<Record<string, Operation<never, unknown>>> = {
  'pictures.add': { ...upload, id: 'addPicture', path: '/pictures', wire: { convert, bodies: { media: at } } },
  'covers.add': {
    ...upload,
    id: 'addCover',
    path: '/covers',
    body: [{ mediaType: 'application/json' }],
    wire: { convert, bodies: { 'application/json': at } },
  },
};

test.each(['pictures', 'covers'])('codecs decode the JSON metadata of an upload to %s', async (name) => {
  const bodies: unknown[] = [];
  const handlers = { [name]: { add: ({ body }: { readonly body: unknown }) => void bodies.push(body) } };
  const plan = {
    service: { name: 'pictures', version: '1', security: {} },
    document: { paths: { [`/${name}`]: { post: { responses: { 204: {} } } } } },
    operations,
    calls: {},
    errors: {},
  };
  const { fetch } = createServerHandler({ plan, handlers, options: {} });
  const parts = [
    'Content-Type: application/json\r\n\r\n{"at":"2026-01-02T03:04:05Z"}',
    'Content-Type: image/png\r\n\r\nPNG',
  ];
  const response = await fetch(
    new Request(`http://localhost/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/related; boundary=b' },
      body: [...parts.map((part) => `--b\r\n${part}\r\n`), '--b--'].join(''),
    }),
    undefined,
  );
  expect([response.status, bodies]).toEqual([204, [{ at: new Date('2026-01-02T03:04:05Z') }]]);
});
