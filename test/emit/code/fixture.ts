import { readdirSync, readFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Api } from 'speccast';
import type {
  Model,
  Operation,
  OperationGroup,
  Parameter,
  Response,
  Schema,
  Member,
  Shape,
  EmitContext,
  SourceFile,
} from 'speccast/emitter';
import { createLayout } from '../../../generator/emit/layout.js';
import { DEFAULT_OUTPUT } from '../../../generator/emit/emit-context.js';
import type { Assets } from '../../../generator/emit/emit-context.js';
import type { OutputFile } from '../../../generator/emit/source-file.js';
import { printFiles } from '../../../generator/output/print/print-files.js';

const at = { file: 'spec.yaml', line: 1, column: 1 };

/** A schema that says nothing. */
export const anySchema: Schema = { at, doc: {} };

/** A member of an object shape. */
export function member(name: string, shape: Shape, more: Partial<Member> = {}): Member {
  return { name, shape, required: false, doc: {}, notes: [], ...more };
}

/** A model that lives in `models/<module>`. */
export function model(name: string, shape: Shape, more: Partial<Model> = {}): Model {
  const id = `#/components/schemas/${name}`;
  return {
    id,
    specName: name,
    name,
    module: 'things',
    schema: anySchema,
    shape,
    doc: {},
    notes: [],
    extensions: {},
    ...more,
  };
}

/** A parameter in the query. */
export function parameter(name: string, more: Partial<Parameter> = {}): Parameter {
  const place = more.in ?? 'query';
  const form = place === 'query' || place === 'cookie';
  return {
    name,
    property: name,
    id: `#/components/parameters/${name}`,
    in: place,
    required: false,
    style: form ? 'form' : 'simple',
    explode: form,
    allowReserved: false,
    schema: { ...anySchema, types: ['string'] },
    shape: { kind: 'string' },
    doc: {},
    notes: [],
    extensions: {},
    at,
    ...more,
  };
}

/** A JSON response. */
export function jsonResponse(status: string, shape: Shape): Response {
  const content = { mediaType: 'application/json', kind: 'json', schema: anySchema, shape } as const;
  return { status, contents: [content], headers: [], doc: {} };
}

/** A response without a body. */
export function emptyResponse(status: string): Response {
  return { status, contents: [], headers: [], doc: {} };
}

/** The operation `things.<property>`. */
export function operation(property: string, more: Partial<Operation> = {}): Operation {
  const stem = property.charAt(0).toUpperCase() + property.slice(1);
  return {
    id: `things.${property}`,
    name: `things${stem}`,
    typeName: `Things${stem}`,
    property,
    group: ['things'],
    module: 'things',
    method: 'GET',
    path: '/things',
    parameters: [],
    openParameters: false,
    responses: [emptyResponse('204')],
    security: [],
    doc: {},
    extensions: {},
    at,
    ...more,
  };
}

/** An API with one group, `things`, that holds all operations. */
export function api(more: Partial<Api> = {}): Api {
  const operations = more.operations ?? [];
  const group: OperationGroup = {
    path: ['things'],
    property: 'things',
    typeName: 'Things',
    module: 'things',
    operations: operations.map((one) => one.id),
    groups: [],
  };
  return {
    name: 'thing-service',
    typeName: 'ThingService',
    title: 'Thing Service',
    version: '1',
    doc: {},
    servers: [],
    securitySchemes: [],
    operations,
    groups: [group],
    models: [],
    schemas: {},
    extensions: {},
    layers: [],
    document: {},
    ...more,
  };
}

/** What an emitter is given, with the real templates. */
export function context(given: Api): EmitContext {
  const own = { packageName: given.name, command: 'speccast generate', assets };
  return { ...DEFAULT_OUTPUT, api: given, layout: createLayout(given), ...own };
}

/** The file that was emitted under a path. */
export function fileOf(files: readonly OutputFile[], path: string): SourceFile {
  const file = files.find((one) => one.path === path);
  if (file?.kind !== 'source') throw new Error(`not emitted: ${path}; but ${files.map((one) => one.path).join(', ')}`);
  return file;
}

function printSource(file: SourceFile): string {
  const [first] = printFiles([file], '//');
  return first?.source.text.replace(/^.*\n/, '') ?? '';
}

/** Text of a file as it would be written, without its first line. */
export async function printed(file: SourceFile): Promise<string> {
  const text = printSource(file).trimStart();
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 120 });
}

/** Text of a file before formatting. */
export function unformatted(file: SourceFile): string {
  return printSource(file);
}

const templatesFolder = new URL('../../../templates/', import.meta.url);

/** The real templates. */
export const assets: Assets = { templates: new Map(readTemplates()), runtime: new Map() };

function readTemplates(): [string, string][] {
  const paths = readdirSync(templatesFolder, { recursive: true, encoding: 'utf8' });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.hbs') || path === 'package/build.js')
    .map((path) => [path, readFileSync(new URL(path, templatesFolder), 'utf8')]);
}
