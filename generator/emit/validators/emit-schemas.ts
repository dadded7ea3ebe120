import type { Api, Operation, Parameter } from '../../api/api.js';
import { toPattern } from '../../api/tools/paths.js';
import { groupPairs } from '../../iterables.js';
import { isSameJson, isJsonObject, type Json, type JsonObject, compact } from '../../json.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { partProperty } from '../code/operation-params.js';
import { operationPart } from '../code/operation-parts.js';
import { code, type Templates } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { isDocumentedPart, partPointer } from './part-pointer.js';
import { exportStructure } from '../code/structures.js';
import type { Schema } from '../../api/types/schema.js';
import { keywords } from '../../keywords/keywords.js';
import { inRuntime } from './print/scope.js';

const schemasSymbol: CodeSymbol = { name: 'schemas', module: 'validators/schemas' };

/** The function that validates leniently; the index of the validators re-exports it. */
export const lenientSymbol: CodeSymbol = { name: 'checkLeniently', module: 'validators/check-leniently' };

/** The object in which the validators of a package find its JSON Schemas. Each package has one, since several may be loaded. */
export const registrySymbol: CodeSymbol = { name: 'registry', module: 'validators/registry' };

/**
 * Emits the modules that all modules of validators use: `registry.ts`; `schemas.ts`, which reads schemas of the document by pointer;
 * `json-schema.ts`, which registers them as JSON Schemas; and `check-leniently.ts`. The last two are modules of their own, so that bundles
 * without them do not contain the document.
 */
export function emitSchemas(api: Api, templates: Templates): readonly SourceFile[] {
  const registry = new Imports(registrySymbol.module, [registrySymbol.name]);
  const registryType = registry.useType(inRuntime('validator', 'SchemaRegistry'));
  const facts = collectSchemaFacts(api);
  return [
    registry.toFile([
      '/** The registry of JSON Schemas for the validators of this package; `json-schema.ts` fills it. */',
      `export const ${registrySymbol.name}: ${registryType} = {};`,
    ]),
    emitConstant(schemasSymbol, templates, {
      template: 'validators/schemas.hbs',
      type: inRuntime('document-schemas', 'DocumentSchemas'),
      used: {
        create: inRuntime('document-schemas', 'documentSchemas'),
        document: { name: 'document', module: 'spec' },
      },
      facts: Object.keys(facts).length === 0 ? '' : code(literal(facts)),
    }),
    emitConstant({ name: 'writeJsonSchema', module: 'validators/json-schema' }, templates, {
      template: 'validators/json-schema.hbs',
      type: inRuntime('validator', 'WriteSchema'),
      used: {
        register: inRuntime('json-schema', 'registerSchemas'),
        schemas: schemasSymbol,
        registry: registrySymbol,
      },
    }),
    emitConstant(lenientSymbol, templates, {
      template: 'validators/check-leniently.hbs',
      type: inRuntime('lenient', 'CheckLeniently'),
      used: {
        create: inRuntime('lenient', 'createLenientCheck'),
        declaredIn: inRuntime('declared-names', 'declaredIn'),
        schemas: schemasSymbol,
      },
    }),
  ];
}

/**
 * Emits the modules that only a package has: `attach-json-schema.ts`, which loads the JSON Schemas with the validators unless a bundler
 * drops it; and `issue-positions.ts`, which finds the position of an issue's keyword in `openapi.json`.
 */
export function emitPackageSchemas(templates: Templates): readonly SourceFile[] {
  const positions = emitConstant({ name: 'findPosition', module: 'validators/issue-positions' }, templates, {
    template: 'validators/find-position.hbs',
    type: inRuntime('issue-positions', 'FindPosition'),
    used: { create: inRuntime('document-positions', 'documentPositions'), schemas: schemasSymbol },
  });
  const types = exportStructure(
    '@speccast/runtime/validators',
    ['IssuePosition', 'FindPosition', 'IssuePlace', 'PlaceOf'],
    true,
  );
  return [
    new Imports('validators/attach-json-schema').toFile([`import './json-schema.js';`]),
    { ...positions, body: [...positions.body, types] },
  ];
}

/** Emits a module with one constant from a template; imports its type and the symbols in `used` for the template. */
function emitConstant(
  { name, module }: CodeSymbol,
  templates: Templates,
  view: {
    readonly template: string;
    readonly type: CodeSymbol;
    readonly used: Readonly<Record<string, CodeSymbol>>;
    readonly [more: string]: unknown;
  },
): SourceFile {
  const imports = new Imports(module, [name]);
  const used = Object.entries(view.used).map(([key, symbol]) => [key, imports.use(symbol)]);
  const names = { name, type: imports.useType(view.type), ...Object.fromEntries(used) };
  return imports.toFile([templates.render(view.template, { ...view, ...names })]);
}

/** Collects facts for schemas that the document does not contain in this form (`SchemaFacts` of the runtime): names of params, path templates, forms. */
function collectSchemaFacts(api: Api): JsonObject {
  const common = api.commonParameters?.parameters.map(({ id }) => id) ?? [];
  // The validated schema of some bodies differs from the document: of strings, forms and items of streams.
  const schemas = api.operations.flatMap((operation) =>
    (['Body', 'Response', 'StreamItem'] as const).flatMap((of) => {
      const part = operationPart(operation, of);
      if (part === undefined || isDocumentedPart(api.document, operation, of)) return [];
      const schema = objectJson(part.schema, (ref) => api.locations?.[ref] ?? ref);
      return [[partPointer(api.document, operation, of), schema] as const];
    }),
  );
  const facts = { parameters: parameterFacts(api), common, schemas: Object.fromEntries(schemas) };
  return Object.fromEntries(Object.entries(facts).filter(([, one]) => Object.keys(one).length > 0));
}

/** Lists the differences of params from the document: `{'': {'path user-id': {property: 'userId'}}}`. Facts of all operations are under `''`. */
function parameterFacts(api: Api): JsonObject {
  const lists = api.operations.map((operation) => {
    const parameters = operation.parameters.map(
      (one) => [`${one.in} ${one.name}`, findParameterFacts(operation, one)] as const,
    );
    const credentials = (operation.credentials ?? []).map((key) => [key, { isOmitted: true }] as const);
    return [partPointer(api.document, operation, 'Parameters'), [...parameters, ...credentials]] as const;
  });
  const shared = [...groupPairs(lists.flatMap(([, facts]) => facts))].flatMap(([key, [first = {}, ...others]]) =>
    others.every((one) => isSameJson(first, one)) ? [[key, first] as const] : [],
  );
  const isShared = new Set(shared.map(([key]) => key));
  const all = [
    ['', shared] as const,
    ...lists.map(([at, facts]) => [at, facts.filter(([key]) => !isShared.has(key))] as const),
  ];
  return Object.fromEntries(
    all.flatMap(([at, facts]) => {
      const stated = facts.filter(([, one]) => Object.keys(one).length > 0);
      return stated.length === 0 ? [] : [[at, Object.fromEntries(stated)]];
    }),
  );
}

function findParameterFacts(operation: Operation, parameter: Parameter): JsonObject {
  const { name, property, template, shape, schema, required, extensions } = parameter;
  const isPart = property === partProperty(operation);
  const isTemplate = template !== undefined && shape.kind === 'template' && schema.string?.pattern === undefined;
  return {
    ...(property !== name && { property }),
    ...(required && isPart !== isJsonObject(extensions['x-part']) && { isOptional: isPart }),
    ...(isTemplate && { pattern: toPattern(template) }),
  };
}

/** Returns the `$ref` for the id of a schema. */
type WriteReference = (id: string) => string;

/** Converts a schema to a JSON Schema of 2020-12. */
function schemaJson(schema: Schema, refer: WriteReference): Json {
  return schema.boolean ?? objectJson(schema, refer);
}

/** Converts a schema to a JSON Schema that is an object: `false` → `{not: {}}`. */
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

/** Converts the keywords of a schema to JSON. */
function rulesJson(rules: object, refer: WriteReference): Readonly<Record<string, Json>> {
  const writeEntry = ({ name, pattern, property, schema, required = true }: Named): [string, Json] => [
    name ?? pattern ?? property ?? '',
    schema === undefined ? required : schemaJson(schema, refer),
  ];
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, value]: [string, unknown]) => {
      const keyword = keywords.get(name);
      // OpenAPI's `example` is in `examples`, and `discriminator` does not validate.
      if (keyword === undefined || keyword.vocabulary === 'openapi') return [];
      // `keyword.takes` determines the type of the value.
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
