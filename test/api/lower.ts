import { printDiagnostic, type Api } from 'speccast';
import type { Content, Model, Operation, Parameter, Schema, Json, JsonObject } from 'speccast/emitter';
import { lowerApi, type LowerOptions } from '../../generator/api/lower-api.js';
import { readApi, type ApiSources, type ReadApi } from '../../generator/api/read-api.js';
import { findResources } from '../../generator/api/behaviour/find-resources.js';
import { Diagnostics, readSpec } from '../spec/read-text.js';

// Tests import the functions of the stage `api` from here, so that a renamed module changes one line.
export { findResources, lowerApi, readApi, type ApiSources, type LowerOptions, type ReadApi };

/** The IR of a document, and the diagnostics as text. */
export interface Lowered {
  readonly api: Api;
  readonly diagnostics: readonly string[];
}

/** The options of lowering that tests set. */
type TestedOptions = Pick<LowerOptions, 'methodNames' | 'types' | 'codecs' | 'names' | 'optionsAt'>;

/** Reads and lowers a document. `openapi`, `info` and `paths` may be left out; `files` are those that it refers to. */
export function lowerParts(
  parts: JsonObject,
  files: Readonly<Record<string, string>> = {},
  options: TestedOptions = {},
): Lowered {
  const root = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {}, ...parts };
  const diagnostics = new Diagnostics({ strict: true });
  const text = { file: 'spec.json', text: JSON.stringify(root, undefined, 1) };
  const document = readSpec(text, { readFile: (file) => files[file], diagnostics });
  if (document === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  const api = lowerApi(document, { name: 'test', diagnostics, ...options });
  return { api, diagnostics: diagnostics.list.map(printDiagnostic) };
}

/** Codes of warnings that documents of these tests cause on purpose. */
const harmless = [
  'unknown-format',
  'relative-server',
  'unsupported-security-scheme',
  'unsupported-style',
  'unsupported-parameter',
  'ignored-parameter',
  'impossible-value',
  'many-schemas',
  'inexact-integer',
  'name-collision',
  'unknown-paging',
];

/** Returns the IR of a document. Throws if anything but a harmless warning is reported. */
export function lowerOrThrow(
  parts: JsonObject,
  files: Readonly<Record<string, string>> = {},
  options: TestedOptions = {},
): Api {
  const { api, diagnostics } = lowerParts(parts, files, options);
  const mistakes = diagnostics.filter((one) => !harmless.some((code) => one.includes(` ${code}: `)));
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return api;
}

/** Returns the IR of a document that has these component schemas. Throws as `lowerOrThrow` does. */
export function lowerSchemas(schemas: JsonObject, paths: JsonObject = {}): Api {
  return lowerOrThrow({ components: { schemas }, paths });
}

/** Finds the model of a component schema by its name in the document. */
export function findModel(api: Api, specName: string): Model {
  return assertFound(api.models.find((model) => model.specName === specName));
}

/** Returns the first operation of a document that has one. */
export function getOnlyOperation(api: Api): Operation {
  return assertFound(api.operations[0]);
}

/** Path and method of the operation that a test declares, and other parts of its document. */
export interface OperationSite {
  readonly path?: string;
  readonly method?: string;
  readonly parts?: JsonObject;
}

/** Lowers a document with one operation, by default at `GET /things`, and returns the operation. */
export function lowerOperation(
  node: JsonObject,
  { path = '/things', method = 'get', parts = {} }: OperationSite = {},
): Operation {
  return getOnlyOperation(lowerOrThrow({ ...parts, paths: { [path]: { [method]: { responses: ok, ...node } } } }));
}

/** Lowers an operation with one parameter and returns the parameter. */
export function lowerParameter(parameter: JsonObject, path = '/things'): Parameter {
  return assertFound(lowerOperation({ parameters: [parameter] }, { path }).parameters[0]);
}

/** Responses of an operation that responds with 204 and no body. */
export const ok: JsonObject = { 204: { description: 'Done.' } };

/** Builds the responses of an operation that responds with 200 and a JSON body of the schema. */
export function toJsonResponses(schema: Json): JsonObject {
  return { 200: { description: 'An answer.', content: { 'application/json': { schema } } } };
}

/** Builds the `requestBody` of a required JSON body of the schema. */
export function toJsonBody(schema: Json): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Copies a value without its positions (`at`) and empty docs, which most tests do not compare. */
export function omitPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitPlaces);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, one]) => key !== 'at' && !(key === 'doc' && Object.keys(one as object).length === 0),
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, omitPlaces(one)]));
}

/** Lists the media types of contents with the kind of each: `['application/json json']`. */
export function listContentKinds(contents: readonly Content[]): readonly string[] {
  return contents.map(({ mediaType, kind }) => `${mediaType} ${kind}`);
}

/** Lowers a component schema; `others` are component schemas that it refers to. */
export function lowerSchema(schema: Json, others: JsonObject = {}): Schema {
  return findModel(lowerSchemas({ Subject: schema, ...others }), 'Subject').schema;
}

function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not found');
  return value;
}
