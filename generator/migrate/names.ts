import { stripFramework } from '../api/naming/framework-ids.js';
import { PathNames } from '../api/naming/path-segments.js';
import { reservedExports } from '../api/naming/reserved-names.js';
import { nameValues } from '../api/naming/enums.js';
import { changeCase, OWN_NAME, readOwnName, type NameCase } from '../api/tools/name-options.js';
import { pascalCase } from '../api/tools/names.js';
import { isJsonObject, toArray, type Json } from '../json.js';
import { jsonPathString, type Keys, type OverlayAction } from './migration.js';
import type { SpecFacts } from './spec-facts.js';

/** A schema, and the name that the other generator gave its type. */
export interface TypeWish {
  readonly schema: string;
  readonly wanted: string;
  /** Reports why the type gets another name. */
  readonly leave: (message: string) => void;
}

/** Returns the name that the type of a schema has by default. */
export function nameSchemaType(schema: string): string {
  return pascalCase(schema, 'model');
}

/** Finds the schemas of a document by name, with the targets that they are for an overlay: `$.components.schemas['Pet']`. */
export function findSchemas(facts: SpecFacts): ReadonlyMap<string, { readonly target: string; readonly node: Json }> {
  const { definitions, components } = facts.root;
  const places = [
    ['$.definitions', definitions],
    ['$.components.schemas', facts.object(components)['schemas']],
  ] as const;
  const entries = places.flatMap(([path, schemas]) =>
    Object.entries(facts.object(schemas)).map(
      ([name, node]) => [name, { target: `${path}[${jsonPathString(name)}]`, node }] as const,
    ),
  );
  return new Map(entries);
}

/** Gives types the names that they had. A name that is invalid or taken is reported by `leave`, and its type is named after its schema. */
export function renameTypes(wishes: readonly TypeWish[], facts: SpecFacts): readonly OverlayAction[] {
  const schemas = findSchemas(facts);
  const taken = new Set([...reservedExports, ...[...schemas.keys()].map(nameSchemaType)]);
  const renamed = new Map<string, string>();
  return wishes.flatMap(({ schema, wanted, leave }) => {
    const found = schemas.get(schema);
    if (found === undefined) leave(`the document has no schema ${JSON.stringify(schema)}`);
    const name = nameSchemaType(schema);
    if (found === undefined || name === wanted) return [];
    const other = renamed.get(schema);
    const quoted = JSON.stringify(wanted);
    let reason = taken.has(wanted) ? `another type has the name ${quoted}` : undefined;
    if (readOwnName({ [OWN_NAME]: wanted }, 'type') === undefined) reason = `${quoted} is no name of a type`;
    if (other !== undefined) reason = 'a schema has one type';
    if (reason !== undefined) {
      leave(`the type is called \`${other ?? name}\`: ${reason}`);
      return [];
    }
    taken.add(wanted);
    renamed.set(schema, wanted);
    return [{ target: found.target, update: { [OWN_NAME]: wanted } }];
  });
}

/** Names the types of all schemas by `nameType`: `Pet` → `TPet`. */
export function renameAllTypes(
  facts: SpecFacts,
  nameType: (schema: string) => string,
  leave: (message: string) => void,
): readonly OverlayAction[] {
  const wishes = [...findSchemas(facts).keys()].map((schema) => ({
    schema,
    wanted: nameType(schema),
    leave: (message: string) => leave(`${JSON.stringify(schema)}: ${message}`),
  }));
  return renameTypes(wishes, facts);
}

/** Inserts a name as words of its own into a pattern, and puts the whole into a case: `t{{name}}`, `pet`, PascalCase → `TPet`. */
export function inPattern(pattern: string, name: string, style: NameCase): string {
  const between = style === 'unchanged' ? '' : '-';
  return changeCase(
    pattern.replace('{{name}}', () => between + name + between),
    style,
  );
}

/** Values that all tools split into the same words: `in_stock`. */
const PLAIN = /^[A-Za-z][A-Za-z0-9]*(?:[_ -][A-Za-z][A-Za-z0-9]*)*$/;

/** Extensions by which a document names values itself. Such names stay as they are. */
const NAME_EXTENSIONS = ['x-enum-varnames', 'x-enumNames'] as const;

/**
 * Gives the constants of the document's enums the names that they had. Names are listed by value, so that speccast names the values
 * that are added later. An enum keeps speccast's names if its values are not plain words, or if two of them would have one name.
 */
export function nameConstants(facts: SpecFacts, nameValue: (value: string) => string): readonly OverlayAction[] {
  return [...findSchemas(facts).values()].flatMap(({ target, node }) => {
    if (!isJsonObject(node) || NAME_EXTENSIONS.some((key) => node[key] !== undefined)) return [];
    const listed = toArray(node['enum']).filter((value) => value !== null);
    const values = listed.filter((value): value is string => typeof value === 'string' && PLAIN.test(value));
    if (values.length < 2 || values.length < listed.length) return [];
    const names = values.map(nameValue);
    const isSame = nameValues(values.map((value) => ({ value }))).every((name, index) => name === names[index]);
    if (isSame || new Set(names).size < names.length) return [];
    const namesByValue = Object.fromEntries(values.map((value, index) => [value, names[index] ?? '']));
    return [{ target, update: { [NAME_EXTENSIONS[0]]: namesByValue } }];
  });
}

/**
 * Returns the key that names functions after their whole `operationId`, as other tools do. It is needed if a framework added words
 * to an id that speccast would remove: `list_kites_v1_kites_get`. Otherwise no key.
 */
export function keepWholeIds({ operations }: SpecFacts): Keys {
  const paths = new PathNames(operations);
  const isOther = operations.some(({ node: { operationId: id }, method, path }) => {
    if (typeof id !== 'string') return false;
    const own = { method: method.toUpperCase(), path: paths.read(path), tags: [] };
    return stripFramework(id, own, { ids: new Set(), areGenerated: false })?.id !== id;
  });
  return isOther ? { methodNames: 'operationId' } : {};
}
