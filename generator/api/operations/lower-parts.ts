import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import { stringsOf } from '../extension-values.js';
import type { Parts, Report, ReportKeys } from '../api.js';
import { declaredProperties, followSchema, targetSchema } from '../schemas/target-schema.js';
import type { BodyDraft } from '../bodies/lower-body.js';
import type { ParameterDraft } from './lower-parameter.js';
import type { ResponseDraft } from './lower-response.js';
import type { Lowering } from '../lowering.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Property, Schema } from '../schemas/schema.js';
import { successResponses } from './responses.js';

/** What an operation takes and returns. */
interface Draft {
  readonly parameters: readonly ParameterDraft[];
  readonly body: BodyDraft | undefined;
  readonly responses: readonly ResponseDraft[];
}

/** An `x-part` with what it speaks of. */
interface Rule {
  readonly node: JsonObject;
  readonly parameter: ParameterDraft;
  /** Values of the parameter, the list itself as the spec has it. */
  readonly values: readonly string[];
  readonly report: (message: string, owner?: object, key?: string | number) => undefined;
}

/** The parts that a parameter of an operation names (`x-part`); reports what does not fit the parameter or the response. */
export function lowerParts(lowering: Lowering, draft: Draft): Parts | undefined {
  const rule = findRule(lowering, draft.parameters);
  if (rule === undefined) return undefined;
  const { node, parameter } = rule;
  const carrier = carrierOf(lowering, rule, draft.responses);
  drainSchemas(lowering);
  const chosen = defaultOf(rule, draft.body);
  if (carrier === undefined || chosen === undefined) return undefined;
  const properties = new Set(declaredProperties(lowering.schemas, carrier).map(({ name }) => name));
  const stated = stringsOf(node['always']);
  rule.values.forEach((value, index) => {
    if (properties.has(value) || stated.includes(value)) return;
    const message = `the part ${JSON.stringify(value)} is no property of what carries the parts`;
    rule.report(message + didYouMean(value, properties), rule.values, index);
  });
  const sometimes = partsAt(rule, 'sometimes', 'the part');
  return {
    parameter: parameter.name,
    values: rule.values,
    default: chosen,
    ...(typeof node['of'] === 'string' && { of: node['of'] }),
    always: stated.filter((name) => properties.has(name)),
    ...(sometimes.length > 0 && { sometimes }),
  };
}

function findRule(lowering: Lowering, parameters: readonly ParameterDraft[]): Rule | undefined {
  const parameter = parameters.find(({ extensions }) => isJsonObject(extensions['x-part']));
  const node = parameter?.extensions['x-part'];
  if (parameter === undefined || !isJsonObject(node)) return undefined;
  const { diagnostics, document } = lowering;
  const report: Rule['report'] = (message, owner, key) => {
    const at = owner === undefined ? parameter.at : document.positions.ofValue(owner, key ?? '');
    diagnostics.error('wrong-part', message, at);
    return undefined;
  };
  const values = enumOfItems(lowering, parameter.schema);
  if (parameter.in === 'query' && values !== undefined) return { node, parameter, values, report };
  return report('"x-part" needs a parameter of the query that is an array of an enum of strings');
}

/** The schema of what carries the parts: the response, or the items of one of its properties. */
function carrierOf(
  lowering: Lowering,
  { node, report }: Rule,
  responses: readonly ResponseDraft[],
): Schema | undefined {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const body = contents.find(({ kind }) => kind === 'json')?.schema;
  if (body === undefined) return report('"x-part" needs an operation that responds with JSON');
  const { of } = node;
  if (typeof of !== 'string') return body;
  drainSchemas(lowering);
  const properties = declaredProperties(lowering.schemas, body);
  const found = properties.find(({ name }) => name === of);
  if (found === undefined)
    return report(`the response has no property ${JSON.stringify(of)}${hintOf(of, properties)}`, node, 'of');
  const items = followSchema(lowering.schemas, found.schema).array?.items;
  return items ?? report(`the property ${JSON.stringify(of)} of the response is no array`, node, 'of');
}

function defaultOf(rule: Rule, body: BodyDraft | undefined): Parts['default'] | undefined {
  const { node, report } = rule;
  if (node['default'] === 'body') {
    if (body !== undefined && (body.contents.length > 0 || body.media?.metadata !== undefined)) return 'body';
    return report('the default "body" needs an operation that takes a body', node, 'default');
  }
  const names = partsAt(rule, 'default', 'the default part');
  return names.length > 0 ? names : report('"x-part" needs a "default": a list of parts, or "body"', node, 'default');
}

/** A list of parts in the rule; reports those that are no value of the parameter. */
function partsAt({ node, values, report }: Rule, key: string, what: string): readonly string[] {
  const given = node[key];
  const names = Array.isArray(given) ? stringsOf(given) : [];
  names.forEach((name, index) => {
    if (values.includes(name)) return;
    const hint = didYouMean(name, values);
    // A list, or there would be no names.
    report(`${what} ${JSON.stringify(name)} is no value of the parameter${hint}`, given as object, index);
  });
  return names;
}

/** A report before the types of its keys have names. */
export interface ReportDraft extends Omit<Report, 'keys'> {
  readonly keys: readonly Omit<ReportKeys, 'typeParameter' | 'typeName'>[];
}

/** An `x-stream` with what it speaks of. */
interface ReportRule {
  readonly lowering: Lowering;
  readonly body: BodyDraft | undefined;
  readonly reject: (message: string, owner: object, key: string | number) => undefined;
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
  const reject: ReportRule['reject'] = (message, owner, key) => {
    diagnostics.error('wrong-stream', message, document.positions.ofValue(owner, key));
    return undefined;
  };
  const rule: ReportRule = { lowering, body, reject };
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

function pieceOf({ lowering, reject }: ReportRule, items: Schema, node: JsonObject, key: string) {
  const name = String(node[key]);
  const all = propertiesOf(lowering, items);
  const found = all.find((one) => one.name === name);
  return (
    found ?? reject(`an item of the response has no property ${JSON.stringify(name)}${hintOf(name, all)}`, node, key)
  );
}

function keysOf(rule: ReportRule, row: Schema, { keys }: JsonObject): ReportDraft['keys'] {
  if (!isJsonObject(keys)) return [];
  const all = propertiesOf(rule.lowering, row);
  return Object.entries(keys).flatMap(([map, node]) => {
    const property = all.find(({ name }) => name === map);
    if (!isJsonObject(node)) return [];
    if (property === undefined) {
      rule.reject(`a row has no property ${JSON.stringify(map)}${hintOf(map, all)}`, keys, map);
      return [];
    }
    if (targetSchema(rule.lowering, property.schema).object?.additionalProperties === undefined) {
      rule.reject(`the property ${JSON.stringify(map)} of a row is no map`, keys, map);
      return [];
    }
    const from = listOf(rule, node);
    return from === undefined ? [] : [{ map, from, sometimes: node['sometimes'] === true, brings: bringsOf(node) }];
  });
}

/** The way to the list of keys in the body: an array of strings that the spec lists. */
function listOf({ lowering, body, reject }: ReportRule, node: JsonObject): readonly string[] | undefined {
  const from = String(node['from']).split('.');
  let schema = body?.contents.find(({ kind }) => kind === 'json')?.schema;
  if (schema === undefined) return reject('"keys" need an operation that takes a body in JSON', node, 'from');
  for (const name of from) {
    const all = propertiesOf(lowering, schema);
    schema = all.find((one) => one.name === name)?.schema;
    if (schema === undefined)
      return reject(`the body has no property ${JSON.stringify(name)}${hintOf(name, all)}`, node, 'from');
  }
  if (enumOfItems(lowering, schema) !== undefined) return from;
  return reject('the keys of a report need a list of an enum of strings', node, 'from');
}

/** The strings of which a schema lists some; undefined where it is no list of an enum of strings. */
function enumOfItems(lowering: Lowering, schema: Schema): readonly string[] | undefined {
  const items = targetSchema(lowering, schema).array?.items;
  const values = items && targetSchema(lowering, items).enum;
  return values?.every((value) => typeof value === 'string') === true ? values : undefined;
}

function bringsOf({ brings }: JsonObject): ReportKeys['brings'] {
  if (!isJsonObject(brings)) return {};
  return Object.fromEntries(Object.entries(brings).map(([key, list]) => [key, stringsOf(list)]));
}

function propertiesOf(lowering: Lowering, schema: Schema): readonly Property[] {
  drainSchemas(lowering);
  return declaredProperties(lowering.schemas, targetSchema(lowering, schema));
}

function hintOf(name: string, all: readonly Property[]): string {
  const names = all.map((one) => one.name);
  return didYouMean(name, names);
}
