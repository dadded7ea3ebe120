import { isJsonObject, type JsonObject, compact, toObject, toStrings } from '../../json.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Position } from '../../diagnostics.js';
import type { Parts, Report, ReportKeys } from '../api.js';
import { declaredProperties, followSchema, targetSchema } from '../schemas/target-schema.js';
import type { BodyDraft } from '../messages/lower-body.js';
import type { ParameterDraft } from '../messages/lower-parameter.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import type { Lowering } from '../schemas/lowering.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Property, Schema } from '../types/schema.js';
import { successResponses } from '../messages/responses.js';

/** The parameters, body and responses of an operation. */
interface Draft {
  readonly parameters: readonly ParameterDraft[];
  readonly body: BodyDraft | undefined;
  readonly responses: readonly ResponseDraft[];
}

/** A rule of the spec that names properties: reports what does not fit them. */
interface NamingRule {
  readonly lowering: Lowering;
  readonly reject: (message: string, owner?: object, key?: string | number) => undefined;
}

/** An `x-part` with what it speaks of. */
interface PartRule extends NamingRule {
  readonly node: JsonObject;
  readonly parameter: ParameterDraft;
  /** Values of the parameter, the list itself as the spec has it. */
  readonly values: readonly string[];
}

/** Lowers the parts that a parameter of an operation names (`x-part`); reports what does not fit the parameter or the response. */
export function lowerParts(lowering: Lowering, draft: Draft): Parts | undefined {
  const rule = findRule(lowering, draft.parameters);
  if (rule === undefined) return undefined;
  const { node, parameter } = rule;
  const carrier = findCarrier(rule, draft.responses);
  drainSchemas(lowering);
  const chosen = lowerDefaultParts(rule, draft.body);
  if (carrier === undefined || chosen === undefined) return undefined;
  const properties = new Set(declaredProperties(lowering.schemas, carrier).map(({ name }) => name));
  const stated = toStrings(node['always']);
  rule.values.forEach((value, index) => {
    if (properties.has(value) || stated.includes(value)) return;
    const message = `the part ${JSON.stringify(value)} is no property of what carries the parts`;
    rule.reject(message + didYouMean(value, properties), rule.values, index);
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

function findRule(lowering: Lowering, parameters: readonly ParameterDraft[]): PartRule | undefined {
  const parameter = parameters.find(({ extensions }) => isJsonObject(extensions['x-part']));
  const node = parameter?.extensions['x-part'];
  if (parameter === undefined || !isJsonObject(node)) return undefined;
  const reject = rejectAs(lowering, 'wrong-part', parameter.at);
  const values = enumOfItems(lowering, parameter.schema);
  if (parameter.in === 'query' && values !== undefined) return { lowering, reject, node, parameter, values };
  return reject('"x-part" needs a parameter of the query that is an array of an enum of strings');
}

/** Returns a function that reports what does not fit, at a key of an object or else at the place of the rule. */
function rejectAs(
  { diagnostics, document }: Lowering,
  code: 'wrong-part' | 'wrong-stream',
  place: Position,
): NamingRule['reject'] {
  return (message, owner, key = '') => {
    diagnostics.error(code, message, owner === undefined ? place : document.positions.ofValue(owner, key));
    return undefined;
  };
}

/** Finds the schema of what carries the parts: the response, or the items of one of its properties. */
function findCarrier(rule: PartRule, responses: readonly ResponseDraft[]): Schema | undefined {
  const { lowering, node, reject } = rule;
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const body = contents.find(({ kind }) => kind === 'json')?.schema;
  if (body === undefined) return reject('"x-part" needs an operation that responds with JSON');
  const { of } = node;
  if (typeof of !== 'string') return body;
  const found = requireProperty(rule, body, of, { owner: 'the response', node, key: 'of' });
  if (found === undefined) return undefined;
  const items = followSchema(lowering.schemas, found.schema).array?.items;
  return items ?? reject(`the property ${JSON.stringify(of)} of the response is no array`, node, 'of');
}

function lowerDefaultParts(rule: PartRule, body: BodyDraft | undefined): Parts['default'] | undefined {
  const { node, reject } = rule;
  if (node['default'] === 'body') {
    if (body !== undefined && (body.contents.length > 0 || body.media?.metadata !== undefined)) return 'body';
    return reject('the default "body" needs an operation that takes a body', node, 'default');
  }
  const names = partsAt(rule, 'default', 'the default part');
  return names.length > 0 ? names : reject('"x-part" needs a "default": a list of parts, or "body"', node, 'default');
}

/** Reads a list of parts in the rule; reports those that are no value of the parameter. */
function partsAt({ node, values, reject }: PartRule, key: string, what: string): readonly string[] {
  const given = node[key];
  if (!Array.isArray(given)) return [];
  const names = toStrings(given);
  names.forEach((name, index) => {
    if (!values.includes(name))
      reject(`${what} ${JSON.stringify(name)} is no value of the parameter${didYouMean(name, values)}`, given, index);
  });
  return names;
}

/** A report before the types of its keys have names. */
export interface ReportDraft extends Omit<Report, 'keys'> {
  readonly keys: readonly Omit<ReportKeys, 'typeParameter' | 'typeName'>[];
}

/** An `x-stream` with what it speaks of. */
interface ReportRule extends NamingRule {
  readonly body: BodyDraft | undefined;
}

/** Lowers the report that an operation answers with (`x-stream` with a `row`); reports what does not fit the answer or the body. */
export function lowerReport(
  lowering: Lowering,
  body: BodyDraft | undefined,
  responses: readonly ResponseDraft[],
): ReportDraft | undefined {
  const content = successResponses(responses).flatMap(({ contents }) => contents)[0];
  const stated = content?.node['x-stream'];
  if (content === undefined || !isJsonObject(stated)) return undefined;
  const items = targetSchema(lowering, content.schema).array?.items;
  // What is no array is reported already.
  if (items === undefined) return undefined;
  const rule = { lowering, body, reject: rejectAs(lowering, 'wrong-stream', content.schema.at) };
  const findPiece = (key: string): Property | undefined =>
    requireProperty(rule, items, String(stated[key]), { owner: 'an item of the response', node: stated, key });
  const row = findPiece('row');
  const header = stated['header'] === undefined ? undefined : findPiece('header')?.name;
  const footer = stated['footer'] === undefined ? undefined : findPiece('footer')?.name;
  if (row === undefined) return undefined;
  return compact({ row: row.name, header, footer, keys: lowerReportKeys(rule, row.schema, stated) });
}

function lowerReportKeys(rule: ReportRule, row: Schema, { keys }: JsonObject): ReportDraft['keys'] {
  if (!isJsonObject(keys)) return [];
  return Object.entries(keys).flatMap(([map, node]) => {
    if (!isJsonObject(node)) return [];
    const property = requireProperty(rule, row, map, { owner: 'a row', node: keys, key: map });
    if (property === undefined) return [];
    if (targetSchema(rule.lowering, property.schema).object?.additionalProperties === undefined) {
      rule.reject(`the property ${JSON.stringify(map)} of a row is no map`, keys, map);
      return [];
    }
    const from = findKeyList(rule, node);
    const brings = Object.fromEntries(
      Object.entries(toObject(node['brings'])).map(([key, list]) => [key, toStrings(list)]),
    );
    return from === undefined ? [] : [{ map, from, sometimes: node['sometimes'] === true, brings }];
  });
}

/** Finds the way to the list of keys in the body: an array of strings that the spec lists. */
function findKeyList(rule: ReportRule, node: JsonObject): readonly string[] | undefined {
  const { lowering, body, reject } = rule;
  const from = String(node['from']).split('.');
  let schema = body?.contents.find(({ kind }) => kind === 'json')?.schema;
  if (schema === undefined) return reject('"keys" need an operation that takes a body in JSON', node, 'from');
  for (const name of from) {
    schema = requireProperty(rule, schema, name, { owner: 'the body', node, key: 'from' })?.schema;
    if (schema === undefined) return undefined;
  }
  if (enumOfItems(lowering, schema) !== undefined) return from;
  return reject('the keys of a report need a list of an enum of strings', node, 'from');
}

/** Returns the strings of which a schema lists some; undefined where it is no list of an enum of strings. */
function enumOfItems(lowering: Lowering, schema: Schema): readonly string[] | undefined {
  const items = targetSchema(lowering, schema).array?.items;
  const values = items && targetSchema(lowering, items).enum;
  return values?.every((value) => typeof value === 'string') === true ? values : undefined;
}

/** Finds a property of a schema; reports one that is not there: `the body has no property "naem"; did you mean "name"?`. */
function requireProperty(
  { lowering, reject }: NamingRule,
  schema: Schema,
  name: string,
  { owner, node, key }: { readonly owner: string; readonly node: JsonObject; readonly key: string },
): Property | undefined {
  drainSchemas(lowering);
  const all = declaredProperties(lowering.schemas, targetSchema(lowering, schema));
  const hint = didYouMean(
    name,
    all.map((one) => one.name),
  );
  const found = all.find((one) => one.name === name);
  return found ?? reject(`${owner} has no property ${JSON.stringify(name)}${hint}`, node, key);
}
