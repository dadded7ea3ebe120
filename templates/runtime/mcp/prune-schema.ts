import { isJsonObject } from '../json.js';

type ObjectSchema = Record<string, unknown> & { readonly type: 'object' };

/** A schema within a limit, and whether something of it was left out. */
export interface PrunedSchema {
  readonly schema: ObjectSchema;
  readonly isCut: boolean;
}

/** Deepest definitions that are kept first. */
const deepest = 4;

/**
 * Cuts a schema that is too large for a list: first the descriptions of inner properties, then the definitions furthest from the
 * arguments. What is left accepts all that the whole accepts; the validators go by the whole.
 */
export function pruneSchema(schema: ObjectSchema, most: number): PrunedSchema {
  if (sizeOf(schema) <= most) return { schema, isCut: false };
  const { $defs, ...root } = schema;
  const definitions = Object.fromEntries(Object.entries(Object($defs)).map(([name, one]) => [name, undescribed(one)]));
  const bare: ObjectSchema = { ...root, type: 'object', $defs: definitions };
  if (sizeOf(bare) <= most) return { schema: bare, isCut: true };
  const depths = depthsOf(root, definitions);
  for (let depth = deepest; depth > 0; depth -= 1) {
    const cut = cutBelow(bare, depths, depth);
    if (sizeOf(cut) <= most) return { schema: cut, isCut: true };
  }
  return { schema: cutBelow(withoutInner(bare), depths, 0), isCut: true };
}

function sizeOf(schema: unknown): number {
  return JSON.stringify(schema).length;
}

function undescribed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(undescribed);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      // A property may have that name.
      key === 'description' && typeof value === 'string' ? [] : [[key, undescribed(value)]],
    ),
  );
}

/** How many references there are between the arguments and each definition. */
function depthsOf(root: unknown, definitions: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let level: readonly unknown[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    const names = level.flatMap((one) =>
      [...JSON.stringify(one).matchAll(/"#\/\$defs\/([^"]*)"/g)].map(([, name = '']) => name),
    );
    const found = [...new Set(names)].filter((name) => !depths.has(name));
    for (const name of found) depths.set(name, depth);
    level = found.map((name) => definitions[name]).filter((one) => one !== undefined);
  }
  return depths;
}

function cutBelow({ $defs, ...root }: ObjectSchema, depths: ReadonlyMap<string, number>, depth: number): ObjectSchema {
  const isKept = (name: string): boolean => (depths.get(name) ?? Infinity) <= depth;
  const cut = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(cut);
    if (!isJsonObject(schema)) return schema;
    const { $ref, ...rest } = schema;
    const isGone = typeof $ref === 'string' && !isKept($ref.replace('#/$defs/', ''));
    const inner = Object.entries(isGone ? rest : schema).map(([key, value]) => [key, cut(value)]);
    return Object.fromEntries(inner);
  };
  const kept = Object.entries(Object(cut($defs))).filter(([name]) => isKept(name));
  return { ...Object(cut(root)), type: 'object', ...(kept.length > 0 && { $defs: Object.fromEntries(kept) }) };
}

/** Arguments that are still too large: what they are is said, and nothing of what is in them. */
function withoutInner(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(Object(schema['properties'])).map(([name, one]) => {
    const { type, description, $ref } = Object(one);
    return [
      name,
      sizeOf(one) <= 500 ? one : { ...(type && { type }), ...($ref && { $ref }), ...(description && { description }) },
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
