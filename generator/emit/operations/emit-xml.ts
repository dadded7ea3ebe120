import { compact, isCompound } from '../../json.js';
import { code, render } from '../code/templates.js';
import type { WireTools } from '../code/wire-code.js';
import { reachable } from '../../iterables.js';
import type { EmitContext } from '../emit-context.js';
import type { Content, Model, Operation } from '../../api/api.js';
import { findBodyType } from '../../api/behaviour/webhooks.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import type { Property, Schema } from '../../api/types/schema.js';
import { allowedValues, findReferred, followSchema } from '../../api/schemas/target-schema.js';
import { docLines } from '../code/doc-comments.js';
import { Imports } from '../code/imports.js';
import { inBraces, literal, objectMembers, propertyKey, stringLiteral } from '../code/literals.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

/** Emits `operations/xml.ts`: the XML forms of the models in bodies of operations and, for an emulator, of webhooks. */
export function emitXml(context: EmitContext): readonly SourceFile[] {
  const { api, layout, parts } = context;
  const { webhooks = [] } = parts.includes('emulator') ? api : {};
  const sent = webhooks.filter((one) => /[/+]xml\b/.test(findBodyType(one) ?? ''));
  const listModels = ({ schema }: { readonly schema: Schema }): readonly Model[] => {
    const models: Model[] = [];
    xmlCode(schema, { api, layout, imports: new Imports(''), onModel: (model) => void models.push(model) });
    return models;
  };
  const payloads = sent.flatMap(({ payload = '' }) => layout.modelById(payload) ?? []);
  const roots = [...api.operations.flatMap(xmlContents).flatMap(listModels), ...payloads];
  const found = new Set(reachable(roots, listModels));
  const models = api.models.filter((model) => found.has(model));
  return emitConstants(models, context, {
    symbol: layout.xml,
    type: { name: 'XmlSchema', module: 'runtime/xml' },
    describe: (name) => `Form of ${name} in XML.`,
    print: (model, imports) => {
      const { schema, specName } = model;
      // The schema of a payload has no name in the components; its root element has the name of the schema that it refers to.
      const isNamed = schema.xml?.['name'] === undefined && !payloads.includes(model);
      const root = isNamed ? stringLiteral(specName) : undefined;
      return objectCode({ root, ...toXmlMembers(schema, { api, layout, imports }) });
    },
  });
}

/** The constants of a module with one for each model. */
interface ModelConstants {
  readonly symbol: (model: Model) => CodeSymbol;
  readonly type: CodeSymbol;
  /** Returns the doc comment for the name of a model, which is in backquotes. */
  readonly describe: (name: string) => string;
  /** Prints the value of a constant. */
  readonly print: (model: Model, imports: Imports) => string;
}

/** Emits a module with a constant for each model; none without models. */
export function emitConstants(
  models: readonly Model[],
  context: EmitContext,
  { symbol, type, describe, print }: ModelConstants,
): readonly SourceFile[] {
  const [first] = models;
  if (first === undefined) return [];
  const imports = new Imports(
    symbol(first).module,
    models.map((model) => symbol(model).name),
  );
  const body = models.map((model) =>
    render(context, 'operations/xml.hbs', {
      docs: docLines({ summary: describe(`\`${model.name}\``) }),
      name: symbol(model).name,
      type: imports.useType(type),
      value: code(print(model, imports)),
    }),
  );
  return [imports.toFile(body)];
}

/** Lists the bodies of an operation that are XML with a schema. */
export function xmlContents(operation: Operation): readonly Content[] {
  const responses = [...successResponses(operation.responses), ...errorsInXml(operation)];
  const all = [...(operation.body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)];
  return all.filter(({ kind }) => kind === 'xml');
}

/** Prints the XML form of a schema (`XmlPart` of the runtime): `{ node: 'attribute' }`, or `() => PetXml` for a reference. */
export function xmlCode(schema: Schema, tools: WireTools): string {
  const members = toXmlMembers(schema, tools);
  const { ref } = members;
  return ref !== undefined && Object.keys(members).length === 1 ? ref : objectCode(members);
}

type Members = Readonly<Record<string, string | undefined>>;

function objectCode(members: Members): string {
  return inBraces(Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`])));
}

function toXmlMembers(schema: Schema, tools: WireTools): Members {
  const { xml = {}, allOf = [], oneOf = [], anyOf = [], object, array } = schema;
  // XML states null by an attribute (`xsi:nil`), so it is no alternative.
  const one = [...oneOf, ...anyOf].filter(({ types }) => types?.join() !== 'null');
  const [constant, ...further] = allowedValues(schema) ?? [];
  const isPlain = constant !== undefined && further.length === 0 && !isCompound(constant) && constant !== null;
  const additional = findAdditional(schema);
  const names = ['name', 'prefix', 'namespace'].map((key) => {
    const value = xml[key];
    return [key, typeof value === 'string' ? stringLiteral(value) : undefined] as const;
  });
  const combined = [...allOf, ...(one.length === 1 ? one : [])];
  const [first, ...others] = combined;
  const isAlias = schema.ref === undefined && first?.ref !== undefined && others.length === 0 && object === undefined;
  return compact<Members>({
    ...Object.fromEntries(names),
    node: toXmlNode(schema),
    type: toXmlType(schema, tools),
    const: isPlain ? literal(constant) : undefined,
    properties: object?.properties && propertiesCode(object.properties, tools),
    additional: additional && xmlCode(additional, tools),
    items: array?.items && xmlCode(array.items, tools),
    ref: refCode(isAlias ? first.ref : schema.ref, tools),
    all: isAlias || first === undefined ? undefined : listCode(combined, tools),
    ...(one.length > 1 && alternativesCode(schema, one, tools)),
  });
}

/** Prints the node of a schema: `nodeType` of OpenAPI 3.2, or `attribute` and `wrapped` of earlier versions; undefined for the default. */
function toXmlNode({ xml = {}, types }: Schema): string | undefined {
  const { nodeType, attribute, wrapped } = xml;
  const isArray = types?.includes('array') === true;
  const stated = attribute === true ? 'attribute' : wrapped === true && isArray ? 'element' : undefined;
  const node = typeof nodeType === 'string' && nodeTypes.has(nodeType) ? nodeType : stated;
  return node === undefined || node === (isArray ? 'none' : 'element') ? undefined : stringLiteral(node);
}

const nodeTypes: ReadonlySet<string> = new Set(['element', 'attribute', 'text', 'cdata', 'none']);

/** Prints the types of a value if they do not follow from its other members: `'integer'`; without null, which XML states by an attribute. */
function toXmlType(schema: Schema, { api }: WireTools): string | undefined {
  const { object, array, ref, allOf = [], anyOf, oneOf } = schema;
  const ofValues = (allowedValues(schema) ?? []).map((value) =>
    value === null ? 'null' : typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string',
  );
  const types = [...new Set<string>(schema.types ?? ofValues)].filter((type) => type !== 'null');
  const isOpen = [ref, schema.allOf, anyOf, oneOf].some((part) => part !== undefined);
  const inside =
    (object?.properties ?? findAdditional(schema)) ? 'object' : array?.items ? 'array' : isOpen ? '' : 'string';
  if (types.length === 0) return isOpen || inside !== 'string' ? undefined : `'unknown'`;
  // The type that a schema gets from its `$ref` or `allOf`.
  const targets = [findReferred(api.schemas, schema), ...allOf.map((one) => followSchema(api.schemas, one))];
  const target = targets.find((one) => one?.types !== undefined)?.types?.join();
  const implied = isOpen && inside === '' && types.length === 1 ? target : inside;
  return types.join() === implied ? undefined : literal(types.length === 1 ? (types[0] ?? '') : types);
}

function propertiesCode(properties: readonly Property[], tools: WireTools): string {
  return inBraces(
    properties.map((one) => {
      const value = propertyCode(one, tools);
      // TypeScript gives a value under a key such as `toString` the type of that member, so literal types would be lost.
      const kept = objectMembers.has(one.name) && value.startsWith('{') ? ' as const' : '';
      return `${propertyKey(one.name)}: ${value}${kept}`;
    }),
  );
}

/** Prints a property. A required property without an element of its own is read as an empty array or string if it is absent. */
function propertyCode({ required, schema }: Property, tools: WireTools): string {
  const members = toXmlMembers(schema, tools);
  const target = followSchema(tools.api.schemas, schema);
  const node = members['node'] ?? toXmlNode(target);
  const hasNoElement = node === undefined ? target.types?.includes('array') === true : /text|cdata|none/.test(node);
  if (!required || !hasNoElement) return xmlCode(schema, tools);
  return objectCode({ ...members, required: 'true' });
}

/** Finds the schema of further properties: `additionalProperties`, or the only one of `patternProperties`. */
function findAdditional({ object = {} }: Schema): Schema | undefined {
  const { additionalProperties: further, patternProperties: [only, ...others] = [] } = object;
  if (further !== undefined && further.boolean === undefined) return further;
  return others.length === 0 ? only?.schema : undefined;
}

function alternativesCode({ discriminator }: Schema, one: readonly Schema[], tools: WireTools): Members {
  const { property = '', mapping = [], defaultMapping } = discriminator ?? {};
  if (mapping.length === 0) return { one: listCode(one, tools) };
  const targets = mapping.map(({ value, ref }) => `${propertyKey(value)}: ${refCode(ref, tools) ?? '{}'}`);
  return {
    discriminator: objectCode({
      property: stringLiteral(property),
      mapping: inBraces(targets),
      other: refCode(defaultMapping?.ref, tools),
    }),
  };
}

function listCode(schemas: readonly Schema[], tools: WireTools): string {
  return `[${schemas.map((one) => xmlCode(one, tools)).join(', ')}]`;
}

function refCode(ref: string | undefined, { layout, imports, onModel }: WireTools): string | undefined {
  const model = layout.modelById(ref ?? '');
  if (model === undefined) return undefined;
  onModel?.(model);
  return `() => ${imports.use(layout.xml(model))}`;
}
