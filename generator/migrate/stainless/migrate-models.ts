import { pascalCase } from '../../api/naming/names.js';
import type { SpecFacts } from '../spec-facts.js';
import { pascalName, type Casings } from './casing.js';
import type { ModelSetting } from './read-resources.js';

/** Says which models have another name here: types are called after their schemas. */
export function listModels(models: readonly ModelSetting[], facts: SpecFacts, casings: Casings): void {
  const components = facts.object(facts.object(facts.root['components'])['schemas']);
  const definitions = facts.object(facts.root['definitions']);
  for (const { key, schema, section } of models) {
    const isThere = Object.hasOwn(components, schema) || Object.hasOwn(definitions, schema);
    const name = pascalCase(schema, 'model');
    if (!isThere) section.leave(key, `the document has no schema ${JSON.stringify(schema)}`);
    else if (name.toLowerCase() !== pascalName(key, casings).toLowerCase())
      section.leave(key, `the type is called \`${name}\`, after its schema`);
  }
}
