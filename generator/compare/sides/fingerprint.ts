import type { Content, Operation, Parameter } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { Json } from '../../json.js';
import { keywords } from '../../keywords/keywords.js';
import type { Both } from './finding.js';
import type { RenameRule } from './pairs.js';
import { findExportedName } from './side.js';
import type { NamedSchema, Side } from './side.js';

/** Keys that do not count: texts for people, and facts that are compared elsewhere. */
const annotations: ReadonlySet<string> = new Set(['at', 'default', 'doc', 'examples', 'extensions', 'notes', 'title']);

/** Keys of lists whose order does not matter. */
const unordered: ReadonlySet<string> = new Set([
  ...[...keywords.values()].filter(({ isUnordered }) => isUnordered).map(({ name }) => name),
  'mapping',
  'members',
  'of',
  'requiredOnly',
  'types',
  'values',
]);

/** Prints the same text for two schemas, or parts of them, with the same assertions; `readName` names a schema by its id. */
export function fingerprint(schema: object, readName: (id: string) => string): string {
  return print(schema, '', readName);
}

/** Prints the same text for equal values, whatever the order of their keys. */
export function valueKey(value: Json): string {
  return print(value, '', (id) => id);
}

function print(value: unknown, key: string, readName: (id: string) => string): string {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => print(item, '', readName));
    return `[${(unordered.has(key) ? items.toSorted() : items).join()}]`;
  }
  if (typeof value !== 'object' || value === null) {
    const isId = (key === 'ref' || key === 'model') && typeof value === 'string';
    return JSON.stringify(isId ? readName(value) : (value ?? null));
  }
  // A value of an enum may also have keys such as `title`. Schemas and members of types are recognized by `doc`, and `at` or `notes`.
  const isSchema = 'doc' in value && ('at' in value || 'notes' in value);
  const entries = Object.entries(value)
    .filter(([name, one]) => one !== undefined && !(isSchema && annotations.has(name)))
    .map(([name, one]) => `${JSON.stringify(name)}:${print(one, name, readName)}`);
  return `{${entries.toSorted().join()}}`;
}

/** Maximum depth of nested references that are followed. */
const DEEPEST = 20;

type SideName = keyof Both<Side>;

/** Rules that recognize schemas, parameters and operations of which only the name changed. */
export interface Shapes {
  /** The rule for models and properties. */
  readonly named: RenameRule<NamedSchema>;
  readonly parameters: RenameRule<Parameter>;
  /** The rule for operations, which may have other ids and paths. */
  readonly operations: RenameRule<Operation>;
}

/** Creates the rules for two descriptions. */
export function createShapes(sides: Both<Side>): Shapes {
  const printSchema = createPrint(sides);
  const isTelling = (schema: Schema, side: SideName, depth: number = 0): boolean => {
    const { ref, array, object, string, oneOf, anyOf, allOf } = schema;
    const inner = ref === undefined ? array?.items : sides[side].schemas.get(ref);
    return (
      (inner !== undefined && depth < DEEPEST && isTelling(inner, side, depth + 1)) ||
      (schema.enum?.length ?? 0) > 1 ||
      (object?.properties?.length ?? 0) > 1 ||
      string?.pattern !== undefined ||
      (oneOf ?? anyOf ?? allOf) !== undefined
    );
  };
  const named: RenameRule<NamedSchema> = {
    readName: ({ name }) => name,
    printShape: ({ schema }, side) => printSchema(schema, side),
    isTelling: ({ schema }, side) => isTelling(schema, side),
  };
  const parameters: RenameRule<Parameter> = {
    ...named,
    printShape: ({ in: location, style, explode, allowReserved, template, contentType, schema }, side) => {
      const facts = [location, style, explode, allowReserved, template, contentType];
      return `${JSON.stringify(facts)} ${printSchema(schema, side)}`;
    },
  };
  const operations: RenameRule<Operation> = {
    readName: ({ id }) => id,
    printShape: ({ method, parameters: taken, body, responses }, side) => {
      const printContents = (list: readonly Content[]): readonly string[] =>
        list.map(({ mediaType, schema }) => `${mediaType} ${printSchema(schema, side)}`);
      return JSON.stringify([
        method,
        taken.map((one) => [one.in === 'path' ? '' : one.name, one.required, parameters.printShape(one, side)]),
        body && [body.required, printContents(body.contents), body.media?.mediaTypes],
        responses.map(({ status, contents }) => [status, printContents(contents)]),
      ]);
    },
    isTelling: ({ body, responses }, side) =>
      [body ?? [], ...responses.filter(({ status }) => status.startsWith('2'))]
        .flat()
        .flatMap(({ contents }) => contents)
        .some(({ schema }) => isTelling(schema, side)),
  };
  return { named, parameters, operations };
}

/** Creates a function that prints a schema as a number: equal schemas of both sides have the same number. */
function createPrint(sides: Both<Side>): (schema: Schema, side: SideName) => string {
  /** Numbers by text. A text contains the numbers of referred schemas, not their texts, so it stays short. */
  const numbers = new Map<string, string>();
  const known = new Map<string, string>();
  const print = (schema: Schema, side: SideName, depth: number): string => {
    const text = fingerprint(schema, (id) => printReferred(id, side, depth));
    const number = numbers.get(text) ?? `#${numbers.size}`;
    numbers.set(text, number);
    return number;
  };
  /** Prints the name of a schema if both sides have it, or else its assertions, as the schema may be renamed. */
  const printReferred = (id: string, side: SideName, depth: number): string => {
    const name = findExportedName(sides[side], id);
    const target = sides[side].schemas.get(id);
    const isShared = sides.before.modelNames.has(name) && sides.after.modelNames.has(name);
    if (target === undefined || depth > DEEPEST || isShared) return name;
    const key = `${side} ${id}`;
    const printed = known.get(key);
    if (printed !== undefined) return printed;
    // A schema that refers to itself is printed as `#` inside itself.
    known.set(key, '#');
    const text = print(target, side, depth + 1);
    known.set(key, text);
    return text;
  };
  return (schema, side) => print(schema, side, 0);
}
