import { expect, test } from 'vitest';
import type { Api } from '../../../generator/api/api.js';
import { createTemplates } from '../../../generator/emit/code/templates/templates.js';
import { emitReadme } from '../../../generator/emit/package/emit-readme.js';
import { api, assets, context, jsonResponse, operation } from '../code/fixture.js';

function readmeOf(given: Partial<Api>): string {
  return emitReadme(context(api(given)), createTemplates(assets.templates));
}

test('scopes, quotas and reasons that every call shares stand in tables', () => {
  const scopes = [{ name: 'https://a.example/read', description: 'Sees | everything.' }, { name: 'b' }];
  const page = readmeOf({
    securitySchemes: [{ kind: 'bearer', name: 'oauth2', oauth2: true, scopes, doc: {} }],
    extensions: {
      'x-quotas': { default: [{ limit: 10000, per: 'day' }], one: { limit: 1, per: 'minute' }, 'x-source': 'public' },
      'x-reasons': { 401: ['authError'], 403: ['forbidden', 'quotaExceeded'] },
    },
  });
  expect(page).toContain(`
| Scope | Allows |
| --- | --- |
| \`https://a.example/read\` | Sees \\| everything. |
| \`b\` |  |
`);
  expect(page).toContain(`
| Bucket | Units |
| --- | --- |
| \`default\` | 10,000 a day |
| \`one\` | 1 a minute |
`);
  expect(page).toContain(`
| Status | Reasons |
| --- | --- |
| \`401\` | \`authError\` |
| \`403\` | \`forbidden\`, \`quotaExceeded\` |
`);
});

test('lists are explained where there are some', () => {
  const pages = [operation('get'), operation('list', { paging: {} })].map((one) => readmeOf({ operations: [one] }));
  expect(pages.map((text) => text.includes('`toArray({ limit })`'))).toEqual([false, true]);
});

test('parts and streams are explained where there are some', () => {
  const parts = { parameter: 'part', values: ['snippet'], default: ['snippet'], always: [] };
  const response = jsonResponse('200', { kind: 'array', items: { kind: 'string' } });
  const streamed = { ...response, contents: response.contents.map((one) => ({ ...one, stream: true as const })) };
  const plain = readmeOf({ operations: [operation('list')] });
  const page = readmeOf({ operations: [operation('list', { parts, responses: [streamed] })] });
  expect([plain, page].map((text) => text.includes("`part: ['snippet']`"))).toEqual([false, true]);
  expect([plain, page].map((text) => text.includes('arrive item by item'))).toEqual([false, true]);
});

const media = { required: true, mediaTypes: ['*/*'], resumable: true as const };
const oauth2 = { kind: 'bearer', name: 'oauth2', oauth2: true, scopes: [], doc: {} } as const;

test.each<[string, Partial<Api>, string]>([
  [
    'uploads',
    { operations: [operation('insert', { body: { required: true, contents: [], media, doc: {} } })] },
    'const upload = client.things.insert({ ...params, media }, { chunkSize: 8 << 20, onState: save });',
  ],
  [
    'reports',
    { operations: [operation('list', { report: { row: 'row', keys: [] } })] },
    'const report = client.things.list(params);\n  for await (const row of report) console.log(row);\n}',
  ],
  [
    'the end of reports',
    { operations: [operation('list', { report: { row: 'row', footer: 'end', keys: [] } })] },
    'console.log(await report.footer);',
  ],
  [
    'tokens',
    { securitySchemes: [oauth2] },
    "createThingService({ baseUrl: 'https://service.example', auth: tokens });",
  ],
  [
    'what calls cost',
    { operations: [operation('list', { quota: { cost: 1 } })], extensions: { 'x-quotas': { default: [] } } },
    '`quotaMeter()`',
  ],
])('%s are explained where there are some', (_, given, want) => {
  expect([readmeOf({}), readmeOf(given)].map((page) => page.includes(want))).toEqual([false, true]);
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

test('decisions stand in a table in the order of their numbers, beside what the real service does instead', () => {
  const page = readmeOf({
    extensions: {
      'x-decisions': { place: 'A place.', D10: '`part` | all.', D2: 'Answered 401.' },
      'x-vendor-decisions': { D2: 'Answered 403.', D99: 'Not listed.' },
    },
  });
  expect(page).toContain(`
| Decision | The emulator | Profile \`vendor\` |
| --- | --- | --- |
| D2 | Answered 401. | Answered 403. |
| D10 | \`part\` \\| all. |  |
| place | A place. |  |
`);
  expect(readmeOf({})).not.toContain('Where the document is silent');
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

test.each([
  ['MIT', 'badge/licence-MIT-blue)](LICENSE)', 'MIT licence.'],
  ['Apache-2.0', 'badge/licence-Apache--2.0-blue)](package.json)', 'Licence: `Apache-2.0`.'],
  ['(MIT OR ISC)', '', 'Licence: `(MIT OR ISC)`.'],
  ['SEE LICENSE IN LICENSE.md', '', 'Its licence is in [LICENSE.md](LICENSE.md).'],
  ['UNLICENSED', '', 'All rights reserved.'],
])('the licence %s is said as it is', (license, badge, sentence) => {
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
])(
  'the page begins with what the service is, and what is longer comes after the first call: %s',
  (_, doc, first, about) => {
    const page = readmeOf({ title: 'Things', doc });
    expect(page).toContain(`# Things\n\n${first}\n\nA typed client`);
    expect(/\n## About the service\n\n(.*?)\n\n## /s.exec(page)?.[1]).toBe(about);
  },
);
