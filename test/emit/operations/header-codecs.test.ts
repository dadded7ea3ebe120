import { expect, test } from 'vitest';
import { emitOperations } from '../../../generator/emit/operations/emit-operations.js';
import { apiOf } from '../../api/lower.js';
import { context, fileOf, printed } from '../code/fixture.js';

/** The operations of a document whose only integers of 64 bits are in a header of a response. */
async function operationsWith(type: string, format: string): Promise<string> {
  const api = apiOf(
    {
      paths: {
        '/files': {
          get: {
            operationId: 'getFile',
            tags: ['files'],
            responses: { 200: { description: 'It.', headers: { 'Content-Length': { schema: { type, format } } } } },
          },
        },
      },
    },
    {},
    { types: { [format]: 'bigint' } },
  );
  return await printed(fileOf(emitOperations(context(api)), 'src/operations/files.ts'));
}

test.each([
  ['integer', 'int64', 'int64TextAsBigint'],
  ['integer', 'uint64', 'uint64TextAsBigint'],
  ['string', 'int64', 'int64TextAsBigint'],
])(
  'decodes a header of type %s and format %s from its text, where no schema beside it has that codec',
  async (...row) => {
    const [type, format, codec] = row;
    expect(await operationsWith(type, format)).toContain(
      `headerDecoder("getFile", "Content-Length", { codec: ${codec} })`.replaceAll('"', "'"),
    );
  },
);
