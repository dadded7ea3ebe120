import type { Api, Model } from '../../api/api.js';
import { isJsonObject, type Json } from '../../spec/json.js';
import { parsePointer } from '../../spec/pointer.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { schemasSymbol } from '../code/spec-symbols.js';
import { code, type Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { camelCase } from './local-names.js';
import { keyOf, pendingOf, viewOf, type Pending } from './schema-view.js';
import { objectJson } from './schema-json.js';
import { registrySymbol } from './schema-registry.js';
import type { Export } from './service-units.js';
import { referencesOf } from './subschemas.js';

const folder = 'validators/json-schemas';
const runtimeModule = 'runtime/validators/json-schema';
const writer = 'writeJsonSchema';

/** What JSON Schemas are emitted from. */
export interface SchemasInput {
  readonly api: Api;
  readonly layout: Layout;
  readonly exports: readonly Export[];
  readonly templates: Templates;
}

/** A JSON Schema and the module it stands in: `validators/json-schemas/videos`. */
interface Source {
  readonly module: string;
  /** Source text of an entry. */
  readonly text: string;
}

/**
 * Emits `validators/json-schema.ts`, which makes JSON Schemas known to the validators, and those that `spec` does not
 * hold: of parts of operations, a file a resource, or one an operation where the validators have one.
 */
export function emitSchemas(input: SchemasInput): readonly SourceFile[] {
  const sources = [...partSources(input), ...furtherSources(input)];
  const byModule = groupBy(sources, ({ module }) => module);
  const resources = groupBy([...byModule.keys()], resourceOf);
  const files = [...resources].map(([resource, modules]) => {
    const nested = modules.filter((module) => module !== resource);
    return emitSources(resource, byModule.get(resource) ?? [], nested, input.templates);
  });
  const nested = [...byModule].filter(([module]) => !resources.has(module));
  return [
    ...files,
    ...nested.map(([module, list]) => emitSources(module, list, [], input.templates)),
    emitEntry([...resources.keys()], input),
    { kind: 'source', path: 'src/validators/attach-json-schema.ts', imports: [], body: [`import './json-schema.js';`] },
  ];
}

/** `validators/json-schemas/videos/videos-insert` is part of `validators/json-schemas/videos`. */
function resourceOf(module: string): string {
  return module.split('/').slice(0, 3).join('/');
}

function partSources({ api, exports }: SchemasInput): readonly Source[] {
  return exports
    .filter(({ model, alias }) => model === undefined && alias === undefined)
    .map(({ symbol, schema, direction }) => ({
      module: symbol.module.replace(/^validators/, folder),
      text: `${propertyKey(symbol.name)}: ${literal(objectJson(schema, viewOf(api, direction)))}`,
    }));
}

/**
 * Schemas that are referred to and that the document does not hold as they count: those that are no components, those
 * whose references are words of another file, and those that count differently for what travels one way.
 */
function furtherSources({ api, layout, exports }: SchemasInput): readonly Source[] {
  const found = new Map<string, string>();
  const models = api.models.filter((model) => !standsInDocument(model, api));
  const open: Pending[] = models.map(({ id }) => ({ id, direction: undefined }));
  for (const { schema, direction } of exports) open.push(...pendingOf(schema, direction, api));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, direction } = next;
    const schema = api.schemas[id];
    const key = keyOf(id, direction);
    const model = layout.modelById(id);
    const isThere = direction === undefined && model !== undefined && standsInDocument(model, api);
    if (schema === undefined || found.has(key) || isThere) continue;
    found.set(key, `${propertyKey(key)}: ${literal(objectJson(schema, viewOf(api, direction)))}`);
    open.push(...pendingOf(schema, direction, api));
  }
  return [...found.values()].map((text) => ({ module: `${folder}/shared`, text }));
}

const standing = new WeakMap<Model, boolean>();

/** Whether the document holds a model among its components, with the very references that the model has. */
function standsInDocument(model: Model, api: Api): boolean {
  const stands = standing.get(model) ?? findInDocument(model, api);
  standing.set(model, stands);
  return stands;
}

function findInDocument({ id, schema }: Model, { document }: Api): boolean {
  if (!/^#\/components\/schemas\/[^/]+$/.test(id)) return false;
  const steps = parsePointer(id.slice(1)) ?? [];
  let value: Json | undefined = document;
  for (const step of steps) value = isJsonObject(value) ? value[step] : undefined;
  const text = JSON.stringify(value ?? null);
  return value !== undefined && referencesOf(schema).every((ref) => text.includes(JSON.stringify(ref)));
}

function symbolOf(module: string): CodeSymbol {
  return { name: `${camelCase(module.split('/').slice(2).join(' '))}Schemas`, module };
}

function emitSources(
  module: string,
  sources: readonly Source[],
  nested: readonly string[],
  templates: Templates,
): SourceFile {
  const { name } = symbolOf(module);
  const imports = new Imports(module, [name]);
  const spread = nested.map((one) => `...${imports.use(symbolOf(one))}`);
  const view = {
    doc: ['JSON Schemas by the name of their validator.'],
    name,
    type: imports.useType({ name: 'SchemaSources', module: runtimeModule }),
    value: code(`{ ${[...spread, ...sources.map(({ text }) => text)].join(', ')} }`),
  };
  const body = [templates.render('validators/schemas.hbs', view)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function emitEntry(modules: readonly string[], { api, templates }: SchemasInput): SourceFile {
  const module = 'validators/json-schema';
  const imports = new Imports(module, [writer]);
  const hasComponents = api.models.some((model) => standsInDocument(model, api));
  const view = {
    name: writer,
    type: imports.useType({ name: 'WriteSchema', module: 'runtime/validators/standard-schema' }),
    register: imports.use({ name: 'registerSchemas', module: runtimeModule }),
    registry: imports.use(registrySymbol),
    components: code(hasComponents ? imports.use(schemasSymbol) : '{}'),
    sources: modules.map((one) => imports.use(symbolOf(one))),
  };
  const body = [templates.render('validators/json-schema.hbs', view)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}
