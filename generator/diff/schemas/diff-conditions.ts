import { pairUp } from '../../api/pair-up.js';
import type { Schema } from '../../api/schemas/schema.js';
import { fingerprint } from './fingerprint.js';
import { inNew, inOld, quote } from '../finding.js';
import { nameOf } from '../side.js';
import type { DiffInner, SchemaBoth, SchemaWalk, Side } from '../side.js';
import { compact } from '../../api/compact.js';
import { keywords } from '../../keywords/keywords.js';

type Conditions = Readonly<Record<string, object | undefined>>;

/** Compares assertions that types cannot express; conditions are compared as one. */
export function diffConditions(walk: SchemaWalk, both: SchemaBoth, diffInner: DiffInner): void {
  const { before, after, subject } = both;
  const { sides, report } = walk;
  const [old, now] = [conditionsOf(before), conditionsOf(after)];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const texts = [print(sides.before, old[key]), print(sides.after, now[key])];
    if (texts[0] === texts[1]) {
      followAll(walk, old[key], subject);
      continue;
    }
    const code = old[key] === undefined ? 'added' : now[key] === undefined ? 'removed' : 'changed';
    const state = { added: 'is new', removed: 'is gone', changed: 'says something else' }[code];
    report({ code: `condition-${code}`, message: `the condition "${key}" ${state}`, subject, ...inNew(after) });
  }
  diffPatterns(walk, both, diffInner);
}

const conditions = [...keywords.values()].filter(({ comparison }) => comparison?.kind === 'condition');

/** What a schema states by keywords that are compared as a whole, together with those that change what they mean. */
function conditionsOf(schema: Schema): Conditions {
  return Object.fromEntries(
    conditions.flatMap(({ name, group, comparison }) => {
      if (comparison?.kind !== 'condition') return [];
      const rules: object = (group === undefined ? schema : schema[group]) ?? {};
      const value = Reflect.get(rules, name) as object | undefined;
      const all = [name, ...(comparison.beside ?? [])].map((one) => [one, Reflect.get(rules, one)] as const);
      return value === undefined
        ? []
        : [[name, comparison.beside === undefined ? value : compact(Object.fromEntries(all))]];
    }),
  );
}

function print(side: Side, condition: object | undefined): string | undefined {
  return condition === undefined ? undefined : fingerprint(condition, (id) => nameOf(side, id));
}

/** What equal conditions refer to may have changed. */
function followAll(walk: SchemaWalk, condition: unknown, subject: string): void {
  if (typeof condition !== 'object' || condition === null) return;
  for (const [key, value] of Object.entries(condition)) {
    if (key === 'ref' && typeof value === 'string') followName(walk, value, subject);
    else if (key !== 'at' && key !== 'enum' && key !== 'const') followAll(walk, value, subject);
  }
}

function followName({ sides, follow }: SchemaWalk, id: string, subject: string): void {
  const name = nameOf(sides.before, id);
  const other = sides.after.api.models.find((model) => model.name === name);
  const target = sides.before.schemas.get(id);
  if (other === undefined || target === undefined) return;
  follow({ before: target, after: other.schema, subject });
}

function diffPatterns(walk: SchemaWalk, { before, after, subject }: SchemaBoth, diffInner: DiffInner): void {
  const [old, now] = [before.object?.patternProperties ?? [], after.object?.patternProperties ?? []];
  for (const [pattern, { ours, theirs }] of pairUp(old, now, (one) => one.pattern)) {
    if (ours !== undefined && theirs !== undefined) {
      diffInner(walk, { before: ours.schema, after: theirs.schema, subject: `${subject}.*` });
      continue;
    }
    const where = theirs === undefined ? inOld(ours?.schema ?? before) : inNew(theirs.schema);
    const message = `what properties that match ${quote(pattern)} may be is ${theirs === undefined ? 'not stated any more' : 'stated'}`;
    walk.report({ code: theirs === undefined ? 'condition-removed' : 'condition-added', message, subject, ...where });
  }
}
