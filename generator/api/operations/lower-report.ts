import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Report, ReportKeys } from '../api.js';
import { declaredProperties, targetSchema } from '../schemas/target-schema.js';
import type { BodyDraft } from '../bodies/lower-body.js';
import type { ResponseDraft } from './lower-response.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import type { Schema } from '../schemas/schema.js';
import { successResponses } from './responses.js';

/** A report before the types of its keys have names. */
export interface ReportDraft extends Omit<Report, 'keys'> {
  readonly keys: readonly Omit<ReportKeys, 'typeParameter' | 'typeName'>[];
}

/** An `x-stream` with what it speaks of. */
interface Rule {
  readonly lowering: Lowering;
  readonly body: BodyDraft | undefined;
  readonly refuse: (message: string, owner: object, key: string | number) => undefined;
}

/** The report that an operation answers with (`x-stream` with a `row`); reports what does not fit the answer or the body. */
export function lowerReport(
  lowering: Lowering,
  body: BodyDraft | undefined,
  responses: readonly ResponseDraft[],
): ReportDraft | undefined {
  const content = successResponses(responses).flatMap(({ contents }) => contents)[0];
  const stated = content?.node['x-stream'];
  if (content === undefined || !isJsonObject(stated)) return undefined;
  const { diagnostics, document } = lowering;
  const refuse: Rule['refuse'] = (message, owner, key) => {
    diagnostics.error('wrong-stream', message, document.positions.ofValue(owner, key));
    return undefined;
  };
  const rule: Rule = { lowering, body, refuse };
  const items = targetSchema(lowering, content.schema).array?.items;
  // What is no array is reported already.
  if (items === undefined) return undefined;
  const row = pieceOf(rule, items, stated, 'row');
  const pieces = (['header', 'footer'] as const).flatMap((name) => {
    const found = stated[name] === undefined ? undefined : pieceOf(rule, items, stated, name);
    return found === undefined ? [] : [[name, found.name] as const];
  });
  if (row === undefined) return undefined;
  return { row: row.name, ...Object.fromEntries(pieces), keys: keysOf(rule, row.schema, stated) };
}

function pieceOf({ lowering, refuse }: Rule, items: Schema, node: JsonObject, key: string) {
  const name = String(node[key]);
  const all = propertiesOf(lowering, items);
  const found = all.find((one) => one.name === name);
  return found ?? refuse(`an item of the answer has no property ${JSON.stringify(name)}${hint(name, all)}`, node, key);
}

function keysOf(rule: Rule, row: Schema, { keys }: JsonObject): ReportDraft['keys'] {
  if (!isJsonObject(keys)) return [];
  const all = propertiesOf(rule.lowering, row);
  return Object.entries(keys).flatMap(([map, node]) => {
    const property = all.find(({ name }) => name === map);
    if (!isJsonObject(node)) return [];
    if (property === undefined) {
      rule.refuse(`a row has no property ${JSON.stringify(map)}${hint(map, all)}`, keys, map);
      return [];
    }
    if (targetSchema(rule.lowering, property.schema).object?.additionalProperties === undefined) {
      rule.refuse(`the property ${JSON.stringify(map)} of a row is no map`, keys, map);
      return [];
    }
    const from = listOf(rule, node);
    return from === undefined ? [] : [{ map, from, sometimes: node['sometimes'] === true, brings: bringsOf(node) }];
  });
}

/** The way to the list of keys in the body: an array of texts that the spec lists. */
function listOf({ lowering, body, refuse }: Rule, node: JsonObject): readonly string[] | undefined {
  const from = String(node['from']).split('.');
  let schema = body?.contents.find(({ kind }) => kind === 'json')?.schema;
  if (schema === undefined) return refuse('"keys" need an operation that takes a body in JSON', node, 'from');
  for (const name of from) {
    const all = propertiesOf(lowering, schema);
    schema = all.find((one) => one.name === name)?.schema;
    if (schema === undefined)
      return refuse(`the body has no property ${JSON.stringify(name)}${hint(name, all)}`, node, 'from');
  }
  const items = targetSchema(lowering, schema).array?.items;
  const values = items === undefined ? undefined : targetSchema(lowering, items).enum;
  if (values?.every((value) => typeof value === 'string') === true) return from;
  return refuse('the keys of a report need a list of an enum of strings', node, 'from');
}

function bringsOf({ brings }: JsonObject): ReportKeys['brings'] {
  if (!isJsonObject(brings)) return {};
  const entries = Object.entries(brings).map(([key, list]) => [key, Array.isArray(list) ? list.map(String) : []]);
  return Object.fromEntries(entries);
}

function propertiesOf(lowering: Lowering, schema: Schema) {
  drainSchemas(lowering);
  return declaredProperties(lowering.schemas, targetSchema(lowering, schema));
}

function hint(name: string, all: readonly { readonly name: string }[]): string {
  return didYouMean(
    name,
    all.map((one) => one.name),
  );
}
