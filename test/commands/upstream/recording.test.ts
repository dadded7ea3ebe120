import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, type CallResult, startPetService, createPetsFolder, petsSpec, startService } from './pets.js';
import { failMock, type RunningMock, startMock } from '../run-command.js';

const ann = {};
const bob = { headers: { authorization: 'Bearer bob-secret-token' } };

/** Makes calls of two callers, and returns their responses. */
async function makeCalls(url: string): Promise<readonly unknown[]> {
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

async function record(folder: string): Promise<readonly unknown[]> {
  const mock = await startMock(folder, 'pets.yaml', '--upstream', await startPetService(), '--record', 'pets.har');
  const got = await makeCalls(mock.url);
  expect(await mock.stop()).toMatchObject({ code: 0 });
  return got;
}

function startReplay(folder: string, ...args: readonly string[]): Promise<RunningMock> {
  return startMock(folder, 'pets.yaml', '--replay', 'pets.har', ...args);
}

test('recorded calls are replayed equal, for each caller separately', async () => {
  const folder = createPetsFolder();
  const live = await record(folder);
  const mock = await startReplay(folder);
  expect(await makeCalls(mock.url)).toEqual(live);
  const journal = await (await fetch(new URL('/__mock/journal', mock.url))).text();
  expect(journal.split('"source":"recording"').length - 1).toBe(live.length);
  // A reset starts the replay from the beginning.
  await fetch(new URL('/__mock/reset', mock.url), { method: 'POST' });
  expect(await makeCalls(mock.url)).toEqual(live);
});

test('callers with other tokens are mapped to recorded callers in the order of their first calls', async () => {
  const folder = createPetsFolder();
  await record(folder);
  const mock = await startReplay(folder);
  const names = async (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await call(mock.url, 'GET', '/pets', { headers })).json.map(({ name }: { name: string }) => name);
  };
  expect(await names('one')).toEqual([]);
  expect(await names('one')).toEqual(['Rex']);
  expect(await names('two')).toEqual(['Ada']);
});

test('after a write the emulator responds, from the recorded rows and the write', async () => {
  const folder = createPetsFolder();
  await record(folder);
  const mock = await startReplay(folder);
  const created = await call(mock.url, 'POST', '/pets', { body: { name: 'New' } });
  expect(created.status).toBe(201);
  const names = async (): Promise<unknown> =>
    (await call(mock.url, 'GET', '/pets')).json.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['Max', 'Ada', 'New']);
  // A recorded row can be read and changed, and later calls read the change.
  expect((await call(mock.url, 'GET', '/pets/p1')).json).toMatchObject({ id: 'p1', name: 'Max' });
  await call(mock.url, 'PUT', '/pets/p1', { body: { name: 'Changed' } });
  expect((await call(mock.url, 'GET', '/pets/p1')).json).toMatchObject({ name: 'Changed' });
  expect((await call(mock.url, 'DELETE', '/pets/p1')).status).toBe(204);
  expect([(await call(mock.url, 'GET', '/pets/p1')).status, await names()]).toEqual([404, ['Ada', 'New']]);
  // The clock shows the current time again.
  const { time } = await (await fetch(new URL('/__mock/clock', mock.url))).json();
  expect(Math.abs(Date.parse(time) - Date.now()) < 60_000 || Math.abs(Number(time) - Date.now()) < 60_000).toBe(true);
});

test('a recording is valid HAR, has no credentials, and only its owner may read it', async () => {
  const folder = createPetsFolder();
  const upstream = await startService(({ url }, response, body) => {
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
  // `slice(1)`: the path of the first call turned out to be a credential only later. The file was rewritten then, the journal not.
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

test('requests with credentials in XML, forms and multipart bodies are replayed', async () => {
  const folder = createPetsFolder();
  const upstream = await startService((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ length: body.length }));
  });
  const parts = (secret: string): FormData => {
    const form = new FormData();
    form.set('password', `${secret} which is long`);
    form.set('meta', JSON.stringify({ api_key: `${secret} of JSON`, name: 'Rex' }));
    form.set('file', new Blob([Uint8Array.of(0, 255, 254, 128, 13, 10)]), 'a.bin');
    return form;
  };
  const makeCalls = async (url: string, secret: string): Promise<readonly string[]> => {
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
  const live = await makeCalls(mock.url, secret);
  await mock.stop();
  const har = readFileSync(join(folder, 'pets.har'), 'utf8');
  const texts = JSON.parse(har).log.entries.map(({ request: { postData } }: ReturnType<typeof JSON.parse>) =>
    Buffer.from(postData.text, postData['_encoding'] ?? 'utf8').toString('latin1'),
  );
  for (const text of [har, ...texts]) expect(text).not.toContain('part-secret');
  const replayed = await startReplay(folder);
  expect(await makeCalls(replayed.url, secret)).toEqual(live);
});

test('an emulator can start with the scenario of a recording', async () => {
  const folder = createPetsFolder();
  await record(folder);
  const mock = await startMock(folder, 'pets.yaml', '--scenario', 'pets.scenario.json');
  expect((await call(mock.url, 'GET', '/pets')).json.map(({ id }: { id: string }) => id)).toEqual(['p1', 'p2']);
});

test('the file is complete at any time, also if the process is killed, and the next recording replaces it', async () => {
  const folder = createPetsFolder();
  const har = join(folder, 'pets.har');
  writeFileSync(har, 'of before');
  const recording = await startMock(folder, 'pets.yaml', '--upstream', await startPetService(), '--record', 'pets.har');
  expect(readFileSync(har, 'utf8')).toBe('of before');
  await makeCalls(recording.url);
  // The file that a killed process would leave.
  const left = readFileSync(har, 'utf8');
  expect(JSON.parse(left).log.entries).toHaveLength(11);
  await recording.stop();
  writeFileSync(har, left);
  const mock = await startReplay(folder);
  expect((await call(mock.url, 'POST', '/pets', { body: { name: 'Rex' } })).json).toMatchObject({
    id: 'p1',
    name: 'Rex',
  });
});

test('bodies that are too long are not recorded, and their calls are not replayed', async () => {
  const folder = createPetsFolder();
  const upstream = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(9 * 1024 * 1024));
  });
  const mock = await startMock(folder, 'pets.yaml', '--upstream', upstream, '--record', 'pets.har');
  expect((await call(mock.url, 'GET', '/files/a')).text).toHaveLength(9 * 1024 * 1024);
  await mock.stop();
  const [entry] = JSON.parse(readFileSync(join(folder, 'pets.har'), 'utf8')).log.entries;
  expect(entry.comment).toMatch(/longer than what is recorded/);
  expect(entry.response.content).toMatchObject({ comment: '9437184 bytes, which is too long to be recorded' });
});

test('a damaged recording, or one of another service or version, is reported with its position', async () => {
  const folder = createPetsFolder();
  await record(folder);
  const har = readFileSync(join(folder, 'pets.har'), 'utf8');
  const failWith = async (text: string, spec = 'pets.yaml'): Promise<unknown> => {
    writeFileSync(join(folder, 'bad.har'), text);
    const { code, err } = await failMock(folder, spec, '--replay', 'bad.har');
    return [code, err.replaceAll(`${folder}/`, '').trim()];
  };
  const entries = JSON.parse(har);
  entries.log.entries[1].request.method = 7;
  writeFileSync(join(folder, 'dogs.yaml'), petsSpec.replace('title: Pets', 'title: Dogs'));
  writeFileSync(join(folder, 'less.yaml'), petsSpec.replace('  /pets/{id}:', '  /animals/{id}:'));
  writeFileSync(join(folder, 'more.yaml'), petsSpec.replace('age: { type: integer }', 'age: { type: number }'));
  expect(await failWith(har.slice(0, 100))).toEqual([
    1,
    expect.stringMatching(/^bad\.har:2:\d+ is not valid JSON: the file ends too early/),
  ]);
  expect(await failWith(`${har.slice(0, 90)}\u0001${har.slice(90)}`)).toEqual([
    1,
    expect.stringMatching(/^bad\.har:\d+:\d+ is not valid JSON/),
  ]);
  expect(await failWith('[]')).toEqual([1, 'bad.har:1:1 has to be a JSON object']);
  expect(await failWith('{"log":{"entries":[]}}')).toEqual([
    1,
    'bad.har#/log/_speccast is missing: this is no recording of `--record`',
  ]);
  expect(await failWith(JSON.stringify(entries))).toEqual([
    1,
    'bad.har#/log/entries/1/request/method has to be a string',
  ]);
  expect(await failWith(har.replace('"format":1', '"format":2'))).toEqual([
    1,
    expect.stringMatching(/^bad\.har#\/log\/_speccast\/format: a newer version/),
  ]);
  expect(await failWith(har, 'dogs.yaml')).toEqual([
    1,
    'bad.har#/log/_speccast/service: this is a recording of "pets", not of dogs',
  ]);
  expect(await failWith(har, 'less.yaml')).toEqual([
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

test('a file that cannot be written is reported at the start', async () => {
  const folder = createPetsFolder();
  const { code, err } = await failMock(folder, 'pets.yaml', '--upstream', 'http://x.test', '--record', 'no/where.har');
  expect([code, err]).toEqual([1, expect.stringMatching(/where\.har: there is no such folder/)]);
});
