import { isJsonObject, type JsonObject, compact, nonEmpty, toObject, toStrings } from '../../json.js';
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

/** Reports a mistake at a key of `owner`, or without one at the position of the extension. */
type Reject = (message: string, owner?: object, key?: string | number) => undefined;

function rejectAs({ diagnostics, document }: Lowering, code: 'wrong-part' | 'wrong-stream', place: Position): Reject {
  return (message, owner, key = '') =>
    void diagnostics.error(code, message, owner ? document.positions.ofValue(owner, key) : place);
}

/** Lowers the parts that a parameter selects (`x-part`); reports parts that the parameter or the response does not have. */
export function lowerParts(lowering: Lowering, { parameters, body, responses }: Draft): Parts | undefined {
  const parameter = parameters.find(({ extensions }) => isJsonObject(extensions['x-part']));
  if (parameter === undefined) return undefined;
  const node = toObject(parameter.extensions['x-part']);
  const reject = rejectAs(lowering, 'wrong-part', parameter.at);
  const values = listItemValues(lowering, parameter.schema);
  if (parameter.in !== 'query' || values === undefined)
    return reject('"x-part" needs a query parameter that is an array; its items must be an enum of strings');
  const carrier = findCarrier(lowering, node, responses, reject);
  drainSchemas(lowering);
  const readParts = (key: string, what: string): readonly string[] => {
    const stated = Array.isArray(node[key]) ? node[key] : [];
    const names = toStrings(stated);
    names.forEach((name, index) => {
      if (values.includes(name)) return;
      reject(
        `${what} ${JSON.stringify(name)} is not a value of the parameter${didYouMean(name, values)}`,
        stated,
        index,
      );
    });
    return names;
  };
  const takesBody = body && (body.contents.length > 0 || body.media?.metadata !== undefined);
  const chosen =
    node['default'] === 'body'
      ? takesBody
        ? ('body' as const)
        : reject('the default "body" needs an operation that takes a body', node, 'default')
      : (nonEmpty(readParts('default', 'the default part')) ??
        reject('"x-part" needs a "default": a list of parts, or "body"', node, 'default'));
  if (carrier === undefined || chosen === undefined) return undefined;
  const properties = new Set(declaredProperties(lowering.schemas, carrier).map(({ name }) => name));
  const stated = toStrings(node['always']);
  values.forEach((value, index) => {
    if (properties.has(value) || stated.includes(value)) return;
    const message = `the part ${JSON.stringify(value)} is not a property of the object that has the parts`;
    reject(message + didYouMean(value, properties), values, index);
  });
  return compact({
    parameter: parameter.name,
    values,
    default: chosen,
    of: typeof node['of'] === 'string' ? node['of'] : undefined,
    always: stated.filter((name) => properties.has(name)),
    sometimes: nonEmpty(readParts('sometimes', 'the part')),
  });
}

/** Finds the schema of the object with the parts: the response, or an item of its property `of`. */
function findCarrier(
  lowering: Lowering,
  node: JsonObject,
  responses: readonly ResponseDraft[],
  reject: Reject,
): Schema | undefined {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const body = contents.find(({ kind }) => kind === 'json')?.schema;
  if (body === undefined) return reject('"x-part" needs an operation that responds with JSON');
  const { of } = node;
  if (typeof of !== 'string') return body;
  const found = findNamed(lowering, body, of, (message) => reject(`the response ${message}`, node, 'of'));
  const items = found && followSchema(lowering.schemas, found.schema).array?.items;
  if (found && !items) reject(`the property ${JSON.stringify(of)} of the response is not an array`, node, 'of');
  return items;
}

/** A `Report` before the types of its keys have names. */
export interface ReportDraft extends Omit<Report, 'keys'> {
  readonly keys: readonly Omit<ReportKeys, 'typeParameter' | 'typeName'>[];
}

/** Lowers the report in the response of an operation (`x-stream` with a `row`); reports properties that response or body do not have. */
export function lowerReport(
  lowering: Lowering,
  body: BodyDraft | undefined,
  responses: readonly ResponseDraft[],
): ReportDraft | undefined {
  const content = successResponses(responses).flatMap(({ contents }) => contents)[0];
  const stated = content?.node['x-stream'];
  if (content === undefined || !isJsonObject(stated)) return undefined;
  const items = targetSchema(lowering, content.schema).array?.items;
  // `checkStreams` reports a response that is no array.
  if (items === undefined) return undefined;
  const reject = rejectAs(lowering, 'wrong-stream', content.schema.at);
  const [row, header, footer] = ['row', 'header', 'footer'].map((key) => {
    if (key !== 'row' && stated[key] === undefined) return undefined;
    return findNamed(lowering, items, String(stated[key]), (message) =>
      reject(`an item of the response ${message}`, stated, key),
    );
  });
  if (row === undefined) return undefined;
  const { keys } = stated;
  const lowered = Object.entries(toObject(keys)).flatMap(([map, node]) => {
    if (!isJsonObject(node)) return [];
    const property = findNamed(lowering, row.schema, map, (message) => reject(`a row ${message}`, toObject(keys), map));
    if (property === undefined) return [];
    if (targetSchema(lowering, property.schema).object?.additionalProperties === undefined) {
      reject(`the property ${JSON.stringify(map)} of a row is not a map`, toObject(keys), map);
      return [];
    }
    const from = findKeyList(lowering, body, node, reject);
    const brings = Object.entries(toObject(node['brings'])).map(([key, list]) => [key, toStrings(list)]);
    return from ? { map, from, sometimes: node['sometimes'] === true, brings: Object.fromEntries(brings) } : [];
  });
  return compact({ row: row.name, header: header?.name, footer: footer?.name, keys: lowered });
}

/** Finds the steps to the list of keys in the body, which must be an array with items of an enum of strings. */
function findKeyList(
  lowering: Lowering,
  body: BodyDraft | undefined,
  node: JsonObject,
  reject: Reject,
): readonly string[] | undefined {
  const from = String(node['from']).split('.');
  let schema = body?.contents.find(({ kind }) => kind === 'json')?.schema;
  if (schema === undefined) return reject('"keys" need an operation that takes a body in JSON', node, 'from');
  for (const name of from) {
    schema = findNamed(lowering, schema, name, (message) => reject(`the body ${message}`, node, 'from'))?.schema;
    if (schema === undefined) return undefined;
  }
  if (listItemValues(lowering, schema) !== undefined) return from;
  return reject('the keys of a report need an array; its items must be an enum of strings', node, 'from');
}

/** Returns the strings that the items of an array can be; undefined unless the schema is an array with items of an enum of strings. */
function listItemValues(lowering: Lowering, schema: Schema): readonly string[] | undefined {
  const items = targetSchema(lowering, schema).array?.items;
  const values = items && targetSchema(lowering, items).enum;
  return values?.every((value) => typeof value === 'string') ? values : undefined;
}

/** Finds a property of a schema; rejects an unknown one: `has no property "naem"; did you mean "name"?`. */
function findNamed(
  lowering: Lowering,
  schema: Schema,
  name: string,
  reject: (message: string) => undefined,
): Property | undefined {
  drainSchemas(lowering);
  const all = declaredProperties(lowering.schemas, targetSchema(lowering, schema));
  const names = all.map((one) => one.name);
  return (
    all.find((one) => one.name === name) ?? reject(`has no property ${JSON.stringify(name)}${didYouMean(name, names)}`)
  );
}
