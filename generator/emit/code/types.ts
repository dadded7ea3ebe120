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

/** Local names of the types that a shape refers to; each method imports the type that it returns. */
export interface TypeNames {
  /** Returns the name of a model's type. */
  model(id: string): string;
  /** Returns the name of the type of raw bytes. */
  media(): string;
  /** Returns the type of a codec's values for callers. */
  codec(id: string): string;
  /** Returns the name of the type of strings that a service may send although the enum does not list them. */
  unrecognized(): string;
  /** Names of types on the wire; absent if these names are already for the wire. */
  readonly wire?: TypeNames;
  /** Returns the name of an enum with constants. Absent: its values are printed. */
  constants?(name: string): string;
  /** Properties are not readonly, as in requests. Default: false. */
  readonly settable?: boolean;
}

/** Prints the TypeScript type of a shape: `readonly Pet[]`. */
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

/** Returns the shape of an object's index signature; `unknown` if the type of a member is not part of it, which TypeScript requires. */
export function restShape({ members, rest }: ObjectShape): Shape | undefined {
  if (rest === undefined) return undefined;
  const taken = new Set([rest, ...(rest.kind === 'union' ? rest.of : [])].map((one) => JSON.stringify(one)));
  return members.every(({ shape }) => taken.has(JSON.stringify(shape))) ? rest : unknownShape;
}

/**
 * Returns true if the index signature of an object is in a type of its own, `{ a?: Size } & { [key: string]: Size }`: beside it in one
 * type, TypeScript takes an optional member only where callers have `exactOptionalPropertyTypes`.
 */
export function hasIndexApart(shape: ObjectShape): boolean {
  const rest = restShape(shape) ?? unknownShape;
  return rest.kind !== 'unknown' && shape.members.some(({ required }) => !required);
}

/** Lists the members of the union for literals: `'cat'`, `'dog'`, `Unrecognized`. */
function literalTypes({ values, open, constants }: LiteralsShape, names: TypeNames): readonly string[] {
  const name = constants && names.constants?.(constants.name);
  const others = name === undefined ? values : values.filter((value) => !isConstant(value));
  const strings = values.filter((value) => typeof value === 'string');
  // Callers may also write the values as strings, which the type of a TypeScript enum alone would reject.
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
    const key = `${memberKey(readMemberName(member, names))}${member.required ? '' : '?'}`;
    const text = `${printModifier(names)}${key}: ${printShape(member.shape, names)};`;
    return doc === '' ? text : `${doc}\n${text}`;
  });
  return hasIndexApart(shape)
    ? ['({', ...members, `} & { ${index.join('')} })`].join('\n')
    : ['{', ...members, ...index, '}'].join('\n');
}

/** Returns the name of a member: for callers, or on the wire. */
export function readMemberName({ name, callersName = name }: Member, { wire }: Pick<TypeNames, 'wire'>): string {
  return wire === undefined ? name : callersName;
}

/** Returns the doc comment of a member, with its name on the wire if callers have another one. */
export function memberDocs({ name, callersName, doc, notes }: Member, { wire }: TypeNames): readonly DocLine[] {
  return docLines(doc, wire && callersName !== undefined ? [...notes, wireNameNote(name)] : notes);
}

function printModifier({ settable = false }: TypeNames): string {
  return settable ? '' : 'readonly ';
}

/** Prints a shape as an operand of `&` or `[]`, in parentheses if it contains an operator itself: `(string | null)[]`. */
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

/** The type of the values that callers may pass as bytes. */
export const mediaSymbol: CodeSymbol = runtime('Media');

/** The form of values: as callers have them, or on the wire. */
export type TypeSide = 'callers' | 'wire';

/** Imports a symbol into a file and returns its local name. */
export type UseType = (symbol: CodeSymbol) => string;

/** Creates the names of types for a file. Requests have the input variants of models. */
export function typeNames(
  layout: Layout,
  imports: Imports,
  direction: Direction,
  side: TypeSide = 'callers',
): TypeNames {
  return createTypeNames(layout, (symbol) => imports.useType(symbol), { direction, side });
}

/** Creates the names of types like `typeNames`, with another function that imports them. */
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
      // `Temporal` is imported for `Temporal.Instant`; `Date` and `bigint` are built in.
      const [name = '', ...others] = codec.type.split('.');
      return others.length === 0 ? codec.type : [use({ name, module: TEMPORAL_TYPES }), ...others].join('.');
    },
    constants: (name) => use(layout.enumType(name)),
    unrecognized: () => use(runtime('Unrecognized')),
    settable: direction === 'request',
    ...(side === 'callers' && { wire: createTypeNames(layout, use, { direction, side: 'wire' }) }),
  };
}

/** Returns a symbol of the module of a user's codec, which exports `codec` and its type: `codecs/money`. */
export function ownCodecSymbol({ id }: ApiCodec, name: string): CodeSymbol {
  return { name, module: `codecs/${kebabCase(id, 'codec')}` };
}

/** Returns the type of a model for a direction: `Pet`, `PetInput`. Throws for an unknown id. */
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

/** Adds `undefined` to the type of an optional member, so that callers with `exactOptionalPropertyTypes` can pass it: `string | undefined`. */
export function optionalType(type: string): string {
  return type === 'unknown' ? type : `${type} | undefined`;
}

/** Returns the property of an interface for a member; an optional one may also be `undefined`. */
export function memberProperty(member: Member, names: TypeNames): PropertyParts {
  const { required, shape } = member;
  const [name, type] = [readMemberName(member, names), printShape(shape, names)];
  return { name, required, type: required ? type : optionalType(type), docs: memberDocs(member, names) };
}
