import { pairUp } from '../../api/pair-up.js';
import type { Property, Schema } from '../../api/schemas/schema.js';
import { isLeftOut } from '../../api/schemas/walk-schema.js';
import { inNew, inOld, list, quote, step } from '../finding.js';
import type { Both } from '../finding.js';
import type { DiffInner, SchemaBoth, SchemaWalk, Side } from '../side.js';

/** Compares the properties of objects, and what may be beside them. */
export function diffObject(walk: SchemaWalk, both: SchemaBoth, diffInner: DiffInner): void {
  const [old, now] = [both.before.object?.properties ?? [], both.after.object?.properties ?? []];
  for (const [name, { ours: before, theirs: after }] of pairUp(old, now, (one) => one.name)) {
    const subject = `${both.subject}.${step(name)}`;
    if (before === undefined || after === undefined) diffPresence(walk, { before, after, subject, outer: both });
    else diffProperty(walk, { before, after, subject }, diffInner);
  }
  diffRequiredOnly(walk, both);
  diffAdditional(walk, both, diffInner);
}

interface PropertyPresence extends Both<Property | undefined> {
  readonly subject: string;
  readonly outer: SchemaBoth;
}

function diffPresence(walk: SchemaWalk, { before, after, subject, outer }: PropertyPresence): void {
  const { sides } = walk;
  if (after !== undefined && travels(walk, sides.after, after)) {
    const isRequired = after.required || (outer.before.object?.requiredOnly ?? []).includes(after.name);
    const code = isRequired ? 'required-property-added' : 'property-added';
    const message = `the ${isRequired ? 'required property' : 'property'} ${quote(after.name)} is new`;
    walk.report({ code, message, subject, ...inNew(after.schema) });
  }
  if (before !== undefined && travels(walk, sides.before, before)) {
    const message = `the property ${quote(before.name)} is gone`;
    walk.report({ code: 'property-removed', message, subject, ...inOld(before.schema) });
  }
}

function travels({ direction }: SchemaWalk, { schemas }: Side, { schema }: Property): boolean {
  return !isLeftOut(schema, { direction: direction === 'sent' ? 'request' : 'response', schemas });
}

interface PropertyBoth extends Both<Property> {
  readonly subject: string;
}

function diffProperty(walk: SchemaWalk, { before, after, subject }: PropertyBoth, diffInner: DiffInner): void {
  const { report, direction, sides } = walk;
  const there = { before: travels(walk, sides.before, before), after: travels(walk, sides.after, after) };
  const where = { subject, ...inNew(after.schema) };
  const name = quote(after.name);
  if (there.before !== there.after) {
    const by = direction === 'sent' ? 'read' : 'write';
    const message = there.after ? `${name} is not ${by}Only any more` : `${name} is ${by}Only`;
    const isNeeded = there.after && after.required && direction === 'sent';
    const code = isNeeded ? 'required-property-added' : (`${there.after ? 'no-longer' : 'became'}-${by}-only` as const);
    report({ code, message, ...where });
  }
  if (!there.before || !there.after) return;
  if (before.required !== after.required) {
    const message = after.required ? `the property ${name} is required` : `the property ${name} is optional`;
    report({ code: after.required ? 'property-required' : 'property-optional', message, ...where });
  }
  diffInner(walk, { before: before.schema, after: after.schema, subject });
}

/** Names that are required, although another schema declares them. */
function diffRequiredOnly({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [before, after].map((one) => new Set(one.object?.requiredOnly));
  const [oldNames, nowNames] = [before, after].map(allRequired);
  const added = [...(now ?? [])].filter((name) => !oldNames?.has(name) && !isDeclared(before, name));
  const removed = [...(old ?? [])].filter((name) => !nowNames?.has(name) && !isDeclared(after, name));
  const where = { subject, ...inNew(after) };
  if (added.length > 0) report({ code: 'property-required', message: `${list(added)} must be there`, ...where });
  if (removed.length > 0)
    report({ code: 'property-optional', message: `${list(removed)} need not be there any more`, ...where });
}

function allRequired({ object }: Schema): ReadonlySet<string> {
  const { properties = [], requiredOnly = [] } = object ?? {};
  return new Set([...requiredOnly, ...properties.filter(({ required }) => required).map(({ name }) => name)]);
}

function isDeclared({ object }: Schema, name: string): boolean {
  return object?.properties?.some((one) => one.name === name) === true;
}

function diffAdditional(walk: SchemaWalk, { before, after, subject }: SchemaBoth, diffInner: DiffInner): void {
  const [old, now] = [before.object?.additionalProperties, after.object?.additionalProperties];
  const isClosed = { before: old?.boolean === false, after: now?.boolean === false };
  if (isClosed.before !== isClosed.after) {
    const code = isClosed.after ? 'additional-properties-refused' : 'additional-properties-allowed';
    const message = isClosed.after ? 'no further properties may be there' : 'further properties may be there';
    walk.report({ code, message, subject, ...inNew(now ?? after) });
    return;
  }
  if (isClosed.after || (old === undefined && now === undefined)) return;
  const pair = { before: old ?? { at: before.at, doc: {} }, after: now ?? { at: after.at, doc: {} } };
  diffInner(walk, { ...pair, subject: `${subject}.*` });
}
