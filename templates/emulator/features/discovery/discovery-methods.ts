import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  findOperation,
  follow,
  mergeSchemas,
  pointerToken,
  readMember,
  readReferred,
  resolveSchema,
  toJsonObject,
} from '@speccast/runtime/requests';
import { listParameters } from '../../plan/operations/document-parts.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { listAliases } from '../../receive/router.js';

/** The context in which the methods of a Discovery document are converted. */
interface MethodContext extends SchemaContext {
  readonly plan: EmulatorPlan;
  /** Base path that is part of the paths of methods. */
  readonly basePath: string;
  /** Base path from the root, which comes before upload paths. */
  readonly fullPath: string;
}

/** Converts the operations of a plan to methods of nested resources, and lists the parameters that all of them have. */
export function convertMethods(context: MethodContext): Readonly<Record<'root' | 'shared', DiscoveryPart>> {
  const { plan, document } = context;
  const described = plan.operations.map((one) => {
    const all = [...listParameters(document, one)];
    return { one, parameters: all.filter(([, { in: place }]) => place === 'path' || place === 'query') };
  });
  // Discovery declares parameters once that all methods have.
  const shared = (described.length > 1 ? (described[0]?.parameters ?? []) : []).filter(
    ([, one]) =>
      one['in'] === 'query' && described.every(({ parameters }) => parameters.some(([, other]) => other === one)),
  );
  const methods = described.map(({ one, parameters }): NamedMethod => {
    const own = parameters.filter(([name]) => !shared.some(([other]) => other === name));
    return [listNames(one), convertMethod(context, one, own)];
  });
  const written = shared.map(([name, one]) => [name, convertParameter(document, one)]);
  return { root: nest(methods), shared: Object.fromEntries(written) };
}

function listNames({ names, operation: { id } }: OperationPlan) {
  return names ?? id.split('.');
}

type NamedMethod = readonly [names: readonly string[], method: DiscoveryPart];

/** Nests methods in resources: `books.list` → `{"resources": {"books": {"methods": {"list": …}}}}`. */
function nest(methods: readonly NamedMethod[]): DiscoveryPart {
  const own = new Map<string, DiscoveryPart>();
  const below = new Map<string, NamedMethod[]>();
  for (const [[name = '', ...rest], method] of methods) {
    if (!rest.length) own.set(name, method);
    else below.set(name, [...(below.get(name) ?? []), [rest, method]]);
  }
  const resources = [...below].map(([name, inner]) => [name, nest(inner)]);
  return {
    methods: own.size > 0 ? Object.fromEntries(own) : undefined,
    resources: resources.length ? Object.fromEntries(resources) : undefined,
  };
}

function convertMethod(
  context: MethodContext,
  one: OperationPlan,
  parameters: readonly (readonly [name: string, parameter: JsonObject])[],
): DiscoveryPart {
  const { document, prefix, basePath } = context;
  const { operation } = one;
  const { path, flatPath, patterns } = convertPath(basePath + operation.path.replace(/\?(?![^{}]*\}).*$/, ''));
  const stated = findOperation(document, operation)?.value ?? {};
  const { summary, description, deprecated, security = document['security'] } = stated;
  const text = [summary, description].filter((one) => typeof one === 'string').join(' ');
  const converted = parameters.map(([name, parameter]) => {
    const { pattern, ...rest } = convertParameter(document, parameter);
    return [name, { ...rest, pattern: patterns.get(name) ?? pattern }];
  });
  const required = parameters.filter(([, parameter]) => parameter['required'] === true).map(([name]) => name);
  // A token needs only one of these scopes.
  const scopes = [security].flat().flatMap((need) => Object.values(toJsonObject(need)).flat());
  return {
    id: prefix + listNames(one).join('.'),
    path,
    flatPath,
    httpMethod: operation.method,
    description: text || undefined,
    deprecated: deprecated || undefined,
    parameters: Object.fromEntries(converted),
    parameterOrder: required,
    ...convertBodies(context, one, stated),
    scopes: scopes.length ? [...new Set(scopes)] : undefined,
    ...convertUpload(context, one, stated),
  };
}

/**
 * Converts a path template: `/v1/{name=accounts/*}` → `v1/{+name}`, the flat path `v1/accounts/{accountsId}`, and the pattern
 * `^accounts/[^/]+$` of `name`.
 */
function convertPath(template: string) {
  const patterns = new Map<string, string>();
  const variable = /\{\+?([^{}=]+)=([^{}]*)\}/g;
  const stated = template.replace(/^\//, '');
  const flatPath = stated.replace(variable, (_found, name: string, value: string) => {
    const escaped = value.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    patterns.set(name, `^${escaped.replace(/\*\*?/g, (stars) => (stars === '*' ? '[^/]+' : '.*'))}$`);
    const segments = value.split('/');
    const flat = segments.map((segment, index) => {
      const before = segments[index - 1];
      if (!segment.includes('*')) return segment;
      return before === undefined || before.includes('*') ? `{${name}}` : `{${before}Id}`;
    });
    return flat.join('/');
  });
  return { path: stated.replace(variable, '{+$1}'), flatPath, patterns };
}

/** A media type of a body, and its schema. */
interface Content {
  readonly type: string;
  readonly schema: Json | undefined;
}

/**
 * Converts the JSON schema of a request, of its body or of the metadata of an upload, and that of a successful response. States
 * whether the response may be bytes.
 */
function convertBodies(
  context: MethodContext,
  one: OperationPlan,
  { requestBody, responses }: JsonObject,
): DiscoveryPart {
  const { document } = context;
  const listContents = (message: Json | undefined) => {
    const contents = Object.entries(toJsonObject(readReferred(document, message)['content']));
    return contents.map(([type, content]) => ({ type, schema: toJsonObject(content)['schema'] }));
  };
  const refer = (schema: Json | undefined, end: string) => {
    // `books.list` → `BooksListResponse`
    const words = listNames(one).flatMap((name) => name.split(/[^A-Za-z0-9]+/));
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + end;
    return schema === undefined ? undefined : addReference(context, schema, name);
  };
  const sent = listContents(requestBody);
  const { properties } = readReferred(document, sent.find(({ type }) => type === 'multipart/related')?.schema);
  const successes = Object.entries(toJsonObject(responses)).filter(([status]) => status.startsWith('2'));
  const received = successes.flatMap(([, response]) => listContents(response));
  const isBinary = received.some(({ schema }) => readReferred(document, schema)['format'] === 'binary') || undefined;
  return {
    request: refer(findJson(sent) ?? toJsonObject(properties)['metadata'], 'Request'),
    response: refer(findJson(received), 'Response'),
    supportsMediaDownload: isBinary,
    useMediaDownloadService: isBinary,
  };
}

/** Finds the schema of JSON among the contents of a body. */
function findJson(contents: readonly Content[]) {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*$/i;
  const found = contents.find(({ type, schema }) => isJson.test(type) && toJsonObject(schema)['format'] !== 'binary');
  return found?.schema;
}

/** Converts an upload. Its path begins with `/upload`, which clients put there themselves. */
function convertUpload(
  { plan, fullPath }: MethodContext,
  { operation: { media, path: own }, behaviour }: OperationPlan,
  stated: JsonObject,
): DiscoveryPart {
  const { uploadPath = listAliases(plan).includes('/upload') ? `/upload${fullPath}${own}` : '' } = media ?? {};
  if (!media || !uploadPath.startsWith('/upload/')) return {};
  const multipart = true;
  const isResumable = behaviour.media?.resumable === true;
  return {
    supportsMediaUpload: true,
    mediaUpload: {
      accept: media.mediaTypes,
      maxSize: toJsonObject(stated['x-media'])['maxBytes']?.toString(),
      protocols: {
        resumable: isResumable ? { multipart, path: `/resumable${uploadPath}` } : undefined,
        simple: { multipart, path: uploadPath },
      },
    },
  };
}

/** A part of a Discovery document. Members that are undefined are not written. */
export type DiscoveryPart = Readonly<Record<string, unknown>>;

/** The schemas of a Discovery document that is being created. */
export interface SchemaContext {
  /** The OpenAPI document. */
  readonly document: JsonObject;
  /** The beginning of the ids of methods: `books.`. */
  readonly prefix: string;
  /** Schemas by name; those that the OpenAPI document does not name are added. */
  readonly schemas: Map<string, DiscoveryPart>;
}

/** Converts the schemas that an OpenAPI document names. */
export function addNamedSchemas(context: SchemaContext): void {
  const all = follow(context.document, '#/components/schemas');
  for (const [name, schema] of Object.entries(toJsonObject(all)))
    context.schemas.set(name, { id: name, ...convertSchema(context, schema) });
}

/** Returns a reference to a schema. A schema without a name is added under `name`: `{"$ref": "BooksListResponse"}`. */
function addReference(context: SchemaContext, schema: Json, name: string): DiscoveryPart {
  const converted = convertSchema(context, schema);
  const { $ref } = converted;
  if ($ref !== undefined) return { $ref };
  let free = name;
  for (let number = 2; context.schemas.has(free); number += 1) free = `${name}${number}`;
  context.schemas.set(free, { id: free, ...converted });
  return { $ref: free };
}

/** Deepest schema that is converted. Deeper ones become `any`; this does not affect recursive schemas, which are references. */
const deepest = 40;

/** Converts a JSON Schema to one of Discovery: one type, `variant` as the only combination, and limits that are strings. */
function convertSchema(context: SchemaContext, schema: Json | undefined, depth = 0): DiscoveryPart {
  if (!isJsonObject(schema) || depth > deepest) return { type: 'any' };
  const { $ref, description, allOf, oneOf, anyOf, ...own } = schema;
  const said = description === undefined ? {} : { description };
  if (typeof $ref === 'string') {
    const name = readName($ref);
    const target =
      name === undefined ? convertSchema(context, follow(context.document, $ref), depth + 1) : { $ref: name };
    return { ...target, ...said };
  }
  // A combination with one member is that member, leaving out members that allow only null.
  const members = [allOf, oneOf, anyOf].flat().filter(isJsonObject);
  const [only, ...others] = members.filter(({ type }) => type !== 'null');
  if (only && others.length === 0) {
    const isNote = Object.keys(own).every((key) => key.startsWith('x-'));
    const whole = isNote ? { ...only, ...said } : mergeAll(context, { ...own, ...said }, [only]);
    return convertSchema(context, whole, depth + 1);
  }
  if (Array.isArray(allOf)) {
    const { allOf: _allOf, ...rest } = schema;
    return convertSchema(context, mergeAll(context, rest, allOf), depth + 1);
  }
  const { propertyName = '', mapping } = toJsonObject(schema['discriminator']);
  if (!isJsonObject(mapping)) return convertPlain(context, schema, depth);
  const map = Object.entries(mapping).map(([value, ref]) => ({ type_value: value, $ref: readName(String(ref)) }));
  const known = map.filter((one) => one.$ref !== undefined);
  return { type: 'object', ...said, variant: { discriminant: propertyName, map: known } };
}

/** Reads the name of a schema: `#/components/schemas/Book` → `Book`. */
function readName(ref: string) {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(ref) ?? [];
  return name && pointerToken(name);
}

/** Merges a schema with others that apply at the same time (`allOf`). */
function mergeAll({ document }: SchemaContext, own: JsonObject, others: readonly Json[]) {
  let whole = own;
  for (const part of others) whole = mergeSchemas(readReferred(document, part), whole);
  return whole;
}

function convertPlain(context: SchemaContext, schema: JsonObject, depth: number): DiscoveryPart {
  const { properties, additionalProperties: further, items, readOnly, deprecated, description, required } = schema;
  const type = findType(schema);
  const convert = (inner: Json | undefined) => convertSchema(context, inner, depth + 1);
  const members = Object.entries(toJsonObject(properties)).map(([name, one]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, { ...convert(one), required: isRequired || undefined }];
  });
  const isOpen = further === true || Object.keys(toJsonObject(further)).length > 0;
  const ids = [schema['x-required-by']].flat().filter((id) => typeof id === 'string');
  return {
    type,
    description,
    ...convertValues(schema),
    readOnly: readOnly || undefined,
    deprecated: deprecated || undefined,
    properties: members.length ? Object.fromEntries(members) : undefined,
    additionalProperties: isOpen ? convert(further) : undefined,
    items: type === 'array' ? convert(items) : undefined,
    annotations: ids.length ? { required: ids.map((id) => context.prefix + id) } : undefined,
  };
}

/** Converts the keywords that Discovery has for schemas and for parameters. */
function convertValues(schema: JsonObject): DiscoveryPart {
  const { format, minimum, maximum, pattern, default: initial = schema['const'] } = schema;
  const { enum: list, 'x-enum-descriptions': meanings, 'x-enum-deprecated': deprecated } = schema;
  const values = [list].flat().filter(isPlain);
  const describe = (value: Json, index: number) =>
    (Array.isArray(meanings) ? meanings[index] : readMember(toJsonObject(meanings), String(value))) ?? '';
  return {
    format: format === 'binary' ? undefined : format,
    ...(values.length && {
      enum: values.map(String),
      enumDescriptions: meanings && values.map(describe),
      enumDeprecated: Array.isArray(deprecated) ? values.map((value) => deprecated.includes(value)) : undefined,
    }),
    // Clients in other languages read patterns: those that only JavaScript knows are left out.
    pattern: /\\[pPuck]|\(\?[<P]/.test(String(pattern)) ? undefined : pattern,
    minimum: minimum?.toString(),
    maximum: maximum?.toString(),
    default: isPlain(initial) ? String(initial) : undefined,
  };
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Finds the one type of a schema; `any` if it has several. */
function findType(schema: JsonObject) {
  const { type, properties, items, additionalProperties, enum: values, const: value } = schema;
  const [first, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length) return 'any';
  if (typeof first === 'string') return first;
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const [sample] = [values ?? value].flat();
  return typeof sample === 'string' ? 'string' : 'any';
}

/** Converts a parameter of OpenAPI to one of Discovery. */
function convertParameter(root: JsonObject, parameter: JsonObject): DiscoveryPart {
  const { description, required, deprecated, schema: stated, content, explode, in: location = 'query' } = parameter;
  // A parameter with `content` is written as JSON, which clients of Discovery pass as a string.
  const schema = stated === undefined && content ? { type: 'string' } : resolveSchema(toJsonObject(stated), { root });
  const isList = findType(schema) === 'array';
  const item = isList ? resolveSchema(toJsonObject(schema['items']), { root }) : schema;
  const type = findType(item);
  return {
    type: ['boolean', 'integer', 'number'].includes(type) ? type : 'string',
    description,
    ...convertValues(item),
    // Clients compare the whole string with the values of an enum, also that of a list with commas.
    ...(isList && explode === false && { enum: undefined, enumDescriptions: undefined, enumDeprecated: undefined }),
    location,
    required: required || undefined,
    repeated: isList || undefined,
    deprecated: deprecated || undefined,
  };
}
