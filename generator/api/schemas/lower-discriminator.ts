import { isJsonObject, type Json } from '../../spec/read/json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { printPointer } from '../../spec/references/pointer.js';
import { lastStep } from '../naming/ids.js';
import type { Lowering } from '../lowering.js';
import type { Discriminator } from './schema.js';

interface Branch {
  /** `$ref` as written. */
  readonly text: string;
  readonly id: string;
}

type Mapping = Discriminator['mapping'];

const components = '#/components/schemas/';

/** Which value of the property stands for which schema: the stated mapping, then the names of the other branches. */
export function lowerDiscriminator(lowering: Lowering, node: SchemaObject): Discriminator | undefined {
  if (node.discriminator === undefined) return undefined;
  const { propertyName, mapping = {} } = node.discriminator;
  const branches = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].flatMap((one) => branchOf(lowering, one));
  const stated = Object.entries(mapping).flatMap(([value, text]) => statedEntry(lowering, branches, value, text));
  const implied = branches.filter(({ id }) => !stated.some((one) => one.ref === id));
  return {
    property: propertyName,
    mapping: [...stated, ...implied.map(({ id }) => ({ value: lastStep(id), ref: id }))],
  };
}

function branchOf(lowering: Lowering, branch: Json): readonly Branch[] {
  if (!isJsonObject(branch) || typeof branch.$ref !== 'string') return [];
  const id = lowering.document.resolve(branch)?.id;
  return id === undefined ? [] : [{ text: branch.$ref, id }];
}

/** A mapping names a branch by its `$ref`, or a schema of the components by reference or bare name. */
function statedEntry(lowering: Lowering, branches: readonly Branch[], value: string, text: string): Mapping {
  const id = branches.find((one) => one.text === text || one.id === text)?.id;
  if (id !== undefined) return [{ value, ref: id }];
  const name = text.startsWith(components) ? lastStep(text) : text;
  const known = Object.hasOwn(lowering.root.components?.schemas ?? {}, name);
  return known ? [{ value, ref: `#${printPointer(['components', 'schemas', name])}` }] : [];
}
