import { keywords } from '../../keywords/keywords.js';
import type { CheckContext } from './check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { KindName } from '../openapi/rules.js';

/** The most entries that one list or map of a spec may have: several times those of the largest that are published. */
const MOST: Readonly<Partial<Record<KindName, Readonly<Record<string, number>>>>> = {
  // These two are looked at before anything else: see isTooLarge.
  openapi: { paths: 30_000, webhooks: 30_000, tags: 30_000, servers: 10_000 },
  components: { schemas: 30_000, parameters: 30_000, responses: 30_000, requestBodies: 30_000 },
  pathItem: { parameters: 2_000 },
  operation: { parameters: 2_000, responses: 1_000, tags: 1_000 },
  schema: sizesOfSchema(),
  property: sizesOfSchema(),
};

function sizesOfSchema(): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...keywords.values()].flatMap(({ name, mostEntries }) => (mostEntries === undefined ? [] : [[name, mostEntries]])),
  );
}

/** The same as pairs: they are gone through for every object. */
const limits = new Map(Object.entries(MOST).map(([kind, most]) => [kind, Object.entries(most)]));

type SizeContext = Pick<CheckContext, 'positions' | 'diagnostics'>;

/** Reports what would take minutes and gigabytes: nobody wrote it by hand, and no package could be made of it. */
export function checkSizes({ positions, diagnostics }: SizeContext, node: JsonObject, kind: KindName): void {
  for (const [key, most] of limits.get(kind) ?? []) {
    const size = sizeOf(node[key]);
    if (size <= most) continue;
    const message = `"${key}" has ${size} entries; at most ${most} are read`;
    diagnostics.error('too-large', message, positions.ofKey(node, key));
  }
}

/** Whether a document has so many parts that none of them is read; reports it. */
export function isTooLarge(context: SizeContext, root: JsonObject): boolean {
  const before = context.diagnostics.list.length;
  checkSizes(context, root, 'openapi');
  const { components } = root;
  if (isJsonObject(components)) checkSizes(context, components, 'components');
  return context.diagnostics.list.length > before;
}

function sizeOf(value: Json | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}
