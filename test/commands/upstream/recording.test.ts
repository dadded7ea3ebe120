import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, type CallResult, petService, petsFolder, petsSpec, realService } from './pets.js';
import { failMock, type RunningMock, startMock } from '../run-command.js';

const ann = {};
const bob = { headers: { authorization: 'Bearer bob-secret-token' } };

/** What a client does with pets, and what it got. */
async function story(url: string): Promise<readonly unknown[]> {
  const got: unknown[] = [];
  const step = async (
    ...args: Parameters<typeof call> extends [string, ...infer Rest] ? Rest : never
  ): Promise<CallResult> => {
    const result = await call(url, ...args);
    got.push([args[0], args[1], result.status, result.text]);
    return result;
  };
  await step('GET', '/pets', ann);
  const { id } = (await step('POST', '/pets', { body: { name: 'Rex' } })).json;
  await step('POST', '/pets', { body: { name: 'Ada' }, ...bob });
  await step('GET', '/pets', ann);
  await step('GET', '/pets', bob);
  await step('PUT', `/pets/${id}`, { body: { name: 'Max' } });
  await step('GET', `/pets/${id}`);
  await step('POST', '/pets', { body: { name: 'Tim' } });
  await step('DELETE', '/pets/p3');
  await step('GET', '/pets/p3');
  await step('GET', '/pets?limit=5', ann);
  return got;
}

async function recorded(folder: string): Promise<readonly unknown[]> {
  const mock = await startMock(folder, 'pets.yaml', '--upstream', await petService(), '--record', 'pets.har');
  const got = await story(mock.url);
  expect(await mock.stop()).toMatchObject({ code: 0 });
  return got;
}

function replaying(folder: string, ...args: readonly string[]): Promise<RunningMock> {
  return startMock(folder, 'pets.yaml', '--replay', 'pets.har', ...args);
}

test('recorded calls are replayed equal, each caller with its own', async () => {
  const folder = petsFolder();
  const live = await recorded(folder);
  const mock = await replaying(folder);
  expect(await story(mock.url)).toEqual(live);
  const journal = await (await fetch(new URL('/__mock/journal', mock.url))).text();
  expect(journal.split('"source":"recording"').length - 1).toBe(live.length);
  // A reset begins anew.
  await fetch(new URL('/__mock/reset', mock.url), { method: 'POST' });
  expect(await story(mock.url)).toEqual(live);
});

test('callers with other tokens are those of the recording in the order of their first calls', async () => {
  const folder = petsFolder();
  await recorded(folder);
  const mock = await replaying(folder);
  const names = async (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await call(mock.url, 'GET', '/pets', { headers })).json.map(({ name }: { name: string }) => name);
  };
  expect(await names('one')).toEqual([]);
  expect(await names('one')).toEqual(['Rex']);
  expect(await names('two')).toEqual(['Ada']);
});

test('after a change the emulator responds, from the recorded rows and the change', async () => {
  const folder = petsFolder();
  await recorded(folder);
  const mock = await replaying(folder);
  const made = await call(mock.url, 'POST', '/pets', { body: { name: 'New' } });
  expect(made.status).toBe(201);
  const names = async (): Promise<unknown> =>
    (await call(mock.url, 'GET', '/pets')).json.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['Max', 'Ada', 'New']);
  // The recorded row resolves, and a change of it is what is read from then on.
  expect((await call(mock.url, 'GET', '/pets/p1')).json).toMatchObject({ id: 'p1', name: 'Max' });
  await call(mock.url, 'PUT', '/pets/p1', { body: { name: 'Changed' } });
  expect((await call(mock.url, 'GET', '/pets/p1')).json).toMatchObject({ name: 'Changed' });
  expect((await call(mock.url, 'DELETE', '/pets/p1')).status).toBe(204);
  expect([(await call(mock.url, 'GET', '/pets/p1')).status, await names()]).toEqual([404, ['Ada', 'New']]);
  // The clock goes on from the recording.
  const { time } = await (await fetch(new URL('/__mock/clock', mock.url))).json();
  expect(Math.abs(Date.parse(time) - Date.now()) < 60_000 || Math.abs(Number(time) - Date.now()) < 60_000).toBe(true);
});

test('a recording is valid HAR, has no credentials, and only its owner may read it', async () => {
  const folder = petsFolder();
  const upstream = await realService(({ url }, response, body) => {
    const token = 'issued-secret-1';
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=cookie-secret-1; Path=/' });
    if (url?.endsWith('/login') === true) response.end(JSON.stringify({ token, note: `Welcome, ${body}` }));
    else
      response.end(
        JSON.stringify({ id: 'p1', name: `of ${token}`, link: `http://x.test/?access_token=query-secret-1` }),
      );
  });
  const mock = await startMock(
    folder,
    'pets.yaml',
    '--upstream',
    upstream,
    '--record',
    'pets.har',
    '--fail-on',
    'never',
  );
  await call(mock.url, 'GET', '/pets/issued-secret-1', { headers: { cookie: 'sid=cookie-secret-1; x=y' } });
  await call(mock.url, 'POST', '/login', {
    body: { user: 'ann', password: 'pass-secret-1' },
    headers: { authorization: '' },
  });
  await call(mock.url, 'GET', '/pets/p1?access_token=query-secret-1', {
    headers: { authorization: 'Bearer issued-secret-1' },
  });
  await call(mock.url, 'GET', '/pets/p1', {
    headers: { authorization: `Basic ${btoa('ann:basic-secret-1')}`, 'x-api-key': 'key-secret-1' },
  });
  const { items } = await (await fetch(new URL('/__mock/journal', mock.url))).json();
  await mock.stop();
  const har = readFileSync(join(folder, 'pets.har'), 'utf8');
  const scenario = readFileSync(join(folder, 'pets.scenario.json'), 'utf8');
  // That the path of the first call was a credential, nobody could know then; the file was written anew.
  for (const text of [har, scenario, JSON.stringify(items.slice(1)), mock.written.err, mock.written.out])
    expect(text).not.toMatch(/(?:issued|cookie|query|pass|basic|key)-secret|YW5uOmJhc2ljLXNlY3JldC0x/);
  const { log } = JSON.parse(har);
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'speccast' } });
  expect(log.entries).toHaveLength(4);
  for (const entry of log.entries) {
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
    );
    expect(Object.values(entry.timings).every((value) => typeof value === 'number')).toBe(true);
    const { send, wait, receive } = entry.timings;
    expect(Math.min(send, wait, receive)).toBeGreaterThanOrEqual(0);
  }
  // The same credential is replaced by the same string.
  const [, login, own] = log.entries;
  const { token } = JSON.parse(login.response.content.text);
  expect(own.request.headers.find(({ name }: { name: string }) => name === 'authorization').value).toBe(
    `Bearer ${token}`,
  );
});

test('bodies with credentials in XML, forms and parts with bytes are found again', async () => {
  const folder = petsFolder();
  const upstream = await realService((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ length: body.length }));
  });
  const parts = (secret: string): FormData => {
    const form = new FormData();
    form.set('password', `${secret} which is long`);
    form.set('meta', JSON.stringify({ api_key: `${secret} of JSON`, name: 'Rex' }));
    form.set('file', new Blob([Uint8Array.of(0, 255, 254, 128, 13, 10)]), 'a.bin');
    return form;
  };
  const story = async (url: string, secret: string): Promise<readonly string[]> => {
    const send = async (type: string | undefined, body: string | FormData): Promise<string> =>
      (
        await fetch(`${url}/login`, {
          method: 'POST',
          body,
          ...(type !== undefined && { headers: { 'content-type': type } }),
        })
      ).text();
    return [
      await send(undefined, parts(secret)),
      await send('application/xml', `<a password="${secret}"><token>${secret}</token></a>`),
      await send('application/x-www-form-urlencoded', `user=ann&password=${encodeURIComponent(secret)}`),
    ];
  };
  const secret = 'part-secret-1 and more';
  const args = ['--upstream', upstream, '--record', 'pets.har', '--fail-on', 'never'];
  const mock = await startMock(folder, 'pets.yaml', ...args);
  const live = await story(mock.url, secret);
  await mock.stop();
  const har = readFileSync(join(folder, 'pets.har'), 'utf8');
  const texts = JSON.parse(har).log.entries.map(({ request: { postData } }: ReturnType<typeof JSON.parse>) =>
    Buffer.from(postData.text, postData['_encoding'] ?? 'utf8').toString('latin1'),
  );
  for (const text of [har, ...texts]) expect(text).not.toContain('part-secret');
  const replayed = await replaying(folder);
  expect(await story(replayed.url, secret)).toEqual(live);
});

test('the scenario of a recording is one that an emulator can start with', async () => {
  const folder = petsFolder();
  await recorded(folder);
  const mock = await startMock(folder, 'pets.yaml', '--scenario', 'pets.scenario.json');
  expect((await call(mock.url, 'GET', '/pets')).json.map(({ id }: { id: string }) => id)).toEqual(['p1', 'p2']);
});

test('the file is complete at any time, also where nothing ends the recording, and the next one replaces it', async () => {
  const folder = petsFolder();
  const har = join(folder, 'pets.har');
  writeFileSync(har, 'of before');
  const recording = await startMock(folder, 'pets.yaml', '--upstream', await petService(), '--record', 'pets.har');
  expect(readFileSync(har, 'utf8')).toBe('of before');
  await story(recording.url);
  // What a process leaves that is killed now.
  const left = readFileSync(har, 'utf8');
  expect(JSON.parse(left).log.entries).toHaveLength(11);
  await recording.stop();
  writeFileSync(har, left);
  const mock = await replaying(folder);
  expect((await call(mock.url, 'POST', '/pets', { body: { name: 'Rex' } })).json).toMatchObject({
    id: 'p1',
    name: 'Rex',
  });
});

test('bodies that are too long are not recorded, and such calls are not replayed', async () => {
  const folder = petsFolder();
  const upstream = await realService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(9 * 1024 * 1024));
  });
  const mock = await startMock(folder, 'pets.yaml', '--upstream', upstream, '--record', 'pets.har');
  expect((await call(mock.url, 'GET', '/files/a')).text).toHaveLength(9 * 1024 * 1024);
  await mock.stop();
  const [entry] = JSON.parse(readFileSync(join(folder, 'pets.har'), 'utf8')).log.entries;
  expect(entry.comment).toMatch(/longer than what is recorded/);
  expect(entry.response.content).toMatchObject({ comment: '9437184 bytes, which is too long to be recorded' });
});

test('a recording of another service or version, or a damaged one, is told with its position', async () => {
  const folder = petsFolder();
  await recorded(folder);
  const har = readFileSync(join(folder, 'pets.har'), 'utf8');
  const failing = async (text: string, spec = 'pets.yaml'): Promise<unknown> => {
    writeFileSync(join(folder, 'bad.har'), text);
    const { code, err } = await failMock(folder, spec, '--replay', 'bad.har');
    return [code, err.replaceAll(`${folder}/`, '').trim()];
  };
  const entries = JSON.parse(har);
  entries.log.entries[1].request.method = 7;
  writeFileSync(join(folder, 'dogs.yaml'), petsSpec.replace('title: Pets', 'title: Dogs'));
  writeFileSync(join(folder, 'less.yaml'), petsSpec.replace('  /pets/{id}:', '  /animals/{id}:'));
  writeFileSync(join(folder, 'more.yaml'), petsSpec.replace('age: { type: integer }', 'age: { type: number }'));
  expect(await failing(har.slice(0, 100))).toEqual([
    1,
    expect.stringMatching(/^bad\.har:2:\d+ is not valid JSON: the file ends too early/),
  ]);
  expect(await failing(`${har.slice(0, 90)}\u0001${har.slice(90)}`)).toEqual([
    1,
    expect.stringMatching(/^bad\.har:\d+:\d+ is not valid JSON/),
  ]);
  expect(await failing('[]')).toEqual([1, 'bad.har:1:1 has to be a JSON object']);
  expect(await failing('{"log":{"entries":[]}}')).toEqual([
    1,
    'bad.har#/log/_speccast is missing: this is no recording of `--record`',
  ]);
  expect(await failing(JSON.stringify(entries))).toEqual([
    1,
    'bad.har#/log/entries/1/request/method has to be a string',
  ]);
  expect(await failing(har.replace('"format":1', '"format":2'))).toEqual([
    1,
    expect.stringMatching(/^bad\.har#\/log\/_speccast\/format: a newer version/),
  ]);
  expect(await failing(har, 'dogs.yaml')).toEqual([
    1,
    'bad.har#/log/_speccast/service: this is a recording of "pets", not of dogs',
  ]);
  expect(await failing(har, 'less.yaml')).toEqual([
    1,
    expect.stringMatching(
      /^bad\.har#\/log\/entries\/5: it was recorded with another version .* no operation for PUT \/v1\/pets\/p1$/,
    ),
  ]);
  const { code, err } = await failMock(folder, 'pets.yaml', '--replay', 'none.har');
  expect([code, err]).toEqual([1, expect.stringMatching(/none\.har cannot be read: there is no such file/)]);
  const mock = await startMock(folder, 'more.yaml', '--replay', 'pets.har');
  expect(mock.written.err).toMatch(/warning: .*pets\.har#\/log\/_speccast\/hash: it was recorded with another version/);
  expect(existsSync(join(folder, 'pets.har'))).toBe(true);
});

test('a file that cannot be written is told at the start', async () => {
  const folder = petsFolder();
  const { code, err } = await failMock(folder, 'pets.yaml', '--upstream', 'http://x.test', '--record', 'no/where.har');
  expect([code, err]).toEqual([1, expect.stringMatching(/where\.har: there is no such folder/)]);
});
