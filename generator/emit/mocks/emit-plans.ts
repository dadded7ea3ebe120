import type { Api, Operation, Response } from '../../api/api.js';
import { successResponses } from '../../api/messages/responses.js';
import type { Json, JsonObject } from '../../json.js';
import { emulator, type Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { listBasePaths } from '../../api/service/servers.js';
import { holdsItems } from '../code/operation-result.js';
import { validatedTypes, operationPart, formTypes, modelValidator } from '../code/operation-parts.js';
import { code, type Field, type Code } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import type { MockTools } from './behaviour-value.js';
import { declaredProperties, findProperty, followSchema } from '../../api/schemas/target-schema.js';
import type { Layout } from '../layout.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { groupBy } from '../../iterables.js';
import { joinWords } from '../../api/tools/sentence.js';
import { commentCode } from '../code/operation-sentences.js';
import { camelCase } from '../../api/tools/names.js';

/** Longest array that is written as a literal: TypeScript compares each object in it with each other, and gives up at about
 * 1,000. Longer ones are `Array.of<Type>(…)`, whose arguments are compared with one type. */
export const mostInArray = 500;

/** Emits the constant with descriptors, validators and behaviour of the operations of a resource: `petsPlans`. */
export function plansStatement(
  name: string,
  operations: readonly Operation[],
  { imports, shared, tools }: { readonly imports: Imports; readonly shared: SharedValues; readonly tools: MockTools },
): string {
  const type = imports.useType(emulator('OperationPlan'));
  return tools.templates.render('mocks/plans.hbs', {
    name,
    type,
    shared: sharedViews(shared, 'Parts of the responses of'),
    many: operations.length > mostInArray,
    plans: operations.map((operation) => ({ fields: planFields(operation, imports, shared, tools) })),
  });
}

/** Finds the parts that the responses of several operations of a resource have. */
export function sharePlanParts(operations: readonly Operation[], { api }: MockTools): SharedValues {
  return shareValues(
    operations.flatMap((operation) => {
      const value = partsValue(api, operation);
      return value === undefined ? [] : [{ id: operation.id, member: 'parts', value }];
    }),
  );
}

function planFields(
  operation: Operation,
  imports: Imports,
  shared: SharedValues,
  { api, layout, behaviourOf }: MockTools,
): readonly Field[] {
  const { id, group, property, parameters, servers } = operation;
  const use = (name: string, symbol: CodeSymbol): Field => ({ name, value: code(imports.use(symbol)) });
  const enforced = parameters.filter(({ overlaid }) => overlaid !== true).map((one) => one.property);
  const names = [...group, property];
  const parts = partsValue(api, operation);
  return [
    use('operation', layout.descriptor(operation)),
    ...(parameters.length > 0 ? [use('parameters', layout.operationValidator(operation, 'Parameters'))] : []),
    ...(operationPart(operation, 'Body') ? [use('body', layout.operationValidator(operation, 'Body'))] : []),
    ...dataFields({ bodyTypes: validatedTypes(operation), form: formTypes(api, operation) }),
    { name: 'responses', value: code(`[${printResponses(operation, imports, layout).join(', ')}]`) },
    ...dataFields({
      basePaths: servers && listBasePaths(servers),
      enforced: enforced.length === parameters.length ? undefined : enforced,
    }),
    ...(parts === undefined ? [] : [{ name: 'parts', value: code(shared.print('parts', parts)) }]),
    ...dataFields({ names: names.join('.') === id ? undefined : names, behaviour: behaviourOf(operation) }),
  ];
}

/** Returns fields with the values as literals, without those that are undefined. */
export function dataFields(data: Readonly<Record<string, Json | readonly string[] | undefined>>): readonly Field[] {
  return Object.entries(data).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: code(literal(value)) }],
  );
}

/** Prints the responses of a plan: `{ status: '200', body: petsListResponse }`. */
function printResponses(operation: Operation, imports: Imports, layout: Layout): readonly string[] {
  const successes = successResponses(operation.responses);
  const result = successes.find(({ contents }) =>
    contents.some((content) => /^(?:json|xml|text)$/.test(content.kind) || holdsItems(content)),
  );
  // Items have a validator of their own where the response can also come as a whole.
  const streamed = operationPart(operation, 'StreamItem')
    ? successes.find(({ contents }) => contents.some(holdsItems))
    : undefined;
  return operation.responses.map((response) => {
    const symbol =
      response === result ? layout.operationValidator(operation, 'Response') : modelValidator(response, layout);
    const body = symbol === undefined ? '' : `, body: ${imports.use(symbol)}`;
    const item =
      response === streamed ? `, item: ${imports.use(layout.operationValidator(operation, 'StreamItem'))}` : '';
    return `{ status: ${literal(response.status)}${body}${printErrorMediaType(response)}${item} }`;
  });
}

/** Prints the media type of an error where that is not `application/json`: `application/problem+json`, or XML alone. */
function printErrorMediaType({ status, contents }: Response): string {
  const types = ['json', 'xml'].flatMap((wanted) =>
    contents.filter(({ kind }) => kind === wanted).map(({ mediaType }) => mediaType),
  );
  const own = status.startsWith('2') || types.includes('application/json') ? undefined : types[0];
  const isOwn = own !== undefined && /\+json|xml/i.test(own) && !own.includes('*');
  return isOwn ? `, mediaType: ${literal(own)}` : '';
}

/** Returns the parts of a response (`PartsPlan` of the emulator): all of them, and those that cannot be an empty object. */
function partsValue(api: Api, { parts, responses }: Operation): JsonObject | undefined {
  if (parts === undefined) return undefined;
  const { schemas } = api;
  const body = dataContent(successResponses(responses).flatMap(({ contents }) => contents))?.schema;
  const list = body && parts.of !== undefined ? findProperty(schemas, body, parts.of)?.schema : undefined;
  const carrier = parts.of === undefined ? body : list && followSchema(schemas, list).array?.items;
  const { parameter, values, always } = parts;
  const solid = values.filter((name) => {
    const property = carrier && findProperty(schemas, carrier, name);
    if (always.includes(name)) return false;
    if (property === undefined) return true;
    // A part can be `{}` if that is certainly valid. Alternatives are not looked into.
    const { types = [], object = {}, ...rest } = followSchema(schemas, property.schema);
    const { anyOf, oneOf, not, enum: listed, const: constant } = rest;
    return (
      !types.includes('object') ||
      [anyOf, oneOf, not, listed, constant].some((one) => one !== undefined) ||
      (object.minProperties ?? 0) > 0 ||
      (object.requiredOnly ?? []).length > 0 ||
      declaredProperties(schemas, property.schema).some(({ required }) => required)
    );
  });
  return { parameter, values, always, ...(solid.length > 0 && { solid }) };
}

/** A value of a member that several operations of a module have: `const sharedLengths: VendorRules['lengths'] = …`. */
interface SharedValue {
  readonly name: string;
  readonly member: string;
  /** Ids of the operations that have it. */
  readonly ids: readonly string[];
  readonly value: Code;
}

/** The constants of a module for values that several of its operations have, and what prints a value or names its constant. */
export interface SharedValues {
  readonly constants: readonly SharedValue[];
  readonly print: (member: string, value: Json) => string;
}

/** Shortest value that gets a constant, in characters: a shorter one is easier to read where it stands. */
const SHORTEST = 60;

/** Finds the values that several operations have for the same member: `sharedLengths`, then `sharedLengths2`. */
export function shareValues(
  all: readonly { readonly id: string; readonly member: string; readonly value: Json }[],
): SharedValues {
  const names = new Map<string, string>();
  const constants = [...groupBy(all, ({ member, value }) => `${member} ${literal(value)}`)].flatMap(([key, uses]) => {
    const [{ member, value } = { member: '', value: null }] = uses;
    const text = literal(value);
    if (uses.length < 2 || text.length < SHORTEST) return [];
    const plain = camelCase(`shared ${member}`, 'value');
    const same = [...names.values()].filter((name) => name.replace(/\d+$/, '') === plain).length;
    const name = same === 0 ? plain : `${plain}${same + 1}`;
    names.set(key, name);
    return [{ name, member, ids: uses.map(({ id }) => id), value: code(text) }];
  });
  return {
    constants,
    print: (member, value) => names.get(`${member} ${literal(value)}`) ?? literal(value),
  };
}

/** Returns the constants for templates; `title` begins their comment: `Parts of the responses of `. */
export function sharedViews({ constants }: SharedValues, title: string): readonly object[] {
  return constants.map(({ ids, ...one }) => ({
    ...one,
    docs: [`${title} ${joinWords(ids.map(commentCode), 'and')}.`],
  }));
}
