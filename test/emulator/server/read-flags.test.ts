import { expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { readFlags } from '../../../templates/emulator/server/read-flags.js';

test('by default, the server listens on this machine only, on a free port', () => {
  expect(readFlags([])).toEqual({
    port: 0,
    host: '127.0.0.1',
    seed: 1,
    profile: 'documented',
    stateSync: true,
    watch: false,
    http2: false,
    empty: false,
    control: true,
  });
});

test('options are read', () => {
  const args =
    '--port 80 --host ::1 --seed 7 --profile vendor --hostile 3 --scenario s.json --state t.json --watch --http2 --log --empty';
  const https = ['--https-key', 'k.pem', '--https-cert', 'c.pem', '--control-token', 'x'];
  const kept = ['--auth', 'strict', '--sign-in', 'i.json', '--state-sync', 'off', '--max-body', '2GiB'];
  const hooks = [
    '--webhook-url',
    'http://localhost:1/',
    '--webhook-secret',
    'y',
    '--webhook-allow',
    'a.test, B.test:8080',
  ];
  expect(readFlags([...args.split(' '), ...https, ...kept, ...hooks])).toEqual({
    port: 80,
    host: '::1',
    seed: 7,
    profile: 'vendor',
    auth: 'strict',
    signIn: 'i.json',
    hostile: 3,
    scenario: 's.json',
    state: 't.json',
    stateSync: false,
    maxBody: 2 * 1024 ** 3,
    webhooks: { url: 'http://localhost:1/', secret: 'y', allow: ['a.test', 'b.test:8080'] },
    watch: true,
    https: { key: 'k.pem', cert: 'c.pem' },
    http2: true,
    log: true,
    empty: true,
    control: true,
    controlToken: 'x',
  });
  expect([readFlags(['--help']), readFlags(['-h'])]).toEqual(['help', 'help']);
});

test('the control token can be set by an environment variable', () => {
  const environment = { EMULATOR_CONTROL_TOKEN: 'secret' };
  expect(readFlags([], environment)).toMatchObject({ control: true, controlToken: 'secret' });
  expect(readFlags(['--control-token', 'x'], environment)).toMatchObject({ controlToken: 'x' });
  for (const flags of [readFlags(['--no-control'], environment), readFlags([], { EMULATOR_CONTROL_TOKEN: '' })])
    expect(flags).not.toHaveProperty('controlToken');
});

test.each(
  readYaml<readonly { readonly flags: readonly string[]; readonly message: string }[]>(
    new URL('wrong-flags.yaml', import.meta.url),
  ),
)('$flags throws', ({ flags, message }) => {
  expect(() => readFlags(flags)).toThrow(message);
});
