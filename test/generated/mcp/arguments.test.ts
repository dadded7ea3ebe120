import { createMcpServer } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import * as validators from '@speccast/video-platform/validators';
import { writeJsonSchema } from '@speccast/video-platform/validators/json-schema';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordRequests } from '../recorder.js';
import { connect } from './connect.js';

const emulator = createEmulator();
const { fetch, all: sent } = recordRequests(emulator.fetch);
const env = { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' };
const { call, tools } = await connect(
  createMcpServer({ baseUrl: emulator.baseUrl, fetch, env, allowDestructive: true, tools: 'all' }),
);
const all = await tools();

test('a long unknown name of a tool is shortened in the error', async () => {
  expect((await call('z'.repeat(25_000))).text.length).toBeLessThan(300);
});

test('schemas are those of the validators, with all definitions that they refer to', () => {
  for (const { inputSchema } of all) {
    const text = JSON.stringify(inputSchema);
    const defined = Object.keys(Object(inputSchema['$defs']));
    for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) expect(defined).toContain(name);
    expect(text.replaceAll('"$ref":"#/$defs/', '')).not.toContain('"$ref"');
    expect(text.length).toBeLessThan(6_500);
  }
  const insert = all.find(({ name }) => name === 'playlists_insert')?.inputSchema;
  const own = writeJsonSchema('#/components/schemas/Playlist', { target: 'draft-2020-12' });
  const bare = (schema: unknown): unknown =>
    JSON.parse(
      JSON.stringify(schema, (key, value: unknown) =>
        ['description', '$schema', '$defs', 'title'].includes(key) && typeof value !== 'object' ? undefined : value,
      ),
    );
  const { Playlist } = Object(insert?.['$defs']);
  const writable = Object.entries(Object(own['properties'])).filter(
    ([, one]) => !Object(one).readOnly && !Object(one).deprecated,
  );
  expect(Object.keys(Object(Playlist).properties)).toEqual(writable.map(([name]) => name));
  const list = all.find(({ name }) => name === 'playlists_list')?.inputSchema;
  const parameters = validators.playlistsListParameters['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  for (const [name, schema] of Object.entries(Object(parameters['properties'])))
    expect(bare(Object(list?.properties)[name])).toEqual(bare(schema));
});

test('`describe` returns the whole schema of a tool whose schema is shortened in the list', async () => {
  const listed = all.find(({ name }) => name === 'activities_insert');
  expect(listed?.description).toMatch(/`describe` has the whole schema\.$/);
  const whole = await connect(createMcpServer({ env: {}, budget: 1_000_000, tools: 'all' }));
  const { inputSchema, callWith } = await whole.json('describe', { operation: 'activities.insert' });
  expect(callWith).toBe('activities_insert');
  const { channelId } = Object(inputSchema).$defs.ActivitySnippet.properties;
  expect(channelId).toHaveProperty('description');
  expect(Object(listed?.inputSchema['$defs']).ActivitySnippet.properties.channelId).toEqual({ type: 'string' });
});

test('the list has first sentences of descriptions, and none for parameters of all operations, unlike `describe`', async () => {
  const { properties } = Object(all.find(({ name }) => name === 'search_list')?.inputSchema);
  expect(properties.quotaUser).toEqual({ type: 'string', maxLength: 40 });
  for (const { description } of Object.values<{ readonly description?: string }>(properties))
    expect(description?.length ?? 0).toBeLessThanOrEqual(80);
  const { json } = await connect(createMcpServer({ env: {} }));
  const { inputSchema } = await json('describe', { operation: 'search.list' });
  expect(Object(inputSchema).properties.quotaUser.description).toMatch(/^Any text of up to 40 characters/);
  expect(Object(inputSchema).properties.order.description.length).toBeGreaterThan(80);
});

test('arguments have no read-only members', async () => {
  const { json } = await connect(createMcpServer({ env: {}, budget: 1_000_000 }));
  const { inputSchema } = await json('describe', { operation: 'videos.insert' });
  expect(JSON.stringify(inputSchema)).not.toMatch(/viewCount|acbRating|"readOnly"/);
});

/** Generates arguments with known and unknown names, and any values. */
const hostile = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'id',
      'part',
      'body',
      'media',
      'saveTo',
      'overwrite',
      'maxResults',
      'pageToken',
      '__proto__',
      'constructor',
      'toString',
    ),
    fc.string(),
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom('../../etc/passwd', '\u0000', 'a\r\nx-injected: 1', '\ud800', '${7*7}', '{{x}}', -0, 1e308),
    fc.record({ path: fc.string(), type: fc.jsonValue() }),
  ),
  { noNullPrototype: true },
);

test('any arguments have a result, and invalid ones are not sent to the service', async () => {
  const names = [...all.map(({ name }) => name), 'search', 'call_read', 'nothing', '__proto__', 'constructor', ''];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), hostile, async (name, args) => {
      const before = sent.length;
      const { text, isError } = await call(name, args);
      expect(text).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(20_000);
      if (/nothing was sent/i.test(text)) expect(sent).toHaveLength(before);
      if (sent.length === before && !['describe', 'read_more'].includes(name)) expect(isError).toBe(true);
      // A line break in an argument must not add a header.
      for (const { headers } of sent.slice(before)) expect(headers.has('x-injected')).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('arguments that are nested too deeply are an error', async () => {
  let body: Record<string, unknown> = {};
  for (let depth = 0; depth < 2_000; depth += 1) body = { snippet: body };
  expect(await call('playlists_insert', { body })).toMatchObject({ isError: true });
});
