import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import { createTemplates } from 'speccast/emitter';
import type { Operation, Json } from 'speccast/emitter';
import { emitApiPage } from '../../../generator/emit/package/emit-api-page.js';
import { emitReadme } from '../../../generator/emit/package/emit-readme.js';
import { api, assets, context, jsonResponse, operation } from '../code/fixture.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

function readmeOf(given: Partial<Api>): string {
  return emitReadme(context(api(given)), createTemplates(assets.templates));
}

table(
  'scopes, quotas, reasons and decisions stand in tables of the reference, to which the page links',
  ({ given }: { given: Partial<Api> }) => {
    const page = emitApiPage(context(api(given)), createTemplates(assets.templates));
    for (const rows of [
      ['Scope | Allows', '`https://a.example/read` | Sees \\| everything.', '`b` | '],
      ['Bucket | Units', '`default` | 10,000 a day', '`one` | 1 a minute'],
      ['Status | Reasons', '`401` | `authError`', '`403` | `forbidden`, `quotaExceeded`'],
      [
        'Decision | The emulator | Profile `vendor`',
        'D2 | Answered 401. | Answered 403.',
        'D10 | `part` \\| all. | ',
        'place | A place. | ',
      ],
    ])
      expect(page.replace(/^\| --- .*\n/gm, '')).toContain(`\n${rows.map((row) => `| ${row} |\n`).join('')}`);
    const anchors = ['scopes', 'quotas', 'errors-of-every-call', 'where-the-document-is-silent'];
    const linked = (text: string): readonly string[] => anchors.filter((one) => text.includes(`](api.md#${one})`));
    expect([linked(readmeOf(given)), linked(readmeOf({}))]).toEqual([anchors, []]);
  },
);

const media = { required: true, mediaTypes: ['*/*'], resumable: true as const };
const response = jsonResponse('200', { kind: 'array', items: { kind: 'string' } });
const streamed = { ...response, contents: response.contents.map((one) => ({ ...one, stream: true as const })) };
const quota = { operations: [operation('list', { quota: { cost: 1 } })], extensions: { 'x-quotas': { default: [] } } };

test.each<[string, Partial<Api>, string]>([
  ['lists', { operations: [operation('list', { paging: {} })] }, '`toArray({ limit })`'],
  [
    'the size of pages',
    { operations: [operation('list', { paging: { size: { parameter: 'count', max: 70 } } })] },
    'in pages of 70 (`count`)',
  ],
  ['streams', { operations: [operation('list', { responses: [streamed] })] }, '[Streams]('],
  [
    'uploads',
    { operations: [operation('insert', { body: { required: true, contents: [], media, doc: {} } })] },
    '[Uploads](',
  ],
  ['reports', { operations: [operation('list', { report: { row: 'row', keys: [] } })] }, '[Reports]('],
  ['what calls cost', quota, '[`quotaMeter()`]('],
])('%s are explained where there are some', (_, given, want) => {
  expect([readmeOf({}), readmeOf(given)].map((page) => page.includes(want))).toEqual([false, true]);
});

/** The recipes of a page: title and first line of code. */
function recipesOf(page: string): readonly string[] {
  return [...page.matchAll(/^### (.*)\n[^`]*?(?:`[^`]+`[^`]*?)*```+ts\n(.*)\n/gm)].map(
    ([, title, line]) => `${title}: ${line}`,
  );
}

test('recipes are those of the spec whose methods the package has', () => {
  const recipe = (title: string, code: string): Json => ({ title, text: 'Says *it*.', code });
  const extensions = {
    'x-recipes': [
      recipe('A', 'client.with({})\nclient.things\n  .list();\n```'),
      recipe('B', 'await client.others.list();'),
    ],
  };
  const given = { operations: [operation('list')], extensions };
  expect(readmeOf(given)).toContain(
    '### A\n\nSays *it*.\n\n````ts\nclient.with({})\nclient.things\n  .list();\n```\n````\n\n## More\n',
  );
  const positional = { ...context(api(given)), argumentStyle: 'positional' } as const;
  expect(emitReadme(positional, createTemplates(assets.templates))).toContain('### List\n');
});

const body = { required: true, contents: response.contents, doc: {} };
const insert = operation('insert', { method: 'POST', body, responses: [response] });

test.each<[string, readonly Operation[], readonly string[]]>([
  ['none', [], []],
  [
    'a list, a read and an error',
    [
      operation('get', { responses: [jsonResponse('200', { kind: 'string' })] }),
      operation('list', { paging: { token: { parameter: 'p', property: 'n' } } }),
    ],
    [
      'List, over all pages: for await (const item of client.things.list()) console.log(item);',
      'Get one: console.log(await client.things.get());',
      "Handle an error: import { ApiError } from 'thing-service';",
    ],
  ],
  [
    'only what writes',
    [insert],
    [
      "Create: console.log(await client.things.insert({ body: 'text' }));",
      "Handle an error: import { ApiError } from 'thing-service';",
    ],
  ],
  [
    'none that always fails',
    [
      { ...insert, extensions: { 'x-action': 'unsupported' } },
      operation('old', { doc: { deprecated: true } }),
      operation('get'),
    ],
    ['Get one: await client.things.get();', "Handle an error: import { ApiError } from 'thing-service';"],
  ],
  [
    'all deprecated',
    [operation('old', { doc: { deprecated: true } })],
    ['Get one: await client.things.old();', "Handle an error: import { ApiError } from 'thing-service';"],
  ],
])('recipes that no spec states are chosen by use: %s', (_, operations, want) => {
  expect(recipesOf(readmeOf({ operations }))).toEqual(want);
});

test.each([
  [[], "{ baseUrl: 'https://service.example' }"],
  [['/v3'], "{ baseUrl: 'https://service.example' }"],
  [['/v3', 'https://a.example/v3'], ''],
])('the first call names a base address where the spec has none: %j', (urls, want) => {
  const servers = urls.map((url) => ({ url, variables: [] }));
  const page = readmeOf({ servers, operations: [operation('list')] });
  expect(page).toContain(`const client = createThingService(${want});`);
});

test('badges say what holds, and only of a package whose repository is known', () => {
  const settings = { repository: 'git+https://example.com/pets.git', license: 'MIT', access: 'public' } as const;
  const page = emitReadme({ ...context(api()), settings }, createTemplates(assets.templates));
  expect(page.split('\n').filter((line) => line.startsWith('[!['))).toEqual([
    '[![npm](https://img.shields.io/npm/v/thing-service)](https://www.npmjs.com/package/thing-service)',
    '[![Licence: MIT](https://img.shields.io/badge/licence-MIT-blue)](LICENSE)',
    '[![Types: included](https://img.shields.io/badge/types-included-blue)](api.md)',
    '[![Node: 20.19 or later](https://img.shields.io/badge/node-%E2%89%A5%2020.19-blue)](package.json)',
  ]);
  expect(readmeOf({})).not.toContain('[![');
});

table('the licence %s is said as it is', (license: string, badge: string, sentence: string) => {
  const settings = { repository: 'git+https://example.com/pets.git', license };
  const page = emitReadme({ ...context(api()), settings }, createTemplates(assets.templates));
  expect(page.split('\n').find((line) => line.startsWith('[![Licence')) ?? '').toContain(badge);
  expect(page.includes('[![Licence')).toBe(badge !== '');
  expect(page.endsWith(`: change the spec, not this package. ${sentence}\n`)).toBe(true);
});

test.each<[string, Api['doc'], string, string | undefined]>([
  ['nothing', {}, 'Client of Things.', undefined],
  ['a summary', { summary: 'All *things*.' }, 'All *things*.', undefined],
  ['a paragraph', { description: 'One.' }, 'One.', undefined],
  ['both', { summary: 'All.', description: 'One.' }, 'All.\n\nOne.', undefined],
  ['the same twice', { summary: 'All.', description: 'All.\n' }, 'All.', undefined],
  ['paragraphs', { description: 'One.\n\n- two' }, 'One.', '- two'],
  ['a heading first', { description: '# One\n\nTwo.' }, 'Client of Things.', '**One**\n\nTwo.'],
  ['all of it', { summary: 'All.', description: 'One.\n\nTwo.' }, 'All.', 'One.\n\nTwo.'],
])('the page begins with what the service is, and the reference has what is longer: %s', (_, doc, first, about) => {
  const page = readmeOf({ title: 'Things', doc });
  expect(page).toContain(`# Things\n\n${first}\n\nA typed client`);
  const reference = emitApiPage(context(api({ title: 'Things', doc })), createTemplates(assets.templates));
  expect(/\n## About the service\n\n(.*?)\n\n## /s.exec(reference)?.[1]).toBe(about);
});
