import { inCase, OWN_NAME, ownName, type NameCase } from '../../api/tools/name-options.js';
import { pascalCase } from '../../api/tools/names.js';
import { reservedExports } from '../../api/naming/reserved-names.js';
import type { OverlayAction } from '../migration.js';
import { jsonPathString } from '../operations.js';
import type { SpecFacts } from '../spec-facts.js';

/** A schema and the name that its type had. */
export interface TypeWish {
  readonly schema: string;
  readonly wanted: string;
  /** Says why the type has another name. */
  readonly leave: (message: string) => void;
}

/** The name of the type of a schema, where nobody asked for another one. */
export function nameSchemaType(schema: string): string {
  return pascalCase(schema, 'model');
}

/** The schemas of a document, and the objects that they are in. */
export function findSchemas(facts: SpecFacts): ReadonlyMap<string, string> {
  const components = facts.object(facts.object(facts.root['components'])['schemas']);
  const definitions = facts.object(facts.root['definitions']);
  return new Map([
    ...Object.keys(definitions).map((name) => [name, '$.definitions'] as const),
    ...Object.keys(components).map((name) => [name, '$.components.schemas'] as const),
  ]);
}

/** Gives types the names that they had, where no other type has these: types are called after their schemas. */
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
    const reason = other === undefined ? whyNot(wanted, taken) : 'a schema has one type';
    if (reason !== undefined) {
      leave(`the type is called \`${other ?? name}\`: ${reason}`);
      return [];
    }
    taken.add(wanted);
    renamed.set(schema, wanted);
    return [{ target: `${found}[${jsonPathString(schema)}]`, update: { [OWN_NAME]: wanted } }];
  });
}

/** Gives the types of all schemas names that are made of those of the schemas. */
export function renameAllTypes(
  facts: SpecFacts,
  nameOf: (schema: string) => string,
  leave: (message: string) => void,
): readonly OverlayAction[] {
  const wishes = [...findSchemas(facts).keys()].map((schema) => ({
    schema,
    wanted: nameOf(schema),
    leave: (message: string) => leave(`${JSON.stringify(schema)}: ${message}`),
  }));
  return renameTypes(wishes, facts);
}

function whyNot(wanted: string, taken: ReadonlySet<string>): string | undefined {
  const quoted = JSON.stringify(wanted);
  if (ownName({ [OWN_NAME]: wanted }, 'type') === undefined) return `${quoted} is no name of a type`;
  return taken.has(wanted) ? `another type has the name ${quoted}` : undefined;
}

/** A name in a pattern such as `T{{name}}`, whose words are words of the whole. */
export function inPattern(pattern: string, name: string, style: NameCase): string {
  const between = style === 'unchanged' ? '' : '-';
  return inCase(
    pattern.replace('{{name}}', () => between + name + between),
    style,
  );
}
