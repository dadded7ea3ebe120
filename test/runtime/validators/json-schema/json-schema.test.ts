import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@speccast/runtime';
import { documentSchemas, registerDocuments, registerSchemas } from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';

const { table } = readRows(import.meta.url);

/** A schema of a component, and the expected schema in a target, or the error if the target cannot express it. */
interface Row {
  readonly target: string;
  readonly schema: Json;
  readonly components?: JsonObject;
  /** Schemas by their place in the document. */
  readonly stated?: JsonObject;
  /** The place whose schema is written. Default: the component. */
  readonly place?: string;
  /** True if the schema is a document of its own, not a component. */
  readonly isDocument?: true;
  readonly want?: JsonObject;
  readonly fails?: string;
}

function writeSchema({ target, schema, components = {}, stated = {}, ...row }: Row): Record<string, unknown> {
  if (row.isDocument) return registerDocuments(() => ({ Root: schema }))('Root', { target });
  const document = { components: { schemas: { ...components, Root: schema } } };
  const { place = '#/components/schemas/Root' } = row;
  return registerSchemas(documentSchemas(document, { schemas: stated }))(place, { target });
}

table('a schema', (row: Row) => {
  if (row.fails === undefined) expect(writeSchema(row)).toEqual(row.want);
  else expect(() => writeSchema(row)).toThrow(row.fails);
});

table('draft-07 writes %s', (_: string, schema: JsonObject, want: JsonObject) => {
  const dialect = { $schema: 'http://json-schema.org/draft-07/schema#' };
  expect(writeSchema({ target: 'draft-07', schema })).toEqual({ ...dialect, ...want });
});

table('openapi-3.0 writes %s', (_: string, schema: JsonObject, want: JsonObject) => {
  expect(writeSchema({ target: 'openapi-3.0', schema })).toEqual(want);
});

test('each written schema is a new object', () => {
  const schema = { enum: [{ a: 1 }] };
  const written = writeSchema({ target: 'draft-2020-12', schema });
  expect(written['enum']).toEqual(schema.enum);
  expect(written['enum']).not.toBe(schema.enum);
});
