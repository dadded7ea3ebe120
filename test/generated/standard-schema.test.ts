import type { Playlist as PlaylistModel, PlaylistInput } from '@speccast/video-platform';
import * as ads from '@speccast/ad-reporting/validators';
import * as video from '@speccast/video-platform/validators';
import { Playlist, playlistsInsertBody } from '@speccast/video-platform/validators';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type {
  InferInput,
  InferOutput,
  StandardIssue,
  StandardJSONSchemaV1,
  StandardSchemaV1,
} from './standard-interfaces.js';

const good = { id: 'a', snippet: { title: 'Tides', tags: ['sea'] } };
const bad = { id: 'a', snippet: { title: 'Tides', tags: ['sea', 1] } };
const issue = { message: 'must be a string', path: ['snippet', 'tags', 1] };

describe('types', () => {
  test('are those of the models', () => {
    expectTypeOf<InferInput<typeof Playlist>>().toEqualTypeOf<PlaylistModel>();
    expectTypeOf<InferOutput<typeof Playlist>>().toEqualTypeOf<PlaylistModel>();
    expectTypeOf<InferInput<typeof playlistsInsertBody>>().toEqualTypeOf<PlaylistInput>();
    expectTypeOf(Playlist).toExtend<StandardSchemaV1<PlaylistModel>>();
    expectTypeOf(Playlist).toExtend<StandardJSONSchemaV1<PlaylistModel>>();
  });
});

/** Finds the parser of an input as tRPC does: by the first known name of a member. */
function findParser(schema: unknown): (value: unknown) => unknown {
  // `as`: these libraries accept any value from their users.
  const parser = schema as Readonly<Record<string, unknown>> & StandardSchemaV1;
  const isStandard = '~standard' in parser;
  const call = (name: string): unknown => parser[name];
  if (typeof schema === 'function' && typeof call('assert') === 'function') return () => 'assert of a function';
  if (typeof schema === 'function' && !isStandard) return () => 'the function';
  for (const name of ['parseAsync', 'parse', 'validateSync', 'create', 'assert'])
    if (typeof call(name) === 'function') return () => name;
  if (!isStandard) throw new Error('Could not find a validator fn');
  return async (value) => {
    const result = await parser['~standard'].validate(value);
    if (result.issues) throw Object.assign(new Error(result.issues[0]?.message), { issues: result.issues });
    return result.value;
  };
}

/** Validates a form synchronously as form libraries do, and returns the issues by field: `{ 'snippet.tags[1]': [issue] }`. */
function validateFields(
  schema: StandardSchemaV1,
  value: unknown,
): Readonly<Record<string, readonly StandardIssue[]>> | undefined {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('async function passed to sync validator');
  if (!result.issues) return undefined;
  const fields = new Map<string, StandardIssue[]>();
  for (const one of result.issues) {
    const name = toFieldName(one.path ?? [], value);
    fields.set(name, [...(fields.get(name) ?? []), one]);
  }
  return Object.fromEntries(fields);
}

/** Returns the name of the field of a path: `['snippet', 'tags', 1]` → `snippet.tags[1]`. */
function toFieldName(path: NonNullable<StandardIssue['path']>, value: unknown): string {
  let current = value;
  let name = '';
  for (const [index, segment] of path.entries()) {
    const key = typeof segment === 'object' ? segment.key : segment;
    name +=
      Array.isArray(current) && !Number.isNaN(Number(key))
        ? `[${Number(key)}]`
        : `${index > 0 ? '.' : ''}${String(key)}`;
    current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
  }
  return name;
}

describe('libraries that take any Standard Schema', () => {
  test('tRPC finds `validate` and no other parser', async () => {
    await expect(findParser(Playlist)(good)).resolves.toBe(good);
    await expect(findParser(Playlist)(bad)).rejects.toMatchObject({ message: 'must be a string', issues: [issue] });
  });

  test('form libraries validate synchronously, and find the fields of issues', () => {
    expect(validateFields(Playlist, good)).toBeUndefined();
    expect(Object.keys(validateFields(Playlist, { ...bad, kind: 1 }) ?? {})).toEqual(['snippet.tags[1]', 'kind']);
  });
});

describe.each([
  ['video-platform', video],
  ['ad-reporting', ads],
])('validators of %s', (_, exported) => {
  const all = Object.values<unknown>(exported).filter(
    (one) => typeof one === 'object' && one !== null && '~standard' in one,
  );

  test('have no member that libraries could use as a parser', () => {
    expect(all.length).toBeGreaterThan(10);
    const members = new Set(all.flatMap((one) => Object.keys(Object(one)).filter((name) => name !== 'rules')));
    expect([...members]).toEqual(['is', 'check', '~standard']);
    const types = all.map((one) => Object(one)['~standard'].types);
    expect(new Set(types)).toEqual(new Set([undefined]));
  });
});

test('functions of a validator can be called without the object', () => {
  const { is, check, '~standard': standard } = Playlist;
  const { validate } = standard;
  expect([is(good), is(bad), check(bad)[0]?.path, validate(good, { libraryOptions: { any: 1 } })]).toEqual([
    true,
    false,
    issue.path,
    { value: good },
  ]);
  expect([good, bad].filter(is)).toEqual([good]);
});
