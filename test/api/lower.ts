import { printDiagnostic, type Api } from 'speccast';
import type { Content, Model, Operation, Parameter, Schema, Json, JsonObject } from 'speccast/emitter';
import { lowerApi, type LowerOptions } from '../../generator/api/lower-api.js';
import { readApi, type ApiSources, type ReadApi } from '../../generator/api/read-api.js';
import { findResources } from '../../generator/api/behaviour/find-resources.js';
import { Diagnostics, readSpec } from '../spec/read-text.js';

// The stage of lowering, for all tests: they import it from here alone.
export { findResources, lowerApi, readApi, type ApiSources, type LowerOptions, type ReadApi };

/** What lowering a document gave: the IR and the diagnostics as text. */
export interface Lowered {
  readonly api: Api;
  readonly diagnostics: readonly string[];
}

/** Options of lowering that a test chooses. */
type Chosen = Pick<LowerOptions, 'methodNames' | 'types' | 'codecs' | 'names' | 'optionsAt'>;

/** Reads and lowers a document of which only the parts that matter are given. */
export function lowerParts(
  parts: JsonObject,
  files: Readonly<Record<string, string>> = {},
  options: Chosen = {},
): Lowered {
  const root = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {}, ...parts };
  const diagnostics = new Diagnostics({ strict: true });
  const text = { file: 'spec.json', text: JSON.stringify(root, undefined, 1) };
  const document = readSpec(text, { readFile: (file) => files[file], diagnostics });
  if (document === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  const api = lowerApi(document, { name: 'test', diagnostics, ...options });
  return { api, diagnostics: diagnostics.list.map(printDiagnostic) };
}

/** Warnings about what specs of these tests hold on purpose: it is lowered all the same, or left out. */
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

/** The IR of a document; throws where anything was reported but what it does without. */
export function apiOf(parts: JsonObject, files: Readonly<Record<string, string>> = {}, options: Chosen = {}): Api {
  const { api, diagnostics } = lowerParts(parts, files, options);
  const mistakes = diagnostics.filter((one) => !harmless.some((code) => one.includes(` ${code}: `)));
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return api;
}

/** The IR of a document that has these schemas as components. */
export function apiOfSchemas(schemas: JsonObject, paths: JsonObject = {}): Api {
  return apiOf({ components: { schemas }, paths });
}

/** The model of a name in the components. */
export function modelOf(api: Api, specName: string): Model {
  return found(api.models.find((model) => model.specName === specName));
}

/** The only operation of a document. */
export function operationOf(api: Api): Operation {
  return found(api.operations[0]);
}

/** Where a test puts its operation, and what else the document holds. */
export interface OperationSite {
  readonly path?: string;
  readonly method?: string;
  readonly parts?: JsonObject;
}

/** A lone operation at `GET /things`, or elsewhere. */
export function lowerOperation(
  node: JsonObject,
  { path = '/things', method = 'get', parts = {} }: OperationSite = {},
): Operation {
  return operationOf(apiOf({ ...parts, paths: { [path]: { [method]: { responses: ok, ...node } } } }));
}

/** The only parameter of an operation that declares it. */
export function lowerParameter(parameter: JsonObject, path = '/things'): Parameter {
  return found(lowerOperation({ parameters: [parameter] }, { path }).parameters[0]);
}

/** Responses of an operation that answers with nothing. */
export const ok: JsonObject = { 204: { description: 'Done.' } };

/** Responses of an operation that answers with JSON. */
export function answering(schema: Json): JsonObject {
  return { 200: { description: 'An answer.', content: { 'application/json': { schema } } } };
}

/** A JSON request body. */
export function sending(schema: Json): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

/** What remains of a value without the places and empty docs, which most tests are not about. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, one]) => key !== 'at' && !(key === 'doc' && Object.keys(one as object).length === 0),
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, bare(one)]));
}

/** Media types of contents with the kind of each. */
export function kindsOf(contents: readonly Content[]): readonly string[] {
  return contents.map(({ mediaType, kind }) => `${mediaType} ${kind}`);
}

/** A component schema after lowering. */
export function schemaOf(schema: Json, others: JsonObject = {}): Schema {
  return modelOf(apiOfSchemas({ Subject: schema, ...others }), 'Subject').schema;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not found');
  return value;
}
