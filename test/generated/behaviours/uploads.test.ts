import { mswHandlers } from '@speccast/video-platform/msw';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { call, T1 } from './call.js';
import { startPlatform } from './platform.js';

// A test that a check cannot express: checks cannot intercept `fetch`. All other tests of uploads are in checks/uploads.yaml.

const unit = 262_144;
const film = new Uint8Array(2 * unit + 12_345);

test('through MSW, the URL of an upload session begins with the origin and path that was called', async () => {
  const baseUrl = 'https://api.example/films/v3';
  const { emulator } = startPlatform();
  const network = setupServer(...mswHandlers(emulator, { baseUrl }));
  network.listen({ onUnhandledRequest: 'error' });
  const place = { baseUrl, fetch };
  const started = await call(place, 'POST', 'https://api.example/upload/films/v3/videos?uploadType=resumable', T1);
  const address = started.headers.get('location') ?? '';
  expect(address).toMatch(
    /^https:\/\/api\.example\/upload\/films\/v3\/videos\?upload_id=[\w-]{64}&uploadType=resumable$/,
  );
  // MSW treats every 308 as a redirect.
  const headers = { 'content-range': `bytes 0-${unit - 1}/*`, 'x-guploader-no-308': 'yes' };
  const first = await call(place, 'PUT', address, { bytes: film.slice(0, unit), type: '', headers });
  const override = first.headers.get('x-http-status-code-override');
  expect([first.status, override, first.headers.get('range')]).toEqual([200, '308', `bytes=0-${unit - 1}`]);
  expect((await call(place, 'PUT', address, { bytes: film, type: '' })).status).toBe(201);
  network.close();
});
