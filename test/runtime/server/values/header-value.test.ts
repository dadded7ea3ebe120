import { expect } from 'vitest';
import { parseHeaderValue } from '@speccast/runtime/requests';
import { readRows } from '../../../rows.js';

readRows(import.meta.url).table('reads %j', (text: string, essence: string, parameters: object) => {
  const got = parseHeaderValue(text);
  expect({ essence: got.essence, parameters: Object.fromEntries(got.parameters) }).toEqual({ essence, parameters });
});
