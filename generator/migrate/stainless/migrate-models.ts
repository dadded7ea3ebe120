import { pascalCase } from '../../api/naming/names.js';
import { reservedExports } from '../../api/naming/reserved-names.js';
import { OWN_NAME } from '../../api/naming/name-options.js';
import type { OverlayAction } from '../migration.js';
import { jsonPathString } from '../operations.js';
import type { SpecFacts } from '../spec-facts.js';
import { pascalName, type Casings } from './casing.js';
import type { ModelSetting } from './read-resources.js';

/** Gives the types of models the names that they had, where no other type has these: types are called after their schemas. */
export function migrateModels(
  models: readonly ModelSetting[],
  facts: SpecFacts,
  casings: Casings,
): readonly OverlayAction[] {
  const places = [
    { path: '$.components.schemas', schemas: facts.object(facts.object(facts.root['components'])['schemas']) },
    { path: '$.definitions', schemas: facts.object(facts.root['definitions']) },
  ];
  const taken = new Set([
    ...reservedExports,
    ...places.flatMap(({ schemas }) => Object.keys(schemas).map((one) => pascalCase(one, 'model'))),
  ]);
  const renamed = new Map<string, string>();
  return models.flatMap(({ key, schema, section }) => {
    const found = places.find(({ schemas }) => Object.hasOwn(schemas, schema));
    if (found === undefined) section.leave(key, `the document has no schema ${JSON.stringify(schema)}`);
    const [name, wanted] = [pascalCase(schema, 'model'), pascalName(key, casings)];
    if (found === undefined || name.toLowerCase() === wanted.toLowerCase()) return [];
    const other = renamed.get(schema);
    const reason = other === undefined ? whyNot(wanted, taken) : 'a schema has one type';
    if (reason !== undefined) {
      section.leave(key, `the type is called \`${other ?? name}\`: ${reason}`);
      return [];
    }
    taken.add(wanted);
    renamed.set(schema, wanted);
    return [{ target: `${found.path}[${jsonPathString(schema)}]`, update: { [OWN_NAME]: wanted } }];
  });
}

function whyNot(wanted: string, taken: ReadonlySet<string>): string | undefined {
  if (!/^[A-Z]\w*$/.test(wanted)) return `${JSON.stringify(wanted)} is no name of a type`;
  return taken.has(wanted) ? `another type has the name ${JSON.stringify(wanted)}` : undefined;
}
