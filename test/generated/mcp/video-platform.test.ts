import { createMcpServer } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { videoOperations } from '../../documents/operations.js';
import { connect, type Connected } from './connect.js';
import { callAll, folder, type Call } from './video-platform-story.js';

afterAll(() => rmSync(folder, { recursive: true }));

/** Calls by the ways of a server, and remembers which operations were called. */
function callers(
  { call, json }: Connected,
  wrap: (name: string, args: Record<string, unknown>) => [string, Record<string, unknown>],
) {
  const called = new Set<string>();
  const by =
    (send: Call): Call =>
    (name, args = {}) => {
      called.add(name);
      return send(...wrap(name, args));
    };
  const nothing: Call = async (name, args) => {
    const { text, isError, notes } = await call(name, args);
    expect({ text, isError, notes }).toEqual({
      text: 'Done: the service responded with 204 and no content.',
      isError: false,
      notes: [],
    });
    return {};
  };
  const rejected: Call = async (name, args) => ({ ...(await call(name, args)) });
  return { called, all: [by(json), by(nothing), by(rejected)] as const };
}

test('every operation is a tool, and the official client calls all of them', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const connected = await connect(createMcpServer({ emulator, files: folder }));
  const { called, all } = callers(connected, (name, args) => [name.replaceAll('.', '_'), args]);
  await callAll(...all);
  const ids = videoOperations.map(({ id }) => id).toSorted();
  expect([...called].toSorted()).toEqual(ids);
  const names = (await connected.tools()).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...ids.map((id) => id.replaceAll('.', '_')), 'describe', 'read_more'].toSorted());
});

test('where tools are searched for, the same calls go through those that call', async () => {
  const connected = await connect(createMcpServer({ emulator: true, files: folder, tools: 'search' }));
  const names = (await connected.tools()).map(({ name }) => name);
  expect(names).toEqual(['search', 'describe', 'call_read', 'call_write', 'call_destructive', 'read_more']);
  const ways = new Map<string, string>();
  for (const { id } of videoOperations) {
    const { text } = await connected.call('describe', { operation: id });
    const [, way = ''] = /"callWith":"(\w+)"/.exec(text) ?? [];
    ways.set(id, way);
  }
  const { called, all } = callers(connected, (name, args) => [
    ways.get(name) ?? '',
    { operation: name, arguments: args },
  ]);
  await callAll(...all);
  expect(called.size).toBe(videoOperations.length);
});
