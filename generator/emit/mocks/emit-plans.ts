import { groupBy, listPresent } from '../../iterables.js';
import { code, type Code, type Field, literalCode, render } from '../code/templates.js';
import type { Api, Operation, Response } from '../../api/api.js';
import { successResponses } from '../../api/messages/responses.js';
import { compact, isJsonObject, type Json, type JsonObject, toObject, toStrings } from '../../json.js';
import { emulator, type Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { listBasePaths } from '../../api/service/servers.js';
import { holdsItems } from '../code/operation-result.js';
import { validatedTypes, operationPart, formTypes, modelValidator } from '../code/operation-parts.js';
import type { CodeSymbol } from '../source-file.js';
import { emulatorValue, type MockTools, withoutFacts } from './behaviour-value.js';
import { declaredProperties, findProperty, followSchema } from '../../api/schemas/target-schema.js';
import type { Layout } from '../layout.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { joinWords } from '../../api/tools/sentence.js';
import { commentCode } from '../code/operation-sentences.js';
import { camelCase, NameScope } from '../../api/tools/names.js';

/**
 * Most items of an array that is printed as a literal: TypeScript compares its objects with each other, and fails at about 1,000. Longer
 * arrays are `Array.of<Type>(…)`, whose arguments are compared with one type.
 */
export const mostInArray = 500;

/** The context in which the constants of a module are printed. */
interface PlanParts {
  readonly imports: Imports;
  readonly shared: SharedValues;
  readonly tools: MockTools;
}

/** Emits the constant with descriptors, validators and behaviour of the operations of a resource: `petsPlans`. */
export function plansStatement(name: string, operations: readonly Operation[], parts: PlanParts): readonly string[] {
  if (operations.length === 0) return [];
  const view = {
    name,
    type: parts.imports.useType(emulator('OperationPlan')),
    shared: buildSharedViews(parts.shared, 'Parts of the responses of'),
    many: operations.length > mostInArray,
    plans: operations.map((operation) => ({ fields: planFields(operation, parts) })),
  };
  return [render(parts.tools, 'mocks/plans.hbs', view)];
}

/** Finds the parts of responses that several operations of a resource share. */
export function sharePlanParts(operations: readonly Operation[], api: Api): SharedValues {
  return shareValues(
    operations.flatMap((operation) => {
      const value = partsValue(api, operation);
      return value === undefined ? [] : [{ id: operation.id, member: 'parts', value }];
    }),
  );
}

function planFields(operation: Operation, { imports, shared, tools }: PlanParts): readonly Field[] {
  const { api, layout, readBehaviour } = tools;
  const { id, group, property, parameters, servers } = operation;
  const use = (name: string, symbol: CodeSymbol): Field => ({ name, value: code(imports.use(symbol)) });
  const enforced = parameters.filter(({ overlaid }) => overlaid !== true).map((one) => one.property);
  const names = [...group, property];
  const parts = partsValue(api, operation);
  return listPresent([
    use('operation', layout.descriptor(operation)),
    parameters.length > 0 && use('parameters', layout.operationValidator(operation, 'Parameters')),
    operationPart(operation, 'Body') && use('body', layout.operationValidator(operation, 'Body')),
    ...dataFields({ bodyTypes: validatedTypes(operation), form: formTypes(api, operation) }),
    { name: 'responses', value: code(`[${printResponses(operation, imports, layout).join(', ')}]`) },
    ...dataFields({
      basePaths: servers && listBasePaths(servers),
      enforced: enforced.length === parameters.length ? undefined : enforced,
    }),
    parts && { name: 'parts', value: code(shared.print('parts', parts)) },
    ...dataFields({ names: names.join('.') === id ? undefined : names, behaviour: readBehaviour(operation) }),
  ]);
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
  // Items have their own validator if callers can also choose the whole response.
  const hasItems = operationPart(operation, 'StreamItem') !== undefined;
  const streamed = hasItems ? successes.find(({ contents }) => contents.some(holdsItems)) : undefined;
  return operation.responses.map((response) => {
    const symbol =
      response === result ? layout.operationValidator(operation, 'Response') : modelValidator(response, layout);
    const mediaType = findErrorMediaType(response);
    const members = listPresent([
      `status: ${literal(response.status)}`,
      symbol && `body: ${imports.use(symbol)}`,
      mediaType !== undefined && `mediaType: ${literal(mediaType)}`,
      response === streamed && `item: ${imports.use(layout.operationValidator(operation, 'StreamItem'))}`,
    ]);
    return `{ ${members.join(', ')} }`;
  });
}

/** Returns the media type of an error if it is not `application/json`: `application/problem+json`, `application/xml`. */
function findErrorMediaType({ status, contents }: Response): string | undefined {
  const types = ['json', 'xml'].flatMap((kind) => contents.filter((one) => one.kind === kind));
  const [own = ''] = types.map(({ mediaType }) => mediaType);
  const isUsual = status.startsWith('2') || types.some(({ mediaType }) => mediaType === 'application/json');
  return !isUsual && /\+json|xml/i.test(own) && !own.includes('*') ? own : undefined;
}

/** Returns the parts of a response (`PartsPlan` of the emulator): all of them, and the `solid` ones, which `{}` is not valid for. */
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
    // A part is solid unless `{}` is certainly valid; its alternatives are not checked.
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

/** A constant for a value that several operations of a module share: `const sharedLengths: VendorRules['lengths'] = …`. */
interface SharedValue {
  readonly name: string;
  readonly member: string;
  /** Ids of the operations with this value. */
  readonly ids: readonly string[];
  readonly value: Code;
}

/** The constants for shared values of a module, and a function that prints a value or the name of its constant. */
interface SharedValues {
  readonly constants: readonly SharedValue[];
  readonly print: (member: string, value: Json) => string;
}

/** Fewest characters of a value that gets a constant: a shorter value is easier to read in its place. */
const SHORTEST = 60;

/** Finds the values that several operations have for the same member: `sharedLengths`, then `sharedLengths2`. */
function shareValues(
  all: readonly { readonly id: string; readonly member: string; readonly value: Json }[],
): SharedValues {
  const [names, scope] = [new Map<string, string>(), new NameScope()];
  const constants = [...groupBy(all, ({ member, value }) => `${member} ${literal(value)}`)].flatMap(([key, uses]) => {
    const [{ member, value } = { member: '', value: null }] = uses;
    const text = literal(value);
    if (uses.length < 2 || text.length < SHORTEST) return [];
    const name = scope.claim([camelCase(`shared ${member}`, 'value')]);
    names.set(key, name);
    return [{ name, member, ids: uses.map(({ id }) => id), value: code(text) }];
  });
  return {
    constants,
    print: (member, value) => names.get(`${member} ${literal(value)}`) ?? literal(value),
  };
}

/** Builds the views of constants; `title` is the start of their comment: `Parts of the responses of`. */
function buildSharedViews({ constants }: SharedValues, title: string): readonly object[] {
  return constants.map(({ ids, ...one }) => ({
    ...one,
    docs: [`${title} ${joinWords(ids.map(commentCode), 'and')}.`],
  }));
}

/** Emits the constant with the rules of the real service for the operations of a resource: `petsVendor`; none if there are no rules. */
export function vendorStatement(
  name: string,
  operations: readonly Operation[],
  { imports, shared, tools }: PlanParts,
): readonly string[] {
  const demands = operations.flatMap(({ id }) => {
    const rules = tools.vendorRules.get(id);
    return rules === undefined ? [] : [{ id, rules: Object.entries(rules) }];
  });
  if (demands.length === 0) return [];
  const view = {
    name,
    type: imports.useType(emulator('VendorRules')),
    shared: buildSharedViews(shared, 'Demanded by'),
    operations: demands.map(({ id, rules }) => ({
      id,
      rules: rules.map(([member, rule]) => ({ name: member, value: code(shared.print(member, rule)) })),
    })),
  };
  return [render(tools, 'mocks/vendor-rules.hbs', view)];
}

/** Finds the rules that several operations of a resource share: inserts and updates often have the same rules for bodies. */
export function shareVendorRules(operations: readonly Operation[], { vendorRules }: MockTools): SharedValues {
  return shareValues(
    operations.flatMap(({ id }) =>
      Object.entries(vendorRules.get(id) ?? {}).map(([member, value]) => ({ id, member, value })),
    ),
  );
}

/** Builds the view of the rules of the real service in the plan; empty if there are none. */
export function vendorView({ api, layout, byModule, vendorRules }: MockTools, imports: Imports): object | '' {
  const { vendor } = emulatorValue(api);
  const tables = vendorTables(api);
  const modules = [...byModule].filter(([, all]) => all.some(({ id }) => vendorRules.get(id) !== undefined));
  if (!isJsonObject(vendor) && tables === undefined && modules.length === 0) return '';
  return {
    settings: isJsonObject(vendor) ? literalCode(vendor) : '',
    operations: modules.map(([module]) => imports.use(layout.mocks(module, 'Vendor'))),
    resources: literalCode(tables),
  };
}

/** Members of `x-vendor` of an operation that do not become members of its behaviour. */
const own = ['security', 'reasons', 'clears', 'conditions', 'issued', 'unsupported'];

/** Returns the rules of the real service for an operation (`VendorRules` of the emulator); `undefined` if there are none. */
export function vendorValue(api: Api, operation: Operation): JsonObject | undefined {
  const { extensions, method } = operation;
  const vendor = readFacts(extensions, 'x-vendor');
  const { security, unsupported, reasons, conditions, issued } = vendor;
  const { required, writable, lengths } = readFacts(extensions, 'x-body-rules');
  // `PUT` clears whole maps and lists: `localizations` for `localizations.(key).title`, `snippet.tags` for `snippet.tags[]`.
  const written = toStrings(writable).map((path) => path.split(/\.(?=[(*])|\[/)[0] ?? path);
  const clears = vendor['clears'] ?? (method === 'PUT' ? written : undefined);
  const { token } = toObject(extensions['x-parameter-rules']);
  return dropUndefined({
    behaviour: vendorBehaviour(api, operation, vendor),
    schemes: security,
    parameters: dropUndefined({ token, unsupported, reasons }),
    required,
    clears: Array.isArray(clears) ? [...new Set(clears)] : undefined,
    lengths,
    conditions,
    issued,
  });
}

/** Returns the rules in `x-vendor` of schemas with `x-resource`, by the name of the table. */
function vendorTables({ models }: Api): JsonObject | undefined {
  const entries = models.flatMap(({ extensions }): [string, Json][] => {
    const { table } = toObject(extensions['x-resource']);
    const rules = dropUndefined(readFacts(extensions, 'x-vendor'));
    return typeof table === 'string' && rules ? [[table, rules]] : [];
  });
  return dropUndefined(Object.fromEntries(entries));
}

function readFacts(extensions: JsonObject, name: string): JsonObject {
  return toObject(withoutFacts(extensions[name] ?? {}));
}

/** Returns the behaviour of the real service that differs: sizes of pages, the limit of bytes from overlays, and members of `x-vendor`. */
function vendorBehaviour(api: Api, operation: Operation, vendor: JsonObject): JsonObject | undefined {
  const { media } = operation.body ?? {};
  const more = Object.fromEntries(Object.entries(vendor).filter(([name]) => !own.includes(name)));
  return dropUndefined({
    ...more,
    paging: vendorPaging(api, operation),
    media: dropUndefined({
      ...toObject(more['media']),
      maxBytes: media?.overlaid === true ? media.maxBytes : undefined,
    }),
  });
}

/** Returns the paging with the default and the maximum of the parameter for the size of a page; undefined if the default is the same. */
function vendorPaging(api: Api, { parameters, extensions }: Operation): JsonObject | undefined {
  const usual = toObject(emulatorValue(api)['paging']);
  const rules = { ...usual, ...readFacts(extensions, 'x-paging') };
  const size = parameters.find(({ name }) => name === (rules['size'] ?? 'maxResults'))?.schema;
  const start = size?.default?.value;
  if (extensions['x-paging'] === false || typeof start !== 'number' || start === rules['default']) return undefined;
  return compact({ ...rules, default: start, max: size?.number?.maximum ?? rules['max'] });
}

/** Removes undefined members; returns `undefined` if none are left. */
function dropUndefined(value: Readonly<Record<string, Json | undefined>>): JsonObject | undefined {
  const entries = Object.entries(value).filter((one): one is [string, Json] => one[1] !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
