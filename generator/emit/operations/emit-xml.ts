import { reachable } from '../../iterables.js';
import type { EmitContext } from '../emit-context.js';
import type { Api, Content, Model, Operation } from '../../api/api.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import type { Property, Schema } from '../../api/types/schema.js';
import { followSchema } from '../../api/schemas/target-schema.js';
import { docLines } from '../code/doc-comments.js';
import { Imports } from '../code/imports.js';
import { inBraces, literal, objectMembers, propertyKey, stringLiteral } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

/** The context in which schemas are printed as XML. */
export interface XmlTools {
  readonly api: Api;
  readonly layout: Layout;
  readonly imports: Imports;
  /** Called with each model that is mentioned. */
  readonly onModel?: (model: Model) => void;
}

/** The context of this emitter. */
export interface OperationTools extends EmitContext {
  readonly templates: Templates;
}

/** Emits `operations/xml.ts`: the forms in XML of the models that bodies in XML consist of. */
export function emitXml({ api, layout, templates }: OperationTools): readonly SourceFile[] {
  const listModels = ({ schema }: { readonly schema: Schema }): readonly Model[] => {
    const models: Model[] = [];
    xmlCode(schema, { api, layout, imports: new Imports(''), onModel: (model) => void models.push(model) });
    return models;
  };
  const found = new Set(reachable(api.operations.flatMap(xmlContents).flatMap(listModels), listModels));
  const constants = {
    symbol: (model: Model) => layout.xml(model),
    type: { name: 'XmlSchema', module: 'runtime/xml' },
    describe: (name: string) => `How ${name} is XML.`,
    print: ({ schema, specName }: Model, imports: Imports) => {
      const root = schema.xml?.['name'] === undefined ? { root: stringLiteral(specName) } : {};
      return objectCode({ ...root, ...toXmlMembers(schema, { api, layout, imports }) });
    },
  };
  const models = api.models.filter((model) => found.has(model));
  return emitConstants(models, constants, templates);
}

/** The constants of a module that has one of each model. */
interface ModelConstants {
  readonly symbol: (model: Model) => CodeSymbol;
  readonly type: CodeSymbol;
  /** The doc comment, given the name of a model in backquotes. */
  readonly describe: (name: string) => string;
  /** The value as source text. */
  readonly print: (model: Model, imports: Imports) => string;
}

/** Emits a module with a constant of each model; nothing without models. */
export function emitConstants(
  models: readonly Model[],
  { symbol, type, describe, print }: ModelConstants,
  templates: Templates,
): readonly SourceFile[] {
  const [module] = models.map((model) => symbol(model).module);
  if (module === undefined) return [];
  const imports = new Imports(
    module,
    models.map((model) => symbol(model).name),
  );
  const body = models.map((model) =>
    templates.render('operations/xml.hbs', {
      docs: docLines({ summary: describe(`\`${model.name}\``) }, []),
      name: symbol(model).name,
      type: imports.useType(type),
      value: code(print(model, imports)),
    }),
  );
  return [imports.toFile(body)];
}

/** The bodies of an operation that are XML with types. */
export function xmlContents(operation: Operation): readonly Content[] {
  const responses = [...successResponses(operation.responses), ...errorsInXml(operation)];
  const all = [...(operation.body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)];
  return all.filter(({ kind }) => kind === 'xml');
}

/** Prints how a schema is XML (`XmlPart` of the runtime): `{ node: 'attribute' }`, or `() => PetXml` for a reference. */
export function xmlCode(schema: Schema, tools: XmlTools): string {
  const members = toXmlMembers(schema, tools);
  const { ref } = members;
  return ref !== undefined && Object.keys(members).length === 1 ? ref : objectCode(members);
}

type Members = Readonly<Record<string, string | undefined>>;

function objectCode(members: Members): string {
  return inBraces(Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`])));
}

function toXmlMembers(schema: Schema, tools: XmlTools): Members {
  const { xml = {}, allOf = [], oneOf = [], anyOf = [], object, array, const: stated, enum: values = [] } = schema;
  // Null is told by an attribute.
  const one = [...oneOf, ...anyOf].filter(({ types }) => types?.join() !== 'null');
  const [constant] = stated === undefined ? (values.length === 1 ? values : []) : [stated.value];
  const isPlain = typeof constant === 'string' || typeof constant === 'number' || typeof constant === 'boolean';
  const additional = findAdditional(schema);
  const names = ['name', 'prefix', 'namespace'].map((key): [string, string | undefined] => {
    const value = xml[key];
    return [key, typeof value === 'string' ? stringLiteral(value) : undefined];
  });
  const [first, ...others] = [...allOf, ...(one.length === 1 ? one : [])];
  const isAlias = schema.ref === undefined && first?.ref !== undefined && others.length === 0 && object === undefined;
  const combined = isAlias ? [] : [first, ...others].filter((part) => part !== undefined);
  const members: Members = {
    ...Object.fromEntries(names),
    node: toXmlNode(schema),
    type: toXmlType(schema, tools),
    const: isPlain ? literal(constant) : undefined,
    properties: object?.properties && propertiesCode(object.properties, tools),
    additional: additional && xmlCode(additional, tools),
    items: array?.items && xmlCode(array.items, tools),
    ref: isAlias ? refCode(first?.ref, tools) : refCode(schema.ref, tools),
    all: combined.length === 0 ? undefined : listCode(combined, tools),
    ...(one.length > 1 && alternativesCode(schema, one, tools)),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The node that `nodeType` of OpenAPI 3.2 says, or what says it in earlier versions; that which goes without saying is left out. */
function toXmlNode({ xml = {}, types }: Schema): string | undefined {
  const { nodeType, attribute, wrapped } = xml;
  const isArray = types?.includes('array') === true;
  const stated = attribute === true ? 'attribute' : wrapped === true && isArray ? 'element' : undefined;
  const node = typeof nodeType === 'string' && nodeTypes.has(nodeType) ? nodeType : stated;
  return node === undefined || node === (isArray ? 'none' : 'element') ? undefined : stringLiteral(node);
}

const nodeTypes: ReadonlySet<string> = new Set(['element', 'attribute', 'text', 'cdata', 'none']);

/** The types of a value, where what it consists of does not say them; null is told by an attribute. */
function toXmlType(schema: Schema, { api }: XmlTools): string | undefined {
  const { object, array, ref, allOf, anyOf, oneOf } = schema;
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const.value];
  const ofValues = values.map((value) =>
    value === null ? 'null' : typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string',
  );
  const types = [...new Set<string>(schema.types ?? ofValues)].filter((type) => type !== 'null');
  const isOpen = [ref, allOf, anyOf, oneOf].some((part) => part !== undefined);
  const inside =
    (object?.properties ?? findAdditional(schema)) ? 'object' : array?.items ? 'array' : isOpen ? '' : 'string';
  if (types.length === 0) return isOpen || inside !== 'string' ? undefined : `'unknown'`;
  // The type that a schema has from what it refers to or combines.
  const targets = [
    ...(ref === undefined ? [] : [api.schemas[ref]]),
    ...(allOf ?? []).map((one) => followSchema(api.schemas, one)),
  ];
  const target = targets.find((one) => one?.types !== undefined)?.types?.join();
  const said = isOpen && inside === '' && types.length === 1 ? target : inside;
  return types.join() === said ? undefined : literal(types.length === 1 ? (types[0] ?? '') : types);
}

function propertiesCode(properties: readonly Property[], tools: XmlTools): string {
  return inBraces(
    properties.map((one) => {
      const value = propertyCode(one, tools);
      // The compiler gives a value under `toString` the type it has in all objects, so that strings lose theirs.
      const kept = objectMembers.has(one.name) && value.startsWith('{') ? ' as const' : '';
      return `${propertyKey(one.name)}: ${value}${kept}`;
    }),
  );
}

/** Prints a property. One that is required and has no element is read as an empty array or string where it is absent. */
function propertyCode({ required, schema }: Property, tools: XmlTools): string {
  const members = toXmlMembers(schema, tools);
  const target = followSchema(tools.api.schemas, schema);
  const node = members['node'] ?? toXmlNode(target);
  const hasNoElement = node === undefined ? target.types?.includes('array') === true : /text|cdata|none/.test(node);
  if (!required || !hasNoElement) return xmlCode(schema, tools);
  return objectCode({ ...members, required: 'true' });
}

/** The schema of further properties, where it says something of them. */
function findAdditional({ object = {} }: Schema): Schema | undefined {
  const { additionalProperties: further, patternProperties: [only, ...others] = [] } = object;
  if (further !== undefined && further.boolean === undefined) return further;
  return others.length === 0 ? only?.schema : undefined;
}

function alternativesCode({ discriminator }: Schema, one: readonly Schema[], tools: XmlTools): Members {
  const { property = '', mapping: stated = [], defaultMapping } = discriminator ?? {};
  if (stated.length === 0) return { one: listCode(one, tools) };
  const mapping = stated.map(({ value, ref }) => `${propertyKey(value)}: ${refCode(ref, tools) ?? '{}'}`);
  const other = refCode(defaultMapping?.ref, tools);
  return {
    discriminator: inBraces([
      `property: ${stringLiteral(property)}`,
      `mapping: ${inBraces(mapping)}`,
      ...(other === undefined ? [] : [`other: ${other}`]),
    ]),
  };
}

function listCode(schemas: readonly Schema[], tools: XmlTools): string {
  return `[${schemas.map((one) => xmlCode(one, tools)).join(', ')}]`;
}

function refCode(ref: string | undefined, { layout, imports, onModel }: XmlTools): string | undefined {
  const model = ref === undefined ? undefined : layout.modelById(ref);
  if (model === undefined) return undefined;
  onModel?.(model);
  return `() => ${imports.use(layout.xml(model))}`;
}
