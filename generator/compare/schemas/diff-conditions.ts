import type { Schema } from '../../api/types/schema.js';
import { fingerprint } from '../sides/fingerprint.js';
import { classifyChange, quote, tellAt } from '../sides/finding.js';
import { visitPairs } from '../sides/pairs.js';
import { findExportedName, tellNew, type SchemaBoth, type SchemaWalk, type Side } from '../sides/side.js';
import { compact } from '../../json.js';
import { keywords } from '../../keywords/keywords.js';

/** Compares assertions that types cannot express; conditions are compared as one. */
export function diffConditions(walk: SchemaWalk, both: SchemaBoth): void {
  const { before, after, subject } = both;
  const { sides, report, compare } = walk;
  const [old, now] = [readConditions(before), readConditions(after)];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (print(sides.before, old[key]) === print(sides.after, now[key])) {
      followAll(walk, old[key], subject);
      continue;
    }
    const event = classifyChange(old[key], now[key]);
    const state = { added: 'is new', removed: 'is gone', changed: 'changed' }[event];
    tellNew(walk, both)(`condition-${event}`, `the condition "${key}" ${state}`);
  }
  visitPairs(before.object?.patternProperties, after.object?.patternProperties, ({ pattern }) => pattern, {
    both: (pair) => compare({ before: pair.before.schema, after: pair.after.schema, subject: `${subject}.*` }),
    alone: ({ schema: { at } }, side, pattern) => {
      const tell = tellAt(report, { subject, at, side });
      const what = `a schema for properties that match ${quote(pattern)} is`;
      if (side === 'old') tell('condition-removed', `${what} not stated any more`);
      else tell('condition-added', `${what} stated`);
    },
  });
}

const conditions = [...keywords.values()].filter(({ comparison }) => comparison?.kind === 'condition');

/** Reads the keywords that are compared as a whole, each with those that change its meaning: `contains` with `minContains`. */
function readConditions(schema: Schema): Readonly<Record<string, object | undefined>> {
  return Object.fromEntries(
    conditions.flatMap(({ name, group, comparison }) => {
      if (comparison?.kind !== 'condition') return [];
      const rules: object = (group ? schema[group] : schema) ?? {};
      const value = Reflect.get(rules, name) as object | undefined;
      const { beside } = comparison;
      const all = [name, ...(beside ?? [])].map((one) => [one, Reflect.get(rules, one)] as const);
      return value === undefined ? [] : [[name, beside ? compact(Object.fromEntries(all)) : value]];
    }),
  );
}

function print(side: Side, condition: object | undefined): string | undefined {
  return condition && fingerprint(condition, (id) => findExportedName(side, id));
}

/** Compares the schemas that equal conditions refer to. */
function followAll(walk: SchemaWalk, condition: unknown, subject: string): void {
  if (typeof condition !== 'object' || condition === null) return;
  for (const [key, value] of Object.entries(condition)) {
    if (key === 'ref' && typeof value === 'string') {
      const { sides, follow } = walk;
      const name = findExportedName(sides.before, value);
      const other = sides.after.api.models.find((model) => model.name === name);
      const target = sides.before.schemas.get(value);
      if (other !== undefined && target !== undefined) follow({ before: target, after: other.schema, subject });
    } else if (key !== 'at' && key !== 'enum' && key !== 'const') followAll(walk, value, subject);
  }
}
