import { createMcpServer } from '@speccast/ad-reporting/mcp';
import { createEmulator } from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { adOperations } from '../../documents/operations.js';
import { callReports } from './ad-reporting-story.js';
import { connect } from './connect.js';

test('every operation is a tool that the official client calls', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const { json, tools } = await connect(createMcpServer({ emulator }));
  await callReports((operation, args) => json(operation.replaceAll('.', '_'), args));
  const names = (await tools()).map((one) => one.name);
  expect(names).toEqual([...adOperations.map(({ id }) => id.replaceAll('.', '_')), 'read_more']);
  // A report is asked for by POST, and changes nothing.
  expect((await tools()).every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});
