// The emulator of the service: no network, nothing to start. `npm run build` has to run first.
// In other packages, once `npm install` has linked it: import { createEmulator } from '__package__/mocks';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmulator } from '../generated/__name__/dist/mocks/index.js';

test('the emulator answers, and remembers what it was asked', async () => {
  const emulator = createEmulator();
  const response = await emulator.fetch(`${emulator.baseUrl}/a-path-of-the-spec`);
  assert.ok(response.status >= 200);
  assert.equal(emulator.journal.length, 1);
});
