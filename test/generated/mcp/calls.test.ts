import { createMcpServer as createAdServer } from '@speccast/ad-reporting/mcp';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createMcpServer } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { adOperations, videoOperations } from '../../documents/operations.js';
import { createMediaFolder } from '../vendors/clients.js';
import { callAll, type CallText } from './call-all.js';
import { connect, type Connected } from './connect.js';

const { folder, remove } = createMediaFolder();
afterAll(remove);

/** An emulator, of which the journal is read. */
interface Journaled {
  readonly journal: readonly { readonly operation?: string }[];
}

/** Returns the tool that calls an operation, and the arguments of the tool. */
type Wrap = (operation: string, args: Record<string, unknown>) => [tool: string, args: Record<string, unknown>];

const toToolName = (operation: string): string => operation.replaceAll('.', '_');
const direct: Wrap = (operation, args) => [toToolName(operation), args];

/** Returns a function that calls a tool, and expects the call to reach its operation. */
function createCaller({ call }: Connected, { journal }: Journaled, wrap = direct): CallText {
  return async (operation, args) => {
    const { text, isError } = await call(...wrap(operation, args));
    expect([journal.at(-1)?.operation, isError], text).toEqual([operation, text.startsWith('The service rejected')]);
    return text;
  };
}

test('with `tools: all` every operation is a tool, and the official client calls all of them', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const connected = await connect(createMcpServer({ emulator, files: folder, tools: 'all' }));
  const called = await callAll('video-calls.json', createCaller(connected, emulator));
  expect(readFileSync(join(folder, 'saved'), 'utf8')).toBe(readFileSync(join(folder, 'caption'), 'utf8'));
  const ids = videoOperations.map(({ id }) => id).toSorted();
  expect([...called].toSorted()).toEqual(ids);
  const names = (await connected.tools()).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...ids.map(toToolName), 'describe', 'read_more'].toSorted());
});

test('by default agents search for operations, and call all of them by `call_read`, `call_write` and `call_destructive`', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const connected = await connect(createMcpServer({ emulator, files: folder }));
  const names = (await connected.tools()).map(({ name }) => name);
  expect(names).toEqual(['search', 'describe', 'call_read', 'call_write', 'call_destructive', 'read_more']);
  const callers = new Map<string, string>();
  for (const { id } of videoOperations) {
    const { text } = await connected.call('describe', { operation: id });
    callers.set(id, /"callWith":"(\w+)"/.exec(text)?.[1] ?? '');
  }
  const wrap: Wrap = (operation, args) => [callers.get(operation) ?? '', { operation, arguments: args }];
  expect((await callAll('video-calls.json', createCaller(connected, emulator, wrap))).size).toBe(
    videoOperations.length,
  );
});

test('every operation of ad reporting is a tool that only reads', async () => {
  const emulator = createAdEmulator({ checkResponses: true });
  const connected = await connect(createAdServer({ emulator }));
  const called = await callAll('ad-calls.json', createCaller(connected, emulator));
  const ids = adOperations.map(({ id }) => id);
  expect([...called].toSorted()).toEqual(ids.toSorted());
  const tools = await connected.tools();
  expect(tools.map(({ name }) => name)).toEqual([...ids.map(toToolName), 'describe', 'read_more']);
  // Reports are requested by POST, which usually writes.
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});
