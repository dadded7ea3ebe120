import type { Json, JsonObject } from '@speccast/runtime';
import { findOperation, readReferred, toJsonObject } from '@speccast/runtime/requests';
import { listParameters } from '../../plan/operations/document-parts.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { listAliases } from '../../receive/router.js';
import { convertParameter, convertPath, findShared } from './discovery-parameters.js';
import { addReference, type SchemaContext } from './discovery-schemas.js';

/** The surroundings of the methods of a Discovery document. */
export interface MethodContext extends SchemaContext {
  readonly plan: EmulatorPlan;
  /** Base path that is part of the paths of methods. */
  readonly basePath: string;
  /** Base path from the root, which comes before upload paths. */
  readonly fullPath: string;
}

/** Converts the operations of a plan to methods of nested resources, and lists the parameters that all of them have. */
export function convertMethods(context: MethodContext): { readonly root: JsonObject; readonly shared: JsonObject } {
  const { plan, document } = context;
  const described = plan.operations.map((one) => {
    const all = [...listParameters(document, one)];
    return { one, parameters: new Map(all.filter(([, { in: place }]) => place === 'path' || place === 'query')) };
  });
  const shared = findShared(described.map(({ parameters }) => parameters));
  const methods = described.map(({ one, parameters }): NamedMethod => {
    const own = new Map([...parameters].filter(([name]) => !shared.has(name)));
    return [listNames(one), convertMethod(context, one, own)];
  });
  const written = [...shared].map(([name, one]): [string, Json] => [name, convertParameter(document, one)]);
  return { root: nest(methods), shared: Object.fromEntries(written) };
}

function listNames({ names, operation: { id } }: OperationPlan): readonly string[] {
  return names ?? id.split('.');
}

type NamedMethod = readonly [names: readonly string[], method: JsonObject];

/** Nests methods in resources: `books.list` → `{"resources": {"books": {"methods": {"list": …}}}}`. */
function nest(methods: readonly NamedMethod[]): JsonObject {
  const own = new Map<string, JsonObject>();
  const below = new Map<string, NamedMethod[]>();
  for (const [[name = '', ...rest], method] of methods) {
    if (rest.length === 0) own.set(name, method);
    else below.set(name, [...(below.get(name) ?? []), [rest, method]]);
  }
  const resources = [...below].map(([name, inner]): [string, JsonObject] => [name, nest(inner)]);
  return {
    ...(own.size > 0 && { methods: Object.fromEntries(own) }),
    ...(resources.length > 0 && { resources: Object.fromEntries(resources) }),
  };
}

function convertMethod(
  context: MethodContext,
  one: OperationPlan,
  parameters: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const { document, prefix, basePath } = context;
  const { operation } = one;
  const { path, flatPath, patterns } = convertPath(basePath + operation.path.replace(/\?(?![^{}]*\}).*$/, ''));
  const stated = findOperation(document, operation)?.value ?? {};
  const { summary, description, deprecated, security = document['security'] } = stated;
  const text = [summary, description].filter((one) => typeof one === 'string').join(' ');
  const converted = [...parameters].map(([name, parameter]): [string, JsonObject] => {
    const pattern = patterns.get(name);
    return [name, { ...convertParameter(document, parameter), ...(pattern !== undefined && { pattern }) }];
  });
  const required = converted.filter(([, parameter]) => parameter['required'] === true).map(([name]) => name);
  // Any one of them is enough.
  const scopes = (Array.isArray(security) ? security : []).flatMap((need: Json) =>
    Object.values(toJsonObject(need)).flat(),
  );
  return {
    id: prefix + listNames(one).join('.'),
    path,
    flatPath,
    httpMethod: operation.method,
    ...(text !== '' && { description: text }),
    ...(deprecated === true && { deprecated }),
    parameters: Object.fromEntries(converted),
    parameterOrder: required,
    ...convertBody(context, one, stated),
    ...convertResponse(context, one, stated),
    ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
    ...convertUpload(context, one, stated),
  };
}

type Contents = readonly (readonly [type: string, content: JsonObject])[];

function listContents({ content }: JsonObject): Contents {
  return Object.entries(toJsonObject(content)).map(([type, one]) => [type, toJsonObject(one)]);
}

/** Finds the schema of JSON among the contents of a body. */
function findJson(contents: Contents): Json | undefined {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*$/i;
  const schemas = contents.filter(([type]) => isJson.test(type)).map(([, { schema }]) => schema);
  return schemas.find((schema) => toJsonObject(schema)['format'] !== 'binary');
}

/** Converts the schema of a request in JSON: of its body, or of the metadata beside bytes. */
function convertBody(context: MethodContext, one: OperationPlan, { requestBody }: JsonObject): JsonObject {
  const contents = listContents(readReferred(context.document, requestBody));
  const related = contents.find(([type]) => type === 'multipart/related')?.[1]['schema'];
  const { properties } = readReferred(context.document, related);
  const schema = findJson(contents) ?? toJsonObject(properties)['metadata'];
  return schema === undefined ? {} : { request: addReference(context, schema, makeName(one, 'Request')) };
}

/** Converts the schema of a successful response, and says whether it may be bytes. */
function convertResponse(context: MethodContext, one: OperationPlan, { responses }: JsonObject): JsonObject {
  const successes = Object.entries(toJsonObject(responses)).filter(([status]) => status.startsWith('2'));
  const contents = successes.flatMap(([, response]) => listContents(readReferred(context.document, response)));
  const schema = findJson(contents);
  const isBinary = contents.some(
    ([, content]) => readReferred(context.document, content['schema'])['format'] === 'binary',
  );
  return {
    ...(schema !== undefined && { response: addReference(context, schema, makeName(one, 'Response')) }),
    ...(isBinary && { supportsMediaDownload: true, useMediaDownloadService: true }),
  };
}

/** Makes the name of a schema: `books.list` → `BooksListResponse`. */
function makeName(one: OperationPlan, end: string): string {
  const words = listNames(one).flatMap((name) => name.split(/[^A-Za-z0-9]+/));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + end;
}

/** Converts an upload. Its path begins with `/upload`, which clients put there themselves. */
function convertUpload(
  { plan, fullPath }: MethodContext,
  { operation, behaviour }: OperationPlan,
  stated: JsonObject,
): JsonObject {
  const { media } = operation;
  const own = listAliases(plan).includes('/upload') ? `/upload${fullPath}${operation.path}` : '';
  const path = media?.uploadPath ?? own;
  if (media === undefined || !path.startsWith('/upload/')) return {};
  const { maxBytes } = toJsonObject(stated['x-media']);
  const multipart = true;
  return {
    supportsMediaUpload: true,
    mediaUpload: {
      accept: media.mediaTypes,
      ...(typeof maxBytes === 'number' && { maxSize: String(maxBytes) }),
      protocols: {
        ...(behaviour.media?.resumable === true && { resumable: { multipart, path: `/resumable${path}` } }),
        simple: { multipart, path },
      },
    },
  };
}
