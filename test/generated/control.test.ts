import { createEmulator } from '@speccast/video-platform/mocks';
import { withControl } from '@speccast/video-platform/control';
import { expect, test } from 'vitest';

// Tests that need more than requests. All others are in behaviours/checks/control.yaml.

test('an invalid row may be changed in other members', async () => {
  const emulator = createEmulator();
  emulator.seed({ videos: [{ id: 'odd', snippet: { title: 'Five' } }] });
  // A saved state of an older version of the spec may have invalid rows.
  emulator.load(JSON.parse(JSON.stringify(emulator.save()).replace('"Five"', '5')));
  const body = JSON.stringify({ id: 'odd', snippet: { title: 5 }, status: { privacyStatus: 'public' } });
  const headers = { 'content-type': 'application/json' };
  const url = 'http://localhost:4010/__mock/state/videos/odd';
  expect((await withControl(emulator).fetch(new Request(url, { method: 'PUT', headers, body }))).status).toBe(200);
});

test('a request with `x-mock-caller` needs the token of the control plane', async () => {
  const emulator = createEmulator();
  const headers = { 'x-mock-caller': emulator.as('ada').ownId };
  const request = new Request('http://localhost:4010/v3/playlists?part=snippet&mine=true', { headers });
  expect((await withControl(emulator, { token: 'secret' }).fetch(request)).status).toBe(401);
});
