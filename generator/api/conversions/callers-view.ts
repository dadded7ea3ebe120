import type { CallersView, Operation, Parts, Report } from '../api.js';
import { compact } from '../tools/compact.js';
import { successResponses } from '../messages/responses.js';
import type { Paging } from '../types/paging.js';
import { mapPaging } from '../paging/habits.js';
import type { Json } from '../../json.js';
import { isSameJson } from '../tools/is-same-json.js';
import type { Schema } from '../types/schema.js';
import { findProperty, followSchema } from '../schemas/target-schema.js';
import { toCallersName } from './names-agree.js';

type Schemas = ReadonlyMap<string, Schema>;

/** An operation with what callers know by other names of its pages, its report, and its parts, where there is such a thing. */
export function withCallersView(operation: Operation, schemas: Schemas): Operation {
  const { paging, report, parts } = operation;
  const body = findResultSchema(operation);
  if (body === undefined) return operation;
  const view: CallersView = compact({
    paging: paging && viewPaging(paging, operation, body, schemas),
    report: report && viewReport(report, operation, schemas),
    parts: parts && viewParts(parts, body, schemas),
  });
  // `as`: facts of an operation are plain data.
  const isSame = isSameJson(view as Json, compact({ paging, report, parts }) as Json);
  return isSame ? operation : { ...operation, callers: view };
}

/** The schema of what an operation responds with. */
function findResultSchema({ responses }: Operation): Schema | undefined {
  const contents = successResponses(responses).flatMap((one) => one.contents);
  return (contents.find(({ kind }) => kind === 'json') ?? contents[0])?.schema;
}

/** What callers know a property of a schema by. */
function nameIn(schema: Schema | undefined, name: string, schemas: Schemas): string {
  const found = schema && findProperty(schemas, schema, name);
  return found === undefined ? name : toCallersName(found);
}

function propertyIn(schema: Schema | undefined, name: string, schemas: Schemas): Schema | undefined {
  return schema && findProperty(schemas, schema, name)?.schema;
}

function findItemSchema(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema && followSchema(schemas, schema).array?.items;
}

function viewPaging(paging: Paging, { parameters }: Operation, body: Schema, schemas: Schemas): Paging {
  const member = (path: string): string => viewDotted(path, body, schemas);
  const steps = paging.items?.split('.') ?? [];
  const item = findItemSchema(
    steps.reduce<Schema | undefined>((schema, step) => propertyIn(schema, step, schemas), body),
    schemas,
  );
  const parameter = (path: string): string => {
    const outer = parameters.find(({ name }) => path.startsWith(`${name}.`));
    const isWhole = outer === undefined || parameters.some(({ name }) => name === path);
    return isWhole ? path : `${outer.name}.${viewDotted(path.slice(outer.name.length + 1), outer.schema, schemas)}`;
  };
  return mapPaging(paging, { parameter, member, property: (name) => nameIn(item, name, schemas) });
}

/** A path with dots as callers know it; a name may have dots itself. */
function viewDotted(path: string, from: Schema | undefined, schemas: Schemas): string {
  const at = from && findProperty(schemas, from, path) ? -1 : path.indexOf('.');
  if (at < 0) return nameIn(from, path, schemas);
  const [outer, inner] = [path.slice(0, at), path.slice(at + 1)];
  return `${nameIn(from, outer, schemas)}.${viewDotted(inner, propertyIn(from, outer, schemas), schemas)}`;
}

function viewReport(report: Report, operation: Operation, schemas: Schemas): Report {
  const piece = findItemSchema(findResultSchema(operation), schemas);
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
  const carrier = of === undefined ? body : findItemSchema(propertyIn(body, of, schemas), schemas);
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
