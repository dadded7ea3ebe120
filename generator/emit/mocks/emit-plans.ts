import type { Api, Operation, Response } from '../../api/api.js';
import { successResponses } from '../../api/messages/responses.js';
import type { Json, JsonObject } from '../../json.js';
import { emulator, type Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { listBasePaths } from '../../api/service/servers.js';
import { holdsItems } from '../code/operation-result.js';
import { validatedTypes, operationPart, formTypes, modelValidator } from '../code/operation-parts.js';
import { code, type Field } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import type { MockTools } from './behaviour-value.js';
import { declaredProperties, findProperty, followSchema, type Schemas } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import { dataContent } from '../../api/schemas/media-type.js';

/**
 * Most objects in an array. TypeScript compares the type of each with that of each other, and gives up at about a thousand;
 * arguments of `Array.of<Type>()` are compared with one type.
 */
export const mostInArray = 500;

/** The constant with descriptor, validators and behaviour of the operations of a resource. */
export function plansStatement(
  name: string,
  operations: readonly Operation[],
  { imports, tools }: { readonly imports: Imports; readonly tools: MockTools },
): string {
  return tools.templates.render('mocks/plans.hbs', {
    name,
    type: imports.useType(emulator('OperationPlan')),
    many: operations.length > mostInArray,
    plans: operations.map((operation) => planView(operation, imports, tools)),
  });
}

function planView(operation: Operation, imports: Imports, tools: MockTools): { readonly fields: readonly Field[] } {
  const { api, layout } = tools;
  const field = (name: string, symbol: CodeSymbol): Field => ({
    name,
    value: code(imports.use(symbol)),
  });
  const hasParameters = operation.parameters.length > 0;
  const hasBody = operationPart(operation, 'Body') !== undefined;
  return {
    fields: [
      field('operation', layout.descriptor(operation)),
      ...(hasParameters ? [field('parameters', layout.operationValidator(operation, 'Parameters'))] : []),
      ...(hasBody ? [field('body', layout.operationValidator(operation, 'Body'))] : []),
      ...dataFields({ bodyTypes: validatedTypes(operation), form: formTypes(api, operation) }),
      { name: 'responses', value: code(`[${responses(operation, imports, tools).join(', ')}]`) },
      ...dataFields({
        basePaths: operation.servers === undefined ? undefined : listBasePaths(operation.servers),
        enforced: enforced(operation),
        parts: partsValue(api, operation),
        names: clientNames(operation),
      }),
      { name: 'behaviour', value: code(literal(tools.behaviourOf(operation))) },
    ],
  };
}

/** The names of an operation in the client where its id does not say them. */
function clientNames({ id, group, property }: Operation): readonly string[] | undefined {
  const names = [...group, property];
  return names.join('.') === id ? undefined : names;
}

function dataFields(data: Readonly<Record<string, Json | readonly string[] | undefined>>): readonly Field[] {
  return Object.entries(data).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: code(literal(value)) }],
  );
}

/** The parameters of which the document itself says what their values are, where overlays say it of others. */
function enforced({ parameters }: Operation): readonly string[] | undefined {
  const names = parameters.filter(({ overlaid }) => overlaid !== true).map(({ property }) => property);
  return names.length === parameters.length ? undefined : names;
}

function responses(operation: Operation, imports: Imports, tools: MockTools): readonly string[] {
  const result = successResponses(operation.responses).find(isJson);
  return operation.responses.map((response) => {
    const symbol =
      response === result
        ? tools.layout.operationValidator(operation, 'Response')
        : modelValidator(response, tools.layout);
    const body = symbol === undefined ? '' : `, body: ${imports.use(symbol)}`;
    const item = itemValidator(operation, response, tools);
    const more = item === undefined ? '' : `, item: ${imports.use(item)}`;
    return `{ status: ${literal(response.status)}${body}${printErrorMediaType(response)}${more} }`;
  });
}

/** The media type of what is no success, where it is another one of the family of JSON, or XML alone. */
function printErrorMediaType({ status, contents }: Response): string {
  const types = ['json', 'xml'].flatMap((wanted) =>
    contents.filter(({ kind }) => kind === wanted).map(({ mediaType }) => mediaType),
  );
  const own = status.startsWith('2') || types.includes('application/json') ? undefined : types[0];
  const isOwn = own !== undefined && /\+json|xml/i.test(own) && !own.includes('*');
  return isOwn ? `, mediaType: ${literal(own)}` : '';
}

/** What validates an item where the response can come as a whole, too. */
function itemValidator(operation: Operation, response: Response, { layout }: MockTools): CodeSymbol | undefined {
  const first = successResponses(operation.responses).find(({ contents }) => contents.some(holdsItems));
  const isItem = response === first && operationPart(operation, 'StreamItem') !== undefined;
  return isItem ? layout.operationValidator(operation, 'StreamItem') : undefined;
}

function isJson({ contents }: Response): boolean {
  return contents.some((content) => /^(?:json|xml|text)$/.test(content.kind) || holdsItems(content));
}

/** The parts of an operation's response (`PartsPlan` of the runtime): all of them, and those that cannot be an empty object. */
function partsValue(api: Api, { parts, responses }: Operation): JsonObject | undefined {
  if (parts === undefined) return undefined;
  const { schemas } = api;
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const body = dataContent(contents)?.schema;
  const carrier = body === undefined || parts.of === undefined ? body : findItemSchema(body, parts.of, schemas);
  const { parameter, values, always } = parts;
  const solid = values.filter((name) => {
    const property = carrier && findProperty(schemas, carrier, name);
    return !always.includes(name) && (property === undefined || !canBeEmpty(property.schema, schemas));
  });
  return { parameter, values, always, ...(solid.length > 0 && { solid }) };
}

function findItemSchema(body: Schema, name: string, schemas: Schemas): Schema | undefined {
  const property = findProperty(schemas, body, name);
  return property && followSchema(schemas, property.schema).array?.items;
}

/** Whether an empty object is sure to be good; alternatives are not looked into. */
function canBeEmpty(schema: Schema, schemas: Schemas): boolean {
  const { types = [], object = {}, ...rest } = followSchema(schemas, schema);
  const { anyOf, oneOf, not, enum: values, const: constant } = rest;
  if (!types.includes('object') || [anyOf, oneOf, not, values, constant].some((one) => one !== undefined)) return false;
  if ((object.minProperties ?? 0) > 0 || (object.requiredOnly ?? []).length > 0) return false;
  return declaredProperties(schemas, schema).every(({ required }) => !required);
}
