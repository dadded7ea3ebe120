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

/** How a router of procedures finds the parser of an input: it takes the first member that it knows. */
function parserOf(given: unknown): (value: unknown) => unknown {
  // Libraries of this kind look at any value that a user gives them.
  const parser = given as Readonly<Record<string, unknown>> & StandardSchemaV1;
  const isStandard = '~standard' in parser;
  const call = (name: string): unknown => parser[name];
  if (typeof given === 'function' && typeof call('assert') === 'function') return () => 'assert of a function';
  if (typeof given === 'function' && !isStandard) return () => 'the function';
  for (const name of ['parseAsync', 'parse', 'validateSync', 'create', 'assert'])
    if (typeof call(name) === 'function') return () => name;
  if (!isStandard) throw new Error('Could not find a validator fn');
  return async (value) => {
    const result = await parser['~standard'].validate(value);
    if (result.issues) throw Object.assign(new Error(result.issues[0]?.message), { issues: result.issues });
    return result.value;
  };
}

/** How a form library validates as one types: at once, and each issue at the field that its path names. */
function fieldErrors(
  schema: StandardSchemaV1,
  value: unknown,
): Readonly<Record<string, readonly StandardIssue[]>> | undefined {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('async function passed to sync validator');
  if (!result.issues) return undefined;
  const fields = new Map<string, StandardIssue[]>();
  for (const one of result.issues) {
    const name = fieldName(one.path ?? [], value);
    fields.set(name, [...(fields.get(name) ?? []), one]);
  }
  return Object.fromEntries(fields);
}

function fieldName(path: NonNullable<StandardIssue['path']>, value: unknown): string {
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
  test('a router of procedures finds `validate` and nothing else', async () => {
    await expect(parserOf(Playlist)(good)).resolves.toBe(good);
    await expect(parserOf(Playlist)(bad)).rejects.toMatchObject({ message: 'must be a string', issues: [issue] });
  });

  test('a form library gets issues at once, and finds the fields', () => {
    expect(fieldErrors(Playlist, good)).toBeUndefined();
    expect(Object.keys(fieldErrors(Playlist, { ...bad, kind: 1 }) ?? {})).toEqual(['snippet.tags[1]', 'kind']);
  });
});

describe.each([
  ['video-platform', video],
  ['ad-reporting', ads],
])('validators of %s', (_, exported) => {
  const all = Object.values<unknown>(exported).filter(
    (one) => typeof one === 'object' && one !== null && '~standard' in one,
  );

  test('have no member that libraries would take for a parser', () => {
    expect(all.length).toBeGreaterThan(10);
    const members = new Set(all.flatMap((one) => Object.keys(Object(one)).filter((name) => name !== 'rules')));
    expect([...members]).toEqual(['is', 'check', '~standard']);
    const types = all.map((one) => Object(one)['~standard'].types);
    expect(new Set(types)).toEqual(new Set([undefined]));
  });
});

test('functions of a validator work on their own', () => {
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
