import type { Property, Schema } from '../../api/types/schema.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { isLeftOut } from '../../api/schemas/walk-schema.js';
import { inNew, list, quote, step, tellAt, tellTurn, visitPairs } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { pairRenamed } from '../sides/pair-renamed.js';
import type { DiffInner, SchemaBoth, SchemaWalk, Side } from '../sides/side.js';

/** Compares the properties of objects, and what may be beside them. */
export function diffObject(walk: SchemaWalk, both: SchemaBoth, diffInner: DiffInner): void {
  const { before, after } = both;
  const renamed = findRenamed(walk, both);
  const former = new Set(renamed.values());
  visitPairs(before.object?.properties, after.object?.properties, ({ name }) => name, {
    both: (pair, name) => diffProperty(walk, { ...pair, subject: `${both.subject}.${step(name)}` }, diffInner),
    alone: (one, side, name) => {
      if (former.has(one) || !travels(walk, side === 'old' ? walk.sides.before : walk.sides.after, one)) return;
      const subject = `${both.subject}.${step(name)}`;
      const tell = tellAt(walk.report, { subject, at: one.schema.at, side });
      const old = renamed.get(one);
      if (old !== undefined) {
        tell('property-renamed', `the property ${quote(old.name)} is called ${quote(name)}`);
        diffProperty(walk, { before: old, after: one, subject }, diffInner);
      } else if (side === 'old') tell('property-removed', `the property ${quote(name)} is gone`);
      else if (one.required || before.object?.requiredOnly?.includes(name) === true)
        tell('required-property-added', `the required property ${quote(name)} is new`);
      else tell('property-added', `the property ${quote(name)} is new`);
    },
  });
  diffRequiredOnly(walk, both);
  diffAdditional(walk, both, diffInner);
}

/** Properties that have other names, by those that they have now. */
function findRenamed(walk: SchemaWalk, { before, after }: SchemaBoth): ReadonlyMap<Property, Property> {
  const { shapes, sides } = walk;
  const [old, now] = [before.object?.properties ?? [], after.object?.properties ?? []];
  const [oldNames, nowNames] = [new Set(old.map(({ name }) => name)), new Set(now.map(({ name }) => name))];
  const alone = {
    gone: old.filter((one) => !nowNames.has(one.name) && travels(walk, sides.before, one)),
    come: now.filter((one) => !oldNames.has(one.name) && travels(walk, sides.after, one)),
  };
  return pairRenamed(alone, {
    nameOf: ({ name }) => name,
    shapeOf: ({ schema }, side) => shapes.ofSchema(schema, side),
    isTelling: ({ schema }, side) => shapes.isTelling(schema, side),
  });
}

function travels({ direction }: SchemaWalk, { schemas }: Side, { schema }: Property): boolean {
  return !isLeftOut(schema, { direction: direction === 'sent' ? 'request' : 'response', schemas });
}

interface PropertyBoth extends Both<Property> {
  readonly subject: string;
}

function diffProperty(walk: SchemaWalk, { before, after, subject }: PropertyBoth, diffInner: DiffInner): void {
  const { report, direction, sides } = walk;
  const [was, is] = [travels(walk, sides.before, before), travels(walk, sides.after, after)];
  const tell = tellAt(report, { subject, ...inNew(after.schema) });
  const name = quote(after.name);
  const by = direction === 'sent' ? 'read' : 'write';
  const isNeeded = after.required && direction === 'sent';
  tellTurn(
    tell,
    [was, is],
    [isNeeded ? 'required-property-added' : `no-longer-${by}-only`, `${name} is not ${by}Only any more`],
    [`became-${by}-only`, `${name} is ${by}Only`],
  );
  if (!was || !is) return;
  const [had, has] = [toCallersName(before), toCallersName(after)];
  // Without a name of its own, a property is called as it is on the wire, which is compared.
  if (had !== has && [before, after].some(({ callersName }) => callersName !== undefined))
    tell('name-changed', `callers know ${name} as ${quote(has)}, and knew it as ${quote(had)}`);
  tellTurn(
    tell,
    [before.required, after.required],
    ['property-required', `the property ${name} is required`],
    ['property-optional', `the property ${name} is optional`],
  );
  diffInner(walk, { before: before.schema, after: after.schema, subject });
}

/** Names that are required, although another schema declares them. */
function diffRequiredOnly({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const tell = tellAt(report, { subject, ...inNew(after) });
  const [added, removed] = [requiredOnly(after, before), requiredOnly(before, after)];
  if (added.length > 0) tell('property-required', `${list(added)} must be there`);
  if (removed.length > 0) tell('property-optional', `${list(removed)} need not be there any more`);
}

function requiredOnly({ object }: Schema, other: Schema): readonly string[] {
  const { properties = [], requiredOnly: names = [] } = other.object ?? {};
  const known = new Set([...names, ...properties.map(({ name }) => name)]);
  return [...new Set(object?.requiredOnly)].filter((name) => !known.has(name));
}

function diffAdditional(walk: SchemaWalk, { before, after, subject }: SchemaBoth, diffInner: DiffInner): void {
  const [old, now] = [before.object?.additionalProperties, after.object?.additionalProperties];
  const [wasClosed, isClosed] = [old?.boolean === false, now?.boolean === false];
  tellTurn(
    tellAt(walk.report, { subject, ...inNew(now ?? after) }),
    [wasClosed, isClosed],
    ['additional-properties-refused', 'no further properties may be there'],
    ['additional-properties-allowed', 'further properties may be there'],
  );
  if (wasClosed || isClosed || (old === undefined && now === undefined)) return;
  const pair = { before: old ?? { at: before.at, doc: {} }, after: now ?? { at: after.at, doc: {} } };
  diffInner(walk, { ...pair, subject: `${subject}.*` });
}
