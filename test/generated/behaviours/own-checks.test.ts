import { withControl } from '@speccast/emulator/control';
import { serve } from '@speccast/video-platform/server';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { readSuite, runSuite, suiteNames } from './own-checks.js';

describe.each(suiteNames)('the checks in %s.yaml', (name) => {
  test.each(readSuite(name))('%s', async (_title, run) => {
    expect(await run()).toBeUndefined();
  });
});

test('the checks in uploads.yaml pass over HTTP', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const server = await serve({ baseUrl: emulator.baseUrl, fetch: withControl(emulator).fetch }, { port: 0 });
  const reasons = await runSuite('uploads', { baseUrl: server.url, fetch }).finally(() => server.close());
  expect(reasons).toEqual([]);
});
