import { convert } from '../codecs/convert-calls.js';
import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../json.js';
import { expandParameters, withCommon } from '../expand-parameters.js';
import type { Operation, OperationMedia, Service } from '../operation.js';
import { followReferences, readPointer, writePointer } from '../validators/document/document-pointer.js';
import { documentSchemas, type DocumentSchemas } from '../validators/document/document-schemas.js';
import { findOperation } from '../document/find-operation.js';
import type { ToolPackage } from './tool-package.js';

/** A parameter of an operation. */
export interface ToolParameter {
  /** Property of the params object. */
  readonly property: string;
  /** False also for parameters that the service requires, but the client fills in. */
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  /** True if all operations of the service take it. */
  readonly isCommon: boolean;
}

/** The body of an operation: `body` of the params object. */
export interface ToolBody {
  readonly required: boolean;
  /** Media types, the preferred one first. */
  readonly mediaTypes: readonly string[];
  readonly description: string;
  readonly schema: Json;
  /** Names of properties of a multipart body that are bytes, or lists of bytes. */
  readonly files: ReadonlySet<string>;
}

/** An operation for the command line and the MCP server. Its values are those on the wire: JSON, without codecs. */
export interface Tool {
  /** Its name in the client: `pets.list`. */
  readonly name: string;
  /** Its descriptor, without codecs and other names of properties. Numbers keep all their digits. */
  readonly operation: Operation<never, unknown>;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly ToolParameter[];
  readonly body: ToolBody | undefined;
  /** The bytes that it accepts: `media` of the params object. */
  readonly media: OperationMedia | undefined;
  /** True if it returns a list with pages. */
  readonly isList: boolean;
  /** True if it returns only bytes. */
  readonly isDownload: boolean;
  /** True if it returns only events or lines. */
  readonly isStream: boolean;
  readonly hints: ToolHints;
  /** The schemas that its pointers refer to. */
  readonly schemas: DocumentSchemas;
}

/** Reads all operations of a package, in the order of its spec. Their parameters and bodies are read on first use. */
export function readCatalogue({ document, operations, service, files, ...tools }: ToolPackage): readonly Tool[] {
  const { schemas = documentSchemas(document) } = tools;
  return Object.entries(operations).map(([name, { wire, ...described }]) => {
    const { parts, sent } = wire ?? {};
    const operation: Tool['operation'] = {
      ...described,
      parameters: expandParameters(described).map((one) =>
        parts && (one.property ?? one.name) === parts.property ? { ...one, ...parts } : one,
      ),
      ...sent,
      wire: { convert },
    };
    const found = findOperation(document, operation);
    const { summary, description, deprecated }: JsonObject = found?.value ?? {};
    const kinds = (operation.responses ?? []).flatMap(({ contents = [] }) => contents.map(({ kind = 'json' }) => kind));
    const hasOnly = (...all: readonly string[]) => kinds.length > 0 && kinds.every((kind) => all.includes(kind));
    let parameters: readonly ToolParameter[] | undefined;
    return {
      name,
      operation,
      media: operation.media,
      summary: asText(summary),
      description: asText(description),
      isDeprecated: deprecated === true,
      isList: operation.paging !== undefined,
      isDownload: hasOnly('binary'),
      isStream: hasOnly('events', 'lines'),
      hints: readHints(name, operation, found?.value),
      schemas,
      get parameters() {
        return (parameters ??= describeParameters(operation, service, schemas, found?.pointer));
      },
      get body() {
        return found && describeBody(operation, files?.[name], schemas, found.pointer);
      },
    };
  });
}

function describeParameters(
  operation: Operation<never, unknown>,
  service: Service,
  schemas: DocumentSchemas,
  pointer = '#',
) {
  return expandParameters(withCommon(service, operation)).map((one) => {
    const { name, property = name, required = false } = one;
    const isCommon = !operation.parameters?.includes(one);
    const list = isCommon ? '#/components/parameters' : `${pointer}/parameters`;
    const step = writePointer([property]).slice(1);
    const source = schemas.findSource(`${list}/required${step}`).replace(/\/required$/, '');
    return {
      property,
      // The client fills in parameters that select parts of the response.
      required: required && !one.default && !one.bodyKeys,
      description: readDescription(schemas.document, source),
      schema: schemas.at(`${list}/properties${step}`) ?? true,
      isCommon,
    };
  });
}

function describeBody(
  { body = [], bodyRequired = false, media }: Operation<never, unknown>,
  files: readonly string[] | undefined,
  schemas: DocumentSchemas,
  operation: string,
): ToolBody | undefined {
  if (!body.length && media?.metadata !== true) return undefined;
  const holder = `${operation}/requestBody`;
  const contents = body.map(({ mediaType }) => holder + writePointer(['content', mediaType, 'schema']).slice(1));
  // The schema of JSON that is sent with bytes is that of `requestBody`.
  const [schema = schemas.at(holder) ?? true] = contents.flatMap((pointer) => schemas.at(pointer) ?? []);
  return {
    required: bodyRequired,
    mediaTypes: body.length ? body.map(({ mediaType }) => mediaType) : ['application/json'],
    description: readDescription(schemas.document, holder),
    schema,
    files: new Set(files),
  };
}

function readDescription(document: Json, pointer: string) {
  const stated = readPointer(document, pointer);
  return asText(toJsonObject(stated && followReferences(document, stated)?.value)['description']);
}

/** Returns a string as it is, and `''` for any other value. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Follows the references of a schema to a schema object; `undefined` if there is none, or if they form a circle. */
export function resolveSchema({ schemas }: Pick<Tool, 'schemas'>, schema: Json | undefined): JsonObject | undefined {
  let found = schema;
  for (const seen = new Set<Json>(); isJsonObject(found) && typeof found['$ref'] === 'string' && !seen.has(found);) {
    seen.add(found);
    found = schemas.at(found['$ref']);
  }
  return isJsonObject(found) ? found : undefined;
}

/** The effects of an operation, by its method and its spec. */
interface ToolHints {
  /** True if it changes nothing. */
  readonly readOnly: boolean;
  /** True if it deletes or overwrites; false if it only adds. */
  readonly destructive: boolean;
  /** True if a second call has no further effect. */
  readonly idempotent: boolean;
}

/** Matches names of methods that probably delete or replace something, whatever the HTTP method: `cancelOrder`. */
const destructiveName =
  /^(?:abort|archive|ban|block|cancel|clear|close|deactivate|delete|destroy|detach|disable|dismiss|drop|erase|expire|kill|mark|merge|overwrite|purge|reject|remove|replace|reset|revoke|set|stop|suspend|terminate|transfer|trash|truncate|undo|uninstall|unlink|unset|update|void|wipe|withdraw)(?![a-z])/;

/**
 * Reads the effects of an operation. Safe methods, reports and operations with `x-reads` only read. DELETE, PUT, PATCH, and operations
 * whose `x-action` or name means it, are destructive. All others only add.
 */
function readHints(
  name: string,
  { method, idempotent, reads, report }: Operation<never, unknown>,
  described: JsonObject | undefined,
): ToolHints {
  const verb = method.toUpperCase();
  // A report is requested with POST, but changes nothing.
  const readOnly = reads ?? (/^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(verb) || report !== undefined);
  const action = described?.['x-action'];
  const acts = (kind: string) => isJsonObject(action) && Object.hasOwn(action, kind);
  const isDestructiveName = destructiveName.test(name.slice(name.lastIndexOf('.') + 1)) && !acts('insert');
  return {
    readOnly,
    destructive: !readOnly && (verb !== 'POST' || acts('delete') || acts('update') || isDestructiveName),
    idempotent: readOnly || /^(?:PUT|DELETE)$/.test(verb) || idempotent === true,
  };
}
