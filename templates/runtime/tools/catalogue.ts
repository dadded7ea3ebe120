import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { expandParameters, withCommon } from '../expand-parameters.js';
import type { Operation, OperationMedia, OperationParameter } from '../operation.js';
import { followReferences, readPointer, writePointer } from '../validators/document/document-pointer.js';
import { documentSchemas, type DocumentSchemas } from '../validators/document/document-schemas.js';
import { findOperation, type StatedOperation } from '../document/find-operation.js';
import { readHints, type ToolHints } from './hints.js';
import type { ToolPackage } from './tool-package.js';

/** A parameter of an operation. */
export interface ToolParameter {
  /** Name on the wire. */
  readonly name: string;
  /** Property of the params object. */
  readonly property: string;
  readonly in: OperationParameter['in'];
  /** Whether callers have to give it: the client fills in some that the service requires. */
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  /** All operations of the service take it. */
  readonly isCommon: boolean;
}

/** The body of an operation, `body` of the params object. */
export interface ToolBody {
  readonly required: boolean;
  /** The preferred one first. */
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /** Pointer of its schema in the document. */
  readonly pointer: string;
  readonly schema: Json;
  /** Its properties that are bytes, or lists of bytes: parts of a body that has parts. */
  readonly files: ReadonlySet<string>;
}

/** An operation as a surface offers it. Values are those on the wire: JSON, without any codec. */
export interface Tool {
  /** Its name in the client: `pets.list`. */
  readonly name: string;
  /** Its descriptor, without what converts values for callers of the client. */
  readonly operation: Operation<never, unknown>;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly ToolParameter[];
  readonly body: ToolBody | undefined;
  /** Bytes that it takes, `media` of the params object. */
  readonly media: OperationMedia | undefined;
  /** It responds with a list, of which there may be more pages. */
  readonly isList: boolean;
  /** It responds with bytes and nothing else. */
  readonly isDownload: boolean;
  /** It responds with events or lines and nothing else. */
  readonly isStream: boolean;
  readonly hints: ToolHints;
  /** The schemas that pointers of it lead to. */
  readonly schemas: DocumentSchemas;
}

/** All operations of a package, in the order of its spec. What the document says of one is read when it is asked for. */
export function readCatalogue(tools: ToolPackage): readonly Tool[] {
  const schemas = tools.schemas ?? documentSchemas(tools.document);
  return Object.entries(tools.operations).map(([name, operation]) => createTool(tools, schemas, { name, operation }));
}

function createTool(
  { document, service, files = {} }: ToolPackage,
  schemas: DocumentSchemas,
  { name, operation }: Pick<Tool, 'name' | 'operation'>,
): Tool {
  const sent = operationOnWire(operation);
  const described = lazy(() => findOperation(document, operation));
  const kinds = (sent.responses ?? []).flatMap(({ contents = [] }) => contents.map(({ kind = 'json' }) => kind));
  const all = (...wanted: readonly string[]): boolean =>
    kinds.length > 0 && kinds.every((kind) => wanted.includes(kind));
  const parameters = lazy(() => {
    const whole = expandParameters(withCommon(service, sent));
    const own = new Set(sent.parameters);
    return whole.map((one) => describeParameter(one, { schemas, described: described(), isCommon: !own.has(one) }));
  });
  const body = lazy(() => describeBody(sent, { schemas, described: described(), files: files[name] ?? [] }));
  const hints = lazy(() => readHints(name, sent, described()?.value));
  const textOf = (key: string): string => stringOf(described()?.value[key]);
  return {
    name,
    operation: sent,
    media: sent.media,
    isList: sent.paging !== undefined,
    isDownload: all('binary'),
    isStream: all('events', 'lines'),
    schemas,
    get summary() {
      return textOf('summary');
    },
    get description() {
      return textOf('description');
    },
    get isDeprecated() {
      return described()?.value['deprecated'] === true;
    },
    get parameters() {
      return parameters();
    },
    get body() {
      return body();
    },
    get hints() {
      return hints();
    },
  };
}

/** A descriptor for values as they travel: without the codecs and names of callers of the client. */
function operationOnWire({ wire, ...operation }: Operation<never, unknown>): Operation<never, unknown> {
  const { parts } = wire ?? {};
  const parameters = expandParameters(operation).map((one) => {
    if (parts === undefined || (one.property ?? one.name) !== parts.property) return one;
    const { default: all, bodyKeys } = parts;
    return { ...one, ...(all && { default: all }), ...(bodyKeys && { bodyKeys }) };
  });
  return { ...operation, parameters, ...wire?.sent };
}

interface ParameterContext {
  readonly schemas: DocumentSchemas;
  readonly described: StatedOperation | undefined;
  readonly isCommon: boolean;
}

function describeParameter(one: OperationParameter, { schemas, described, isCommon }: ParameterContext): ToolParameter {
  const { name, property = name } = one;
  const list = isCommon ? '#/components/parameters' : `${described?.pointer ?? '#'}/parameters`;
  const step = writePointer([property]).slice(1);
  const pointer = schemas.sourceOf(`${list}/required${step}`).replace(/\/required$/, '');
  const stated = readPointer(schemas.document, pointer);
  const parameter = stated && followReferences(schemas.document, stated)?.value;
  // The client fills in what names parts.
  const isFilledIn = one.default !== undefined || one.bodyKeys !== undefined;
  return {
    name,
    property,
    in: one.in,
    required: one.required === true && !isFilledIn,
    description: isJsonObject(parameter) ? stringOf(parameter['description']) : '',
    schema: schemas.at(`${list}/properties${step}`) ?? true,
    isCommon,
  };
}

interface BodyContext {
  readonly schemas: DocumentSchemas;
  readonly described: StatedOperation | undefined;
  readonly files: readonly string[];
}

function describeBody(
  { body = [], bodyRequired = false, media }: Operation<never, unknown>,
  { schemas, described, files }: BodyContext,
): ToolBody | undefined {
  if ((body.length === 0 && media?.metadata !== true) || described === undefined) return undefined;
  const holder = `${described.pointer}/requestBody`;
  const [pointer = ''] = bodyPointers(holder, body, schemas);
  const request = readPointer(schemas.document, holder);
  const value = request && followReferences(schemas.document, request)?.value;
  return {
    required: bodyRequired,
    mediaTypes: body.length === 0 ? ['application/json'] : body.map(({ mediaType }) => mediaType),
    description: isJsonObject(value) ? stringOf(value['description']) : '',
    pointer,
    schema: schemas.at(pointer) ?? true,
    files: new Set(files),
  };
}

/** Where the schema of a body may be: that of the media type that is sent; what goes with bytes is stated for the body as a whole. */
function bodyPointers(
  holder: string,
  body: NonNullable<Operation<never, unknown>['body']>,
  schemas: DocumentSchemas,
): readonly string[] {
  const types = body.map(({ mediaType }) => `${holder}${writePointer(['content', mediaType, 'schema']).slice(1)}`);
  const found = types.filter((pointer) => schemas.at(pointer) !== undefined);
  return found.length > 0 ? found : [holder];
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function lazy<T>(read: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: read() }).value;
}

/** An object of JSON at the end of references. */
export function resolveSchema({ schemas }: Pick<Tool, 'schemas'>, schema: Json | undefined): JsonObject | undefined {
  let found = schema;
  for (const seen = new Set<Json>(); isJsonObject(found) && typeof found['$ref'] === 'string' && !seen.has(found);) {
    seen.add(found);
    found = schemas.at(found['$ref']);
  }
  return isJsonObject(found) ? found : undefined;
}
