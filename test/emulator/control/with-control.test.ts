import type { EmulatorOptions } from '@speccast/emulator';
import { controlDocument, withControl } from '@speccast/emulator/control';
import { expect, test } from 'vitest';
import { createEmulatorCall, openShelf } from '../shelf/open-shelf.js';
import { runRows } from '../shelf/run-rows.js';

/** Starts a shelf with its control plane at `http://localhost:4010`. */
function open({ token, ...options }: EmulatorOptions & { readonly token?: string } = {}) {
  const { emulator } = openShelf(options);
  const document = async () => ({ openapi: '3.1.0' });
  const { fetch } = withControl(emulator, { document, ...(token !== undefined && { token }) });
  const baseUrl = 'http://localhost:4010';
  return {
    emulator,
    call: createEmulatorCall({ baseUrl, fetch: async (input, init) => fetch(new Request(input, init)) }),
  };
}

runRows(new URL('with-control.yaml', import.meta.url), open, { a: '${a}' });

test('the control plane has each operation of its document', async () => {
  const { call } = open();
  for (const [path, item] of Object.entries(controlDocument['paths'] ?? {}))
    for (const method of Object.keys(item ?? {}).filter((name) => name !== 'parameters' && path !== '/events')) {
      const sent = { method: method.toUpperCase(), ...(method !== 'get' && { body: {} }) };
      const { status, body } = await call(`/__mock${path.replaceAll(/\{\w+\}/g, 'none')}`, sent);
      expect(`${method} ${path} ${status} ${JSON.stringify(body)}`).not.toMatch(/ 5\d\d |has nothing at| 405 /);
    }
  expect((await call('/__mock/none')).status).toBe(404);
});

test('an emulator has no control plane by default', async () => {
  const { emulator } = openShelf();
  expect((await emulator.fetch('https://shelf.test/__mock/health')).status).toBe(404);
});

test('the page of the console allows only its own script, and responses of the service allow none', async () => {
  const { call } = open({ token: 'secret' });
  const { status, headers, text = '' } = await call('/__mock/ui');
  expect([status, headers.get('content-type'), headers.get('x-frame-options')]).toEqual([
    200,
    'text/html; charset=UTF-8',
    'DENY',
  ]);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-/);
  const [head, script = '', end] = text.split(/<script type="module">|<\/script>/);
  expect(`${head}${end}`).not.toMatch(/ on\w+=|https?:|innerHTML/);
  // The script is empty unless another test of this process has bundled the console.
  const addresses = script.match(/https?:\/\/[^"'`\\]+/g) ?? [];
  expect(addresses.filter((one) => !/^http:\/\/(?:www\.w3\.org|localhost:3000)\//.test(one))).toEqual([]);
  expect((await call('/v1/books?key=k')).headers.get('content-security-policy')).toBe('sandbox');
});
