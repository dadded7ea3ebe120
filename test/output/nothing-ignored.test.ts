import { afterAll, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { readTool } from '../../generator/output/read-tool.js';
import { withControl } from '../../templates/emulator/control/with-control.js';
import { importFiles } from './import-case.js';

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
    '/weather': {
      get: {
        operationId: 'readWeather',
        parameters: [query('place', string, { required: true })],
        ...responding({ type: 'object', properties: { sky: string } }),
      },
    },
  },
};

const { files } = await generate({
  spec: { file: 'notes.json', text: JSON.stringify(spec) },
  packageName: '@case/notes',
  assets: readTool(),
  format: false,
});
const { open, remove } = await importFiles('nothing-ignored', files);

afterAll(() => remove());

test.each([
  ['GET', '/notes?colour=red&page[size]=1&page[number]=1&sort=text&q=a', {}, null],
  ['GET', '/notes?nearby=x&with-pictures=true&colour=red', {}, 'nearby, with-pictures'],
  ['GET', '/notes?nearby=&lang=en', {}, null],
  ['GET', '/notes?lang=de', {}, 'lang'],
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

test('the control plane says what each parameter does', async () => {
  const { emulator } = open();
  const response = await withControl(emulator).fetch(new Request(new URL('/__mock/operations', emulator.baseUrl)));
  const { items } = await response.json();
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
      `X-Trace: ${none}`,
      'If-None-Match: is a condition',
      `theme: ${none}`,
    ],
    ['addNote', `silent: ${none}`],
    ['getNote', 'id: identifies the row', `depth: ${none}`],
    ['dropNote', 'id: identifies the row', `hard: ${none}`, 'If-Match: is a condition'],
    ['readWeather', `place: ${none}`],
  ]);
});
