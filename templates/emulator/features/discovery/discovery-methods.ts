import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { findOperation, follow } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { listAliases } from '../../receive/router.js';
import { listParameters } from '../../plan/operations/document-parts.js';
import { convertParameter, convertPath, sharedParameters } from './discovery-parameters.js';
import { referenceTo, type SchemaContext } from './discovery-schemas.js';

/** What the methods of a Discovery document share. */
export interface MethodContext extends SchemaContext {
  readonly plan: EmulatorPlan;
  /** Base path that is part of the paths of methods. */
  readonly basePath: string;
  /** Base path from the root, which comes before upload paths. */
  readonly fullPath: string;
}

/** Methods and resources, which nest. */
export interface DiscoveryResource {
  readonly methods?: Readonly<Record<string, JsonObject>>;
  readonly resources?: Readonly<Record<string, DiscoveryResource>>;
}

/** The operations of a plan as methods of resources, and the parameters that all of them have. */
export function convertMethods(context: MethodContext): {
  readonly root: DiscoveryResource;
  readonly shared: JsonObject;
} {
  const { plan, document } = context;
  const described = plan.operations.map((one) => {
    const all = [...listParameters(document, one)];
    return { one, parameters: new Map(all.filter(([, { in: place }]) => place === 'path' || place === 'query')) };
  });
  const shared = sharedParameters(described.map(({ parameters }) => parameters));
  const methods = described.map(({ one, parameters }): [readonly string[], JsonObject] => {
    const own = new Map([...parameters].filter(([name]) => !shared.has(name)));
    return [namesOf(one), convertMethod(context, one, own)];
  });
  const written = [...shared].map(([name, one]): [string, Json] => [name, convertParameter(document, one)]);
  return { root: nest(methods), shared: Object.fromEntries(written) };
}

function namesOf({ names, operation: { id } }: OperationPlan): readonly string[] {
  return names ?? id.split('.');
}

function nest(methods: readonly (readonly [readonly string[], JsonObject])[]): DiscoveryResource {
  const own = methods.flatMap(([[name, ...rest], method]) =>
    name === undefined || rest.length > 0 ? [] : [[name, method] as const],
  );
  const below = new Map<string, (readonly [readonly string[], JsonObject])[]>();
  for (const [[name = '', ...rest], method] of methods) {
    if (rest.length === 0) continue;
    const found = below.get(name) ?? [];
    below.set(name, found);
    found.push([rest, method]);
  }
  const resources = [...below].map(([name, found]) => [name, nest(found)] as const);
  return {
    ...(own.length > 0 && { methods: Object.fromEntries(own) }),
    ...(resources.length > 0 && { resources: Object.fromEntries(resources) }),
  };
}

function convertMethod(
  context: MethodContext,
  one: OperationPlan,
  parameters: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const { document, prefix, basePath } = context;
  const { path, flatPath, patterns } = convertPath(basePath + one.operation.path.replace(/\?(?![^{}]*\}).*$/, ''));
  const stated = findOperation(document, one.operation)?.value ?? {};
  const description = [stated['summary'], stated['description']].filter((text) => typeof text === 'string').join(' ');
  const converted = [...parameters].map(([name, parameter]): [string, JsonObject] => {
    const pattern = patterns.get(name);
    return [name, { ...convertParameter(document, parameter), ...(pattern !== undefined && { pattern }) }];
  });
  const required = converted.filter(([, { required: isRequired }]) => isRequired === true).map(([name]) => name);
  const scopes = scopesOf(document, stated);
  return {
    id: prefix + namesOf(one).join('.'),
    path,
    flatPath,
    httpMethod: one.operation.method,
    ...(description !== '' && { description }),
    ...(stated['deprecated'] === true && { deprecated: true }),
    parameters: Object.fromEntries(converted),
    parameterOrder: required,
    ...bodyOf(context, one, stated),
    ...responseOf(context, one, stated),
    ...(scopes.length > 0 && { scopes }),
    ...uploadOf(context, one, stated),
  };
}

/** The scopes of an operation; any one of them is enough. */
function scopesOf(document: JsonObject, { security }: JsonObject): readonly string[] {
  const needs = security ?? document['security'];
  const all = (Array.isArray(needs) ? needs : []).filter(isJsonObject).flatMap((need) => Object.values(need).flat());
  return [...new Set(all)].filter((scope) => typeof scope === 'string');
}

/** `#/components/responses/Error` and the like, or the thing itself. */
function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const target = typeof value['$ref'] === 'string' ? follow(document, value['$ref']) : value;
  return isJsonObject(target) ? target : {};
}

function contentsOf(holder: JsonObject): readonly (readonly [string, JsonObject])[] {
  const entries = Object.entries(isJsonObject(holder['content']) ? holder['content'] : {});
  return entries.flatMap(([type, content]) => (isJsonObject(content) ? [[type, content] as const] : []));
}

const isJson = /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*$/i;

function jsonIn(contents: readonly (readonly [string, JsonObject])[]): Json | undefined {
  const schemas = contents.filter(([type]) => isJson.test(type)).map(([, { schema }]) => schema);
  return schemas.find((schema) => !isJsonObject(schema) || schema['format'] !== 'binary');
}

/** The schema of what is sent as JSON: the body, or the metadata beside bytes. */
function bodyOf(context: MethodContext, one: OperationPlan, { requestBody }: JsonObject): JsonObject {
  const contents = contentsOf(resolved(context.document, requestBody));
  const related = contents.find(([type]) => type === 'multipart/related')?.[1]['schema'];
  const parts = resolved(context.document, related)['properties'];
  const schema = jsonIn(contents) ?? (isJsonObject(parts) ? parts['metadata'] : undefined);
  return schema === undefined ? {} : { request: referenceTo(context, schema, nameFor(one, 'Request')) };
}

/** The schema of a successful response, or that it is bytes. */
function responseOf(context: MethodContext, one: OperationPlan, { responses }: JsonObject): JsonObject {
  const statuses = Object.entries(isJsonObject(responses) ? responses : {}).filter(([status]) =>
    status.startsWith('2'),
  );
  const contents = statuses.flatMap(([, response]) => contentsOf(resolved(context.document, response)));
  const schema = jsonIn(contents);
  const isBinary = contents.some(([, content]) => resolved(context.document, content['schema'])['format'] === 'binary');
  return {
    ...(schema !== undefined && { response: referenceTo(context, schema, nameFor(one, 'Response')) }),
    ...(isBinary && { supportsMediaDownload: true, useMediaDownloadService: true }),
  };
}

/** `books.list` -> `BooksListResponse` */
function nameFor(one: OperationPlan, end: string): string {
  const words = namesOf(one).flatMap((name) => name.split(/[^A-Za-z0-9]+/));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + end;
}

/** Where bytes are sent, which has to begin with `/upload`, as clients put it there themselves. */
function uploadOf(
  { plan, fullPath }: MethodContext,
  { operation, behaviour }: OperationPlan,
  stated: JsonObject,
): JsonObject {
  const { media } = operation;
  const aliases = listAliases(plan);
  const own = aliases.includes('/upload') ? `/upload${fullPath}${operation.path}` : undefined;
  const path = media?.uploadPath ?? own;
  if (media === undefined || path?.startsWith('/upload/') !== true) return {};
  const { maxBytes } = isJsonObject(stated['x-media']) ? stated['x-media'] : {};
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
