import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@speccast/runtime';
import { documentSchemas, registerDocuments, registerSchemas } from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';

const { table } = readRows(import.meta.url);

/** A schema of a component, beside others, and what it is in a target, or why it is none there. */
interface Row {
  readonly target: string;
  readonly schema: Json;
  readonly components?: JsonObject;
  /** Schemas of places in the document, and the one that is written instead of the component. */
  readonly stated?: JsonObject;
  readonly place?: string;
  /** The schema is a document of its own. */
  readonly isDocument?: true;
  readonly want?: JsonObject;
  readonly fails?: string;
}

function write({ target, schema, components = {}, stated = {}, ...row }: Row): Record<string, unknown> {
  if (row.isDocument) return registerDocuments(() => ({ Root: schema }))('Root', { target });
  const document = { components: { schemas: { ...components, Root: schema } } };
  const { place = '#/components/schemas/Root' } = row;
  return registerSchemas(documentSchemas(document, { schemas: stated }))(place, { target });
}

table('a schema', (row: Row) => {
  if (row.fails === undefined) expect(write(row)).toEqual(row.want);
  else expect(() => write(row)).toThrow(row.fails);
});

table('draft-07 writes %s', (_: string, schema: JsonObject, want: JsonObject) => {
  const dialect = { $schema: 'http://json-schema.org/draft-07/schema#' };
  expect(write({ target: 'draft-07', schema })).toEqual({ ...dialect, ...want });
});

table('openapi-3.0 writes %s', (_: string, schema: JsonObject, want: JsonObject) => {
  expect(write({ target: 'openapi-3.0', schema })).toEqual(want);
});

test('a schema is a new object each time', () => {
  const schema = { enum: [{ a: 1 }] };
  const written = write({ target: 'draft-2020-12', schema });
  expect(written['enum']).toEqual(schema.enum);
  expect(written['enum']).not.toBe(schema.enum);
});
