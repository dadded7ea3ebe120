import type { Json, JsonObject } from '@speccast/runtime';
import { findOperation, readReferred, toJsonObject } from '@speccast/runtime/requests';
import { listParameters } from '../../plan/operations/document-parts.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { listAliases } from '../../receive/router.js';
import { addReference, convertParameter, type DiscoveryPart, type SchemaContext } from './discovery-schemas.js';

/** The surroundings of the methods of a Discovery document. */
export interface MethodContext extends SchemaContext {
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
  // Discovery states once what all operations have.
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
    if (rest.length === 0) own.set(name, method);
    else below.set(name, [...(below.get(name) ?? []), [rest, method]]);
  }
  const resources = [...below].map(([name, inner]) => [name, nest(inner)]);
  return {
    methods: own.size > 0 ? Object.fromEntries(own) : undefined,
    resources: resources.length > 0 ? Object.fromEntries(resources) : undefined,
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
  // Any one of them is enough.
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
    scopes: scopes.length > 0 ? [...new Set(scopes)] : undefined,
    ...convertUpload(context, one, stated),
  };
}

/**
 * Converts a path template: `/v1/{name=accounts/*}` → `v1/{+name}`, the flat path `v1/accounts/{accountsId}`, and the pattern
 * `^accounts/[^/]+$` of `name`.
 */
function convertPath(template: string): {
  readonly path: string;
  readonly flatPath: string;
  readonly patterns: ReadonlyMap<string, string>;
} {
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
 * Converts the schema of a request in JSON, of its body or of the metadata beside bytes, and that of a successful response, and says
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
