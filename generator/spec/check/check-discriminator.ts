import { type Branch, canNarrow, listBranches, nameMisspelt } from '../discriminators/narrow-union.js';
import {
  type Discriminator,
  printTag,
  readDiscriminator,
  readTagProperty,
} from '../discriminators/read-discriminator.js';
import { isUpgraded } from '../openapi/spec-version.js';
import { isJsonObject, type Json, type JsonObject, toArray } from '../../json.js';
import { type SpecContext, listCombined } from '../references/spec-context.js';

/** Warns of a discriminator that selects nothing: of tags that the mapped alternative does not allow, and of alternatives without a tag. */
export function checkDiscriminator(context: SpecContext, schema: JsonObject): void {
  const telling = readDiscriminator(context, schema);
  if (telling === undefined) return;
  const { property } = telling;
  const branches = listBranches(context, [...toArray(schema['oneOf']), ...toArray(schema['anyOf'])]);
  const near = nameMisspelt(context, [schema, ...branches.map(({ value }) => value)], property);
  const loose = branches.filter((branch) => {
    const parts = listCombined(context, branch.node);
    const { values } = readTagProperty(context, parts, property);
    if (values !== undefined) checkValues(context, telling, branch, values);
    // The alternatives of an alternative say their tags themselves.
    const says = 'properties' in branch.node || parts.some(({ oneOf, anyOf }) => (oneOf ?? anyOf) !== undefined);
    return values === undefined && !says && !canNarrow(context, { telling, isMisspelt: near !== '' }, branch);
  });
  if (loose.length === 0 || branches.length < 2) return;
  const names = [...new Set(loose.map(({ name }) => name))].join(', ');
  const message = `the discriminator does not tell ${names} from the others, because no mapping or name says which "${property}" is meant, or none is possible; give that property ${isUpgraded(context.version) ? 'an "enum" of one value' : 'a "const"'} in each${near}`;
  context.diagnostics.warning('loose-discriminator', message, context.positions.ofKey(schema, 'discriminator'));
}

/** Warns of tags that select an alternative and are none of its values; tags are strings: `'1'` selects the value 1. */
function checkValues(
  { diagnostics, positions }: SpecContext,
  discriminator: Discriminator,
  branch: Branch,
  values: readonly Json[],
): void {
  const { property } = discriminator;
  const { name, id, node } = branch;
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  const known = values.map(printTag);
  const complain = (tag: string): string =>
    `${JSON.stringify(tag)} does not select ${name}, whose "${property}" is ${allowed === '' ? 'never valid' : allowed}`;
  const { mapping } = discriminator.node;
  for (const tag of discriminator.stated.get(id) ?? [])
    if (!known.includes(tag) && isJsonObject(mapping))
      diagnostics.warning('wrong-mapping', complain(tag), positions.ofValue(mapping, tag));
  if (discriminator.stated.has(id) || known.includes(name)) return;
  diagnostics.warning('wrong-mapping', `${complain(name)}; add a "mapping"`, positions.ofValue(node, '$ref'));
}
