import type { CallersView, Operation, Parts, Report } from '../api.js';
import { compact } from '../compact.js';
import { successResponses } from '../operations/responses.js';
import type { Paging } from '../paging/paging.js';
import type { Json } from '../../spec/read/json.js';
import { isSameJson } from '../schemas/is-same-json.js';
import type { Schema } from '../schemas/schema.js';
import { findProperty, followSchema } from '../schemas/target-schema.js';
import { callersNameOf } from './names-agree.js';

type Schemas = ReadonlyMap<string, Schema>;

/** An operation with what callers know by other names of its pages, its report, and its parts, where there is such a thing. */
export function withCallersView(operation: Operation, schemas: Schemas): Operation {
  const { paging, report, parts } = operation;
  const body = bodyOf(operation);
  if (body === undefined) return operation;
  const view: CallersView = compact({
    paging: paging && viewPaging(paging, body, schemas),
    report: report && viewReport(report, operation, schemas),
    parts: parts && viewParts(parts, body, schemas),
  });
  // `as`: facts of an operation are plain data.
  const isSame = isSameJson(view as Json, compact({ paging, report, parts }) as Json);
  return isSame ? operation : { ...operation, callers: view };
}

/** The schema of what an operation responds with. */
function bodyOf({ responses }: Operation): Schema | undefined {
  const contents = successResponses(responses).flatMap((one) => one.contents);
  return (contents.find(({ kind }) => kind === 'json') ?? contents[0])?.schema;
}

/** What callers know a property of a schema by. */
function nameIn(schema: Schema | undefined, name: string, schemas: Schemas): string {
  const found = schema && findProperty(schemas, schema, name);
  return found === undefined ? name : callersNameOf(found);
}

function propertyIn(schema: Schema | undefined, name: string, schemas: Schemas): Schema | undefined {
  return schema && findProperty(schemas, schema, name)?.schema;
}

function itemsOf(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema && followSchema(schemas, schema).array?.items;
}

function viewPaging({ items, token, numbers, ...rest }: Paging, body: Schema, schemas: Schemas): Paging {
  const name = (one: string | undefined): string | undefined => one && nameIn(body, one, schemas);
  return compact({
    items: name(items),
    token: token && { ...token, property: nameIn(body, token.property, schemas) },
    numbers: numbers && compact({ ...numbers, total: name(numbers.total), more: name(numbers.more) }),
    ...rest,
  });
}

function viewReport(report: Report, operation: Operation, schemas: Schemas): Report {
  const piece = itemsOf(bodyOf(operation), schemas);
  const row = propertyIn(piece, report.row, schemas);
  const name = (one: string | undefined): string | undefined => one && nameIn(piece, one, schemas);
  const sent = operation.body?.contents[0]?.schema;
  return compact({
    row: nameIn(piece, report.row, schemas),
    header: name(report.header),
    footer: name(report.footer),
    keys: report.keys.map((one) => ({
      ...one,
      map: nameIn(row, one.map, schemas),
      from: viewPath(one.from, sent, schemas),
    })),
  });
}

function viewPath(path: readonly string[], from: Schema | undefined, schemas: Schemas): readonly string[] {
  let schema = from;
  return path.map((step) => {
    const name = nameIn(schema, step, schemas);
    schema = propertyIn(schema, step, schemas);
    return name;
  });
}

function viewParts(parts: Parts, body: Schema, schemas: Schemas): Parts {
  const { of, always, sometimes, values, ...rest } = parts;
  const carrier = of === undefined ? body : itemsOf(propertyIn(body, of, schemas), schemas);
  const name = (one: string): string => nameIn(carrier, one, schemas);
  const names = Object.fromEntries(values.map((value) => [value, name(value)]));
  return compact({
    ...rest,
    values,
    of: of && nameIn(body, of, schemas),
    always: always.map(name),
    sometimes: sometimes?.map(name),
    names: values.some((value) => names[value] !== value) ? names : undefined,
  });
}
