import { expect, test } from 'vitest';
import { sendWritable } from '@speccast/runtime';
import type { ReadOnlyMembers } from '@speccast/runtime';

const comment: ReadOnlyMembers = { id: true, replies: () => comment };

/** Returns the body that is sent in place of a body. */
async function removeReadOnly(body: unknown, readOnly: ReadOnlyMembers): Promise<unknown> {
  let params: object = {};
  // `sendWritable` reads no other members of the call and of its result.
  const call = { operation: { wire: { readOnly } }, params: { body } } as unknown as Parameters<
    typeof sendWritable.around
  >[0];
  await sendWritable.around(call, (one) => ((params = one.params), Promise.resolve({} as never)));
  return Object.entries(params)[0]?.[1];
}

test.each<[title: string, body: unknown, members: ReadOnlyMembers, want: unknown]>([
  ['members', { a: 1, b: 2 }, { a: true }, { b: 2 }],
  ['members inside', { a: { b: 1, c: 2 } }, { a: { b: true } }, { a: { c: 2 } }],
  ['members of items', [{ a: 1 }, { b: 2 }], { a: true }, [{}, { b: 2 }]],
  ['members of maps', { x: { a: 1 }, y: { a: 2, b: 3 } }, { '*': { a: true } }, { x: {}, y: { b: 3 } }],
  ['members of recursive models', { id: 1, replies: [{ id: 2, text: 'b' }] }, comment, { replies: [{ text: 'b' }] }],
])('leaves out %s', async (_, body, members, want) => {
  const before = structuredClone(body);
  expect(await removeReadOnly(body, members)).toEqual(want);
  expect(body).toEqual(before);
});

test.each([new Date(0), new URLSearchParams('a=1'), new Uint8Array([1]), new Map([['a', 1]]), 'a', null, undefined])(
  'does not change %s',
  async (body) => {
    expect(await removeReadOnly(body, { a: true })).toBe(body);
  },
);

test('ends for circular values', async () => {
  const loop: Record<string, unknown> = { id: 1 };
  loop['replies'] = loop;
  expect(await removeReadOnly(loop, comment)).toMatchObject({ replies: { replies: {} } });
});
