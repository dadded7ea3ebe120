import type { Api, Operation, Parameter } from '../../api/api.js';
import { patternOfTemplate } from '../../api/tools/paths.js';
import { isSameJson, isJsonObject, type Json, type JsonObject, compact } from '../../json.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { partProperty } from '../code/operation-params.js';
import { operationPart, type OperationPartName } from '../code/operation-parts.js';
import { code, type Templates } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { isDocumentedPart, partPointer } from './part-pointer.js';
import { exportStructure } from '../code/structures.js';
import type { Schema } from '../../api/types/schema.js';
import { keywords } from '../../keywords/keywords.js';

const schemasSymbol: CodeSymbol = { name: 'schemas', module: 'validators/schemas' };
const runtimeFolder = 'runtime/validators';

/**
 * Emits `validators/schemas.ts`, which reads the schemas of the document by pointer, and `validators/json-schema.ts`, which
 * makes them known to the validators as JSON Schemas.
 */
export function emitSchemas(api: Api, templates: Templates): readonly SourceFile[] {
  return [emitReader(api, templates), emitWriter(templates)];
}

/** Emits the module that loads the JSON Schemas with the validators of a package. Its package.json lets bundlers leave it out. */
export function emitSchemasEffect(): SourceFile {
  const body = [`import './json-schema.js';`];
  return { kind: 'source', path: 'src/validators/attach-json-schema.ts', imports: [], body };
}

function emitReader(api: Api, templates: Templates): SourceFile {
  const facts = collectSchemaFacts(api);
  return emitModule(schemasSymbol, (imports) =>
    templates.render('validators/schemas.hbs', {
      name: schemasSymbol.name,
      type: imports.useType({ name: 'DocumentSchemas', module: `${runtimeFolder}/document-schemas` }),
      create: imports.use({ name: 'documentSchemas', module: `${runtimeFolder}/document-schemas` }),
      document: imports.use({ name: 'document', module: 'spec' }),
      facts: Object.keys(facts).length === 0 ? '' : code(literal(facts)),
    }),
  );
}

function emitWriter(templates: Templates): SourceFile {
  const name = 'writeJsonSchema';
  return emitModule({ name, module: 'validators/json-schema' }, (imports) =>
    templates.render('validators/json-schema.hbs', {
      name,
      type: imports.useType({ name: 'WriteSchema', module: `${runtimeFolder}/standard-schema` }),
      register: imports.use({ name: 'registerSchemas', module: `${runtimeFolder}/json-schema` }),
      schemas: imports.use(schemasSymbol),
      registry: imports.use(registrySymbol),
    }),
  );
}

/** Emits a module that declares one symbol. */
function emitModule({ name, module }: CodeSymbol, print: (imports: Imports) => string): SourceFile {
  const imports = new Imports(module, [name]);
  const body = [print(imports)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** Collects facts that the document states in several positions or not at all: names of parameters, path templates, bodies in forms (`SchemaFacts` of the runtime). */
function collectSchemaFacts(api: Api): JsonObject {
  const lists = parameterFacts(api);
  const common = api.commonParameters?.parameters.map(({ id }) => id) ?? [];
  const schemas = Object.fromEntries(api.operations.flatMap((operation) => statedParts(api, operation)));
  return {
    ...(Object.keys(lists).length > 0 && { parameters: lists }),
    ...(common.length > 0 && { common }),
    ...(Object.keys(schemas).length > 0 && { schemas }),
  };
}

/** Lists how parameters differ from the document: `{'': {'path user-id': {property: 'userId'}}}`. A fact that holds in every list stands once, under `''`. */
function parameterFacts(api: Api): JsonObject {
  const lists = api.operations.map((operation) => ({
    pointer: partPointer(api.document, operation, 'Parameters'),
    facts: new Map<string, JsonObject>([
      ...operation.parameters.map((one) => [`${one.in} ${one.name}`, factsOfOne(operation, one)] as const),
      ...(operation.credentials ?? []).map((key) => [key, { isOmitted: true }] as const),
    ]),
  }));
  const shared = new Map<string, JsonObject>();
  const differing = new Set<string>();
  for (const [key, facts] of lists.flatMap((list) => [...list.facts])) {
    if (!isSameJson(shared.get(key) ?? facts, facts)) differing.add(key);
    shared.set(key, facts);
  }
  const all = Object.fromEntries([...shared].filter(([key, facts]) => !differing.has(key) && !isEmpty(facts)));
  const own = lists.flatMap(({ pointer, facts }): [string, Json][] => {
    const entries = [...facts].filter(([key, one]) => differing.has(key) && !isEmpty(one));
    return entries.length === 0 ? [] : [[pointer, Object.fromEntries(entries)]];
  });
  return { ...(!isEmpty(all) && { '': all }), ...Object.fromEntries(own) };
}

function factsOfOne(operation: Operation, parameter: Parameter): JsonObject {
  const { name, property, template, shape, schema, required, extensions } = parameter;
  const isPart = property === partProperty(operation);
  const isTemplate = template !== undefined && shape.kind === 'template' && schema.string?.pattern === undefined;
  return {
    ...(property !== name && { property }),
    ...(required && isPart !== isJsonObject(extensions['x-part']) && { isOptional: isPart }),
    ...(isTemplate && { pattern: patternOfTemplate(template) }),
  };
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

const bodies: readonly OperationPartName[] = ['Body', 'Response', 'StreamItem'];

/** Lists the schemas of bodies that the document does not hold as they are checked: strings, forms, items of streams. */
function statedParts(api: Api, operation: Operation): readonly (readonly [string, Json])[] {
  return bodies.flatMap((of) => {
    const part = operationPart(operation, of);
    const pointer = partPointer(api.document, operation, of);
    if (part === undefined || isDocumentedPart(api.document, operation, of)) return [];
    return [[pointer, objectJson(part.schema, (ref) => api.locations?.[ref] ?? ref)] as const];
  });
}

/** Emits `validators/issue-places.ts`, which finds the position in `openapi.json` that an issue is about. */
export function emitPositions(templates: Templates): SourceFile {
  const file = emitModule({ name: 'placeOf', module: 'validators/issue-places' }, (imports) =>
    templates.render('validators/place-of.hbs', {
      type: imports.useType({ name: 'PlaceOf', module: `${runtimeFolder}/issue-places` }),
      create: imports.use({ name: 'documentPositions', module: `${runtimeFolder}/document-positions` }),
      schemas: imports.use(schemasSymbol),
    }),
  );
  const types = exportStructure('@speccast/runtime/validators', ['IssuePlace', 'PlaceOf'], true);
  return { ...file, body: [...file.body, types] };
}

/** The function that checks leniently; the index of the validators passes it on. */
export const lenientSymbol: CodeSymbol = { name: 'checkLeniently', module: 'validators/check-leniently' };

/** Emits `validators/check-leniently.ts`; only those who use it carry the document, which says what is declared. */
export function emitLenient(templates: Templates): SourceFile {
  return emitModule(lenientSymbol, (imports) =>
    templates.render('validators/check-leniently.hbs', {
      name: lenientSymbol.name,
      type: imports.useType({ name: 'CheckLeniently', module: `${runtimeFolder}/lenient` }),
      create: imports.use({ name: 'createLenientCheck', module: `${runtimeFolder}/lenient` }),
      declaredIn: imports.use({ name: 'declaredIn', module: `${runtimeFolder}/declared-names` }),
      schemas: imports.use(schemasSymbol),
    }),
  );
}

/** The object by which the validators of a package find its JSON Schemas. One for each package: two packages may be loaded. */
export const registrySymbol: CodeSymbol = { name: 'registry', module: 'validators/registry' };

/** Emits `validators/registry.ts`. */
export function emitRegistry(): SourceFile {
  const body = [
    '/** Where the validators of this package find how their JSON Schemas are written, once that is loaded. */',
    `export const ${registrySymbol.name}: SchemaRegistry = {};`,
  ];
  const imports = [{ module: 'runtime/validators/standard-schema', name: 'SchemaRegistry', typeOnly: true }];
  return { kind: 'source', path: `src/${registrySymbol.module}.ts`, imports, body };
}

/** Writes the `$ref` to the schema of an id. */
export type WriteReference = (id: string) => string;

/** Writes a schema as JSON Schema 2020-12, for parts of operations that are not in one position of the document. */
function schemaJson(schema: Schema, refer: WriteReference): Json {
  return schema.boolean ?? objectJson(schema, refer);
}

/** Writes a schema as a JSON Schema that is an object: `false` → `{not: {}}`. */
function objectJson(schema: Schema, refer: WriteReference): JsonObject {
  if (schema.boolean !== undefined) return schema.boolean ? {} : { not: {} };
  const {
    ref,
    title,
    doc,
    types = [],
    const: constant,
    default: value,
    string,
    number,
    array,
    object,
    ...others
  } = schema;
  const [type, ...further] = types;
  const { properties = [], requiredOnly = [] } = object ?? {};
  const required = [...properties.filter((one) => one.required).map(({ name }) => name), ...requiredOnly];
  return compact({
    $ref: ref === undefined ? undefined : refer(ref),
    title,
    description: doc.description ?? doc.summary,
    deprecated: doc.deprecated,
    type: further.length === 0 ? type : types,
    const: constant?.value,
    required: required.length === 0 ? undefined : required,
    ...rulesJson({ ...string, ...number, ...array, ...object, ...others }, refer),
    default: value?.value,
  }) as JsonObject;
}

/** Writes the keywords of the table as JSON. */
function rulesJson(rules: object, refer: WriteReference): Readonly<Record<string, Json>> {
  const writeEntry = ({ name, pattern, property, schema, required = true }: Named): [string, Json] => [
    name ?? pattern ?? property ?? '',
    schema === undefined ? required : schemaJson(schema, refer),
  ];
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, value]: [string, unknown]) => {
      const keyword = keywords.get(name);
      // OpenAPI's `example` is among the examples, and `discriminator` asserts nothing.
      if (keyword === undefined || keyword.vocabulary === 'openapi') return [];
      // The table says what a keyword has as its value.
      switch (keyword.takes) {
        case 'schema':
          return [[name, schemaJson(value as Schema, refer)]];
        case 'schemas':
          return [[name, (value as readonly Schema[]).map((one) => schemaJson(one, refer))]];
        case 'namedSchemas':
        case 'namedProperties':
        case 'textLists':
          return [[name, Object.fromEntries((value as readonly Named[]).map(writeEntry))]];
        default:
          return [[name, value as Json]];
      }
    }),
  );
}

/** An entry of a keyword with names: a schema, or a list of names. */
interface Named {
  readonly name?: string;
  readonly pattern?: string;
  readonly property?: string;
  readonly schema?: Schema;
  readonly required?: Json;
}
