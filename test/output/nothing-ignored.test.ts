import { afterAll, expect, test } from 'vitest';
import { withControl } from '@speccast/emulator/control';
import { importSpec } from './import-case.js';

const string = { type: 'string' };
const note = {
  type: 'object',
  required: ['text'],
  properties: {
    id: { type: 'string', readOnly: true },
    text: string,
    colour: { type: 'string', enum: ['red', 'blue'] },
  },
};

function query(name: string, schema: object = string, more: object = {}): object {
  return { name, in: 'query', schema, ...more };
}

function responding(schema: object, status: string = '200'): object {
  return { responses: { [status]: { description: 'Done.', content: { 'application/json': { schema } } } } };
}

const id = { name: 'id', in: 'path', required: true, schema: string };
const page = { type: 'object', properties: { size: { type: 'integer' }, number: { type: 'integer' } } };
const spec = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          query('colour'),
          query('page', page, { style: 'deepObject' }),
          query('sort'),
          query('q'),
          query('nearby'),
          query('with-pictures', { type: 'boolean' }),
          query('lang', { type: 'string', default: 'en' }),
          query('colour-blind', string, { 'x-without-effect': 'Nobody looks.' }),
          { name: 'X-Trace', in: 'header', schema: string },
          { name: 'If-None-Match', in: 'header', schema: string },
          { name: 'theme', in: 'cookie', schema: string },
        ],
        ...responding({ type: 'array', items: note }),
      },
      post: {
        operationId: 'addNote',
        parameters: [query('silent', { type: 'boolean' })],
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        ...responding(note, '201'),
      },
    },
    '/notes/{id}': {
      get: { operationId: 'getNote', parameters: [id, query('depth')], ...responding(note) },
      delete: {
        operationId: 'dropNote',
        parameters: [id, query('hard', { type: 'boolean' }), { name: 'If-Match', in: 'header', schema: string }],
        responses: { '204': { description: 'Done.' } },
      },
    },
    '/notes/{noteId}/shine': {
      post: { operationId: 'shineNote', parameters: [{ ...id, name: 'noteId' }], ...responding(note) },
    },
    '/notes/{id}/words': {
      get: {
        operationId: 'countWords',
        parameters: [id],
        ...responding({ type: 'object', properties: { words: { type: 'integer' } } }),
      },
    },
    '/weather': {
      get: {
        operationId: 'readWeather',
        parameters: [query('place', string, { required: true })],
        ...responding({ type: 'object', properties: { sky: string } }),
      },
    },
  },
};

const { open, remove } = await importSpec('nothing-ignored', spec);

afterAll(() => remove());

test.each([
  ['GET', '/notes?colour=red&page[size]=1&page[number]=1&sort=text&q=a', {}, null],
  ['GET', '/notes?nearby=x&with-pictures=true&colour=red', {}, 'nearby, with-pictures'],
  ['GET', '/notes?page[size]=1&page[colour]=red', {}, 'page[colour]'],
  ['GET', '/notes?nearby=&lang=en', {}, null],
  ['GET', '/notes?lang=de', {}, 'lang'],
  ['GET', '/notes?colour-blind=no&colour=red', {}, 'colour-blind'],
  ['GET', '/notes?unknown=1', {}, 'unknown'],
  ['GET', '/notes', { 'x-trace': '1', cookie: 'theme=dark; other=1', 'if-none-match': '"x"' }, 'X-Trace, theme'],
  ['HEAD', '/notes?nearby=x', {}, 'nearby'],
  ['POST', '/notes?silent=true', { 'content-type': 'application/json' }, 'silent'],
  ['GET', '/notes/{id}?depth=2', {}, 'depth'],
  ['DELETE', '/notes/{id}?hard=true', { 'if-match': '*' }, 'hard'],
  ['GET', '/weather?place=Oslo', {}, 'place'],
])('%s %s %j: x-mock-ignored is %j', async (method, path, headers, want) => {
  const { emulator } = open();
  const [row] = emulator.state['notes']?.list() ?? [];
  const response = await emulator.fetch(emulator.baseUrl + path.replace('{id}', String(row?.['id'])), {
    method,
    headers,
    ...(method === 'POST' && { body: '{"text":"a"}' }),
  });
  expect([response.ok, response.headers.get('x-mock-ignored')]).toEqual([true, want]);
  expect(emulator.journal[0]?.ignored).toEqual(want?.split(', '));
});

test.each([
  ['POST', 'shine', 'nothing was stored', { id: 'n1', text: 'mine' }],
  ['GET', 'words', 'not from the state', { words: expect.any(Number) }],
])('%s /notes/n1/%s is about a row that is there, and only a sample: %s', async (method, path, sample, want) => {
  const { emulator } = open();
  emulator.seed({ notes: [{ id: 'n1', text: 'mine' }] });
  const response = await emulator.fetch(`${emulator.baseUrl}/notes/n1/${path}`, { method });
  expect([response.headers.get('x-mock-sample'), await response.json()]).toEqual([
    sample,
    expect.objectContaining(want),
  ]);
  const none = await emulator.fetch(`${emulator.baseUrl}/notes/none/${path}`, { method });
  expect([none.status, none.headers.get('x-mock-sample')]).toEqual([404, null]);
});

/** Sends a request to the control plane of an emulator of its own. */
async function control(path: string, method: string = 'GET', body?: object): Promise<{ status: number; text: string }> {
  const { emulator } = open();
  const request = new Request(new URL(`/__mock${path}`, emulator.baseUrl), {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const response = await withControl(emulator).fetch(request);
  return { status: response.status, text: await response.text() };
}

const fault = { operation: 'listNotes', effect: { kind: 'fail', status: 503 } };
const rows = (...notes: readonly object[]): object => ({ tables: { notes } });

test.each<readonly [request: string, body: object | undefined, status: number, message: string]>([
  ['POST /faults', { ...fault, times: 1 }, 400, 'there is no times; did you mean hits.times?'],
  ['POST /faults', { ...fault, hits: { time: 1 } }, 400, 'there is no hits.time; did you mean hits.times?'],
  ['POST /faults', { ...fault, operation: 'listNote' }, 400, 'There is no operation listNote; did you mean listNotes?'],
  ['POST /faults', { ...fault, effect: { kind: 'fial' } }, 400, 'did you mean fail?'],
  ['POST /faults', { ...fault, effect: { kind: 'stall', status: 503 } }, 400, 'stall has no status.'],
  ['POST /faults', { ...fault, when: { parameters: { color: 'red' } } }, 400, 'did you mean colour?'],
  ['POST /faults', { ...fault, effect: { kind: 'slow', bytes: 5, every: 10 } }, 200, ''],
  ['POST /clock', { advnce: 5 }, 400, 'there is no advnce; did you mean advance?'],
  ['POST /worlds', { nam: 'a' }, 400, 'there is no nam; did you mean name?'],
  ['POST /reset', { hard: true }, 400, 'there is no hard here.'],
  ['GET /journal?limt=5', undefined, 400, 'There is no parameter limt; did you mean limit?'],
  ['GET /journal?view=sumary', undefined, 400, 'view is whole or summary, not sumary.'],
  ['GET /state/note', undefined, 404, 'There is no table note; did you mean notes?'],
  ['POST /state/notes', { text: 'a', colr: 'red' }, 400, '/colr is not declared (did you mean colour?)'],
  ['POST /seed', { table: {} }, 400, 'there is no table; did you mean tables?'],
  ['POST /seed', { tables: { note: [] } }, 404, 'There is no table note; did you mean notes?'],
  ['POST /seed', rows({ text: 'a' }, { text: 5 }), 400, '/tables/notes/1/text must be a string'],
  ['POST /seed', rows({ txt: 'a' }), 400, '/tables/notes/0/txt is not declared (did you mean text?)'],
  ['POST /seed', rows({ id: '${first}', colour: 'red' }), 204, ''],
  ['PUT /scenarios/a', { time: 0, tables: { note: [] } }, 400, 'There is no table note; did you mean notes?'],
  ['PUT /scenarios/a', { time: 0, ...rows({ text: 5 }) }, 400, '/tables/notes/0/text must be a string'],
])('%s %j is %i: %s', async (request, body, status, message) => {
  const [method = '', path = ''] = request.split(' ');
  const answer = await control(path, method, body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)]);
});

test('rows of a seed are what their schema takes, but need not be whole', () => {
  const { emulator } = open();
  const { notes } = emulator.state;
  expect(() => emulator.seed({ note: [] })).toThrow('There is no table note; did you mean notes?');
  expect(() => emulator.seed({ notes: [{ text: 5 }] })).toThrow('/tables/notes/0/text must be a string');
  expect(() => notes?.insert({ text: 'a', colour: 'green' })).toThrow('/colour must be one of "red", "blue"');
  expect(notes?.insert({ colour: 'red' })).toMatchObject({ colour: 'red' });
});

test('the control plane says what each parameter does', async () => {
  const { items } = JSON.parse((await control('/operations')).text);
  const effects = items.map(
    ({ id: name, parameters }: { id: string; parameters: readonly Record<string, string>[] }) => [
      name,
      ...parameters.map((one) => `${one['name']}: ${one['effect']}`),
    ],
  );
  const none = 'none but validation';
  expect(effects).toEqual([
    [
      'listNotes',
      'colour: filters by `colour`',
      'page: pages',
      'sort: sorts',
      'q: searches',
      `nearby: ${none}`,
      `with-pictures: ${none}`,
      `lang: ${none}`,
      'colour-blind: none: Nobody looks.',
      `X-Trace: ${none}`,
      'If-None-Match: is a condition',
      `theme: ${none}`,
    ],
    ['addNote', `silent: ${none}`],
    ['getNote', 'id: identifies the row', `depth: ${none}`],
    ['dropNote', 'id: identifies the row', `hard: ${none}`, 'If-Match: is a condition'],
    ['shineNote', 'noteId: identifies the row'],
    ['countWords', 'id: identifies the row'],
    ['readWeather', `place: ${none}`],
  ]);
});
