import { describe, expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import { head, read } from '../read-text.js';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

/** Returns the messages about a schema on line 3 of a document. */
function check(schema: string): readonly string[] {
  const { messages } = read(`${head}components: { schemas: { A: ${schema} } }`);
  return messages.map((message) => message.replace('api.yaml:3:', ''));
}

describe('patterns of a document', () => {
  table('may be fast: %s', (schema: string) => {
    expect(check(schema)).toEqual([]);
  });

  table('cause an error or a warning at their position: %s', (schema: string, want: string) => {
    expect(check(schema)).toEqual([want]);
  });

  test('are reported once, also if a reference resolves to their schema', () => {
    const text = `${head}components: { schemas: { A: { pattern: '\\s+$' }, B: { $ref: '#/components/schemas/A' } } }`;
    expect(read(text).messages).toHaveLength(1);
  });
});

describe('patterns of schemas to compile', () => {
  async function compile(input: object): Promise<readonly string[]> {
    const text = JSON.stringify(input, null, 1);
    const { diagnostics } = await compileValidators({ file: 'in.json', text, formats: 'annotate' });
    return diagnostics.map((one) => printDiagnostic(one).replace(/ takes .*/, ''));
  }

  table(
    'are checked in every schema that is compiled',
    async ({ schemas, remotes }: { schemas: JsonObject; remotes: JsonObject }) => {
      expect(await compile({ schemas, remotes })).toEqual([
        'in.json:6:17 error exponential-pattern: "pattern"',
        'in.json:13:5 warning slow-pattern: this pattern of property names',
        'in.json:27:16 warning slow-pattern: "pattern"',
      ]);
    },
  );

  test('may be those of the metaschemas', async () => {
    expect(
      await compile({
        schemas: {
          a: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
        },
      }),
    ).toEqual([]);
  });
});
