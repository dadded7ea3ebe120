import type { LiteralsShape, Member, ObjectShape, Shape, TupleShape } from '../../api/types/shape.js';
import { unknownShape } from '../../api/shapes/combine-shapes.js';
import { isConstant } from '../../api/naming/enums.js';
import { isJsonObject, type Json } from '../../json.js';
import { docComment, type DocLine, docLines } from './doc-comments.js';
import { wireNameNote } from '../../api/tools/sentence.js';
import { literal, memberKey, numberLiteral, templateLiteral } from './literals.js';
import type { Direction } from '../../api/types/schema.js';
import type { ApiCodec } from '../../api/types/codec.js';
import { kebabCase } from '../../api/tools/names.js';
import type { Layout } from '../layout.js';
import type { PropertyParts } from './structures.js';
import type { CodeSymbol } from '../source-file.js';
import { type Imports, runtime, TEMPORAL_TYPES } from './imports.js';

/** Names of the types that a shape mentions, as the file at hand knows them; asking for one imports it. */
export interface TypeNames {
  /** Name of a model's type, by the id a reference carries. */
  model(id: string): string;
  /** Name of the type of raw bytes. */
  media(): string;
  /** Type of the values that a codec gives. */
  codec(id: string): string;
  /** Name of the type of strings that an enum does not list and the service sent. */
  unrecognized(): string;
  /** The same of types on the wire; absent where these are on the wire. */
  readonly wire?: TypeNames;
  /** Name of an enum whose values have names. Absent: its values are told. */
  constants?(name: string): string;
  /** True if properties can be set, as in requests. Default: false. */
  readonly settable?: boolean;
}

/** TypeScript source text of the type that a shape describes. */
export function printShape(shape: Shape, names: TypeNames): string {
  switch (shape.kind) {
    case 'binary':
      return names.media();
    case 'reference':
      return names.model(shape.model);
    case 'literals':
      return literalTypes(shape, names).join(' | ') || 'never';
    case 'template':
      return templateLiteral(shape.texts, '${string}');
    case 'array':
      return `readonly ${printOperand(shape.items, names)}[]`;
    case 'tuple':
      return printTuple(shape, names);
    case 'object':
      return printObject(shape, names);
    case 'union':
      return (
        unique(shape.of.flatMap((one) => (one.kind === 'never' ? [] : printShape(one, names)))).join(' | ') || 'never'
      );
    case 'intersection':
      return unique(shape.of.map((one) => printOperand(one, names))).join(' & ') || 'unknown';
    case 'coded':
      return names.wire === undefined ? printShape(shape.wire, names) : names.codec(shape.codec);
    case 'wire':
      return printShape(shape.of, names.wire ?? names);
    case 'builtIn':
      return shape.name;
    default:
      return shape.kind;
  }
}

/** Returns the shape in the index signature of an object: `unknown` where a known member would contradict more. */
export function restShape({ members, rest }: ObjectShape): Shape | undefined {
  if (rest === undefined) return undefined;
  const taken = new Set([rest, ...(rest.kind === 'union' ? rest.of : [])].map((one) => JSON.stringify(one)));
  return members.every(({ shape }) => taken.has(JSON.stringify(shape))) ? rest : unknownShape;
}

/**
 * Tells whether the index signature of an object is in a type of its own, `{ a?: Size } & { [key: string]: Size }`: beside it in one
 * type, TypeScript takes an optional member only where callers have `exactOptionalPropertyTypes`.
 */
export function hasIndexApart(shape: ObjectShape): boolean {
  const rest = restShape(shape) ?? unknownShape;
  return rest.kind !== 'unknown' && shape.members.some(({ required }) => !required);
}

/** The members of the union that literals are. */
function literalTypes({ values, open, constants }: LiteralsShape, names: TypeNames): readonly string[] {
  const name = constants && names.constants?.(constants.name);
  const others = name === undefined ? values : values.filter((value) => !isConstant(value));
  const strings = values.filter((value) => typeof value === 'string');
  // Values may be written as strings, too, which an enum of TypeScript does not take by itself.
  const written =
    strings.length === values.filter(isConstant).length ? ['`${' + name + '}`'] : strings.map(printLiteralType);
  const named = name === undefined ? [] : [name, ...(constants?.style === 'enum' ? written : [])];
  const types = unique([...named, ...others.map(printLiteralType)]);
  if (open === 'any') return [...types, '(string & {})'];
  return open ? [...types, names.unrecognized()] : types;
}

function printLiteralType(value: Json): string {
  if (Array.isArray(value)) return `readonly [${value.map(printLiteralType).join(', ')}]`;
  if (typeof value === 'number') return numberLiteral(value === 0 ? 0 : value);
  if (!isJsonObject(value)) return literal(value);
  const members = Object.entries(value).map(([name, item]) => `readonly ${memberKey(name)}: ${printLiteralType(item)}`);
  return members.length === 0 ? '{ readonly [key: string]: never }' : `{ ${members.join('; ')} }`;
}

function printTuple(shape: TupleShape, names: TypeNames): string {
  const items = shape.items.map((item, index) =>
    index < shape.required ? printShape(item, names) : `${printOperand(item, names)}?`,
  );
  const rest = shape.rest === undefined ? [] : [`...${printOperand(shape.rest, names)}[]`];
  return `readonly [${[...items, ...rest].join(', ')}]`;
}

function printObject(shape: ObjectShape, names: TypeNames): string {
  const rest = restShape(shape) ?? (shape.members.length === 0 ? unknownShape : undefined);
  const index = rest === undefined ? [] : [`${printModifier(names)}[key: string]: ${printShape(rest, names)};`];
  if (shape.members.length === 0) return `{ ${index.join('')} }`;
  const members = shape.members.map((member) => {
    const doc = docComment(memberDocs(member, names));
    const key = `${memberKey(nameOfMember(member, names))}${member.required ? '' : '?'}`;
    const text = `${printModifier(names)}${key}: ${printShape(member.shape, names)};`;
    return doc === '' ? text : `${doc}\n${text}`;
  });
  return hasIndexApart(shape)
    ? ['({', ...members, `} & { ${index.join('')} })`].join('\n')
    : ['{', ...members, ...index, '}'].join('\n');
}

/** Returns the name of a member: for callers, or on the wire. */
export function nameOfMember({ name, callersName = name }: Member, { wire }: Pick<TypeNames, 'wire'>): string {
  return wire === undefined ? name : callersName;
}

/** The doc comment of a member, which says what it is called on the wire where callers know it by another name. */
export function memberDocs({ name, callersName, doc, notes }: Member, { wire }: TypeNames): readonly DocLine[] {
  return docLines(doc, wire && callersName !== undefined ? [...notes, wireNameNote(name)] : notes);
}

function printModifier({ settable = false }: TypeNames): string {
  return settable ? '' : 'readonly ';
}

/** In parentheses where an operator beside it would take only a part of it. */
function printOperand(shape: Shape, names: TypeNames): string {
  const text = printShape(shape, names);
  return needsParentheses(shape, names) ? `(${text})` : text;
}

function needsParentheses(shape: Shape, names: TypeNames): boolean {
  switch (shape.kind) {
    case 'coded':
      return names.wire === undefined && needsParentheses(shape.wire, names);
    case 'wire':
      return needsParentheses(shape.of, names);
    case 'literals':
      return literalTypes(shape, names).length > 1 || Array.isArray(shape.values[0]);
    case 'union':
    case 'intersection':
    case 'array':
    case 'tuple':
      return true;
    default:
      return false;
  }
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** The type of what callers may pass as bytes. */
export const mediaSymbol: CodeSymbol = runtime('Media');

/** The form of values: as callers have them, or on the wire. */
export type TypeSide = 'callers' | 'wire';

/** Gives the name that a symbol has in a file, which imports it. */
export type UseType = (symbol: CodeSymbol) => string;

/** Names of the types that a file mentions; asking for one imports it. Requests use the input variants of models. */
export function typeNames(
  layout: Layout,
  imports: Imports,
  direction: Direction,
  side: TypeSide = 'callers',
): TypeNames {
  return createTypeNames(layout, (symbol) => imports.useType(symbol), { direction, side });
}

/** The same, for files whose imports are kept elsewhere. */
export function createTypeNames(
  layout: Layout,
  use: UseType,
  { direction, side }: { readonly direction: Direction; readonly side: TypeSide },
): TypeNames {
  return {
    model: (id) => use(modelTypeSymbol(layout, id, direction, side)),
    media: () => (direction === 'request' ? use(mediaSymbol) : 'Uint8Array'),
    codec: (id) => {
      const codec = layout.codec(id);
      if (codec.own === true) return use(ownCodecSymbol(codec, codec.type));
      // `Temporal.Instant` is imported; `Date` and `bigint` are of the language.
      const [name = '', ...others] = codec.type.split('.');
      return others.length === 0 ? codec.type : [use({ name, module: TEMPORAL_TYPES }), ...others].join('.');
    },
    constants: (name) => use(layout.enumType(name)),
    unrecognized: () => use(runtime('Unrecognized')),
    settable: direction === 'request',
    ...(side === 'callers' && { wire: createTypeNames(layout, use, { direction, side: 'wire' }) }),
  };
}

/** Returns a symbol of the module of a codec of the user's own, which exports `codec` and its type: `codecs/money`. */
export function ownCodecSymbol({ id }: ApiCodec, name: string): CodeSymbol {
  return { name, module: `codecs/${kebabCase(id, 'codec')}` };
}

/** Symbol of the type of a model, in the variant that travels in a direction. Throws on an id no model has. */
export function modelTypeSymbol(
  layout: Layout,
  id: string,
  direction: Direction,
  side: TypeSide = 'callers',
): CodeSymbol {
  const model = layout.modelById(id);
  if (model === undefined) throw new Error(`No model has the id ${JSON.stringify(id)}`);
  const variant = direction === 'request' && model.input !== undefined ? model.input : model;
  const name = side === 'wire' ? (variant.wire ?? variant.name) : variant.name;
  return { ...layout.model(model), name };
}

/** Callers pass on what they may not have: `undefined` stands for "not given", whatever their compiler options. */
export function optionalType(type: string): string {
  return type === 'unknown' ? type : `${type} | undefined`;
}

/** A property that callers pass or read: where it may be missing, it may be `undefined`, too. */
export function memberProperty(member: Member, names: TypeNames): PropertyParts {
  const { required, shape } = member;
  const [name, type] = [nameOfMember(member, names), printShape(shape, names)];
  return { name, required, type: required ? type : optionalType(type), docs: memberDocs(member, names) };
}
