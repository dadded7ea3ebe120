import type { Property, Schema } from '../../api/types/schema.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { isLeftOut } from '../../api/schemas/target-schema.js';
import { inNew, list, quote, step, tellAt, tellTurn, type Both } from '../sides/finding.js';
import { differences, matchMembers, pairRenamed, visitPairs } from '../sides/pairs.js';
import { tellNew, type SchemaBoth, type SchemaWalk, type Side } from '../sides/side.js';

/** Compares the properties of objects, and their additional properties. */
export function diffObject(walk: SchemaWalk, both: SchemaBoth): void {
  const { before, after } = both;
  const { renamed, gone } = findRenamed(walk, both);
  visitPairs(before.object?.properties, after.object?.properties, ({ name }) => name, {
    both: (pair, name) => diffProperty(walk, { ...pair, subject: `${both.subject}.${step(name)}` }),
    alone: (one, side, name) => {
      if (side === 'old' ? !gone.has(one) : !travels(walk, walk.sides.after, one)) return;
      const subject = `${both.subject}.${step(name)}`;
      const tell = tellAt(walk.report, { subject, at: one.schema.at, side });
      const old = renamed.get(one);
      if (old !== undefined) {
        tell('property-renamed', `the property ${quote(old.name)} is called ${quote(name)}`);
        diffProperty(walk, { before: old, after: one, subject });
      } else if (side === 'old') tell('property-removed', `the property ${quote(name)} is gone`);
      else if (one.required || before.object?.requiredOnly?.includes(name) === true)
        tell('required-property-added', `the required property ${quote(name)} is new`);
      else tell('property-added', `the property ${quote(name)} is new`);
    },
  });
  const tell = tellNew(walk, both);
  const [added, removed] = [listRequiredOnly(after, before), listRequiredOnly(before, after)];
  if (added.length > 0) tell('property-required', `${list(added)} must be there`);
  if (removed.length > 0) tell('property-optional', `${list(removed)} need not be there any more`);
  diffAdditional(walk, both);
}

function findRenamed(walk: SchemaWalk, { before, after }: SchemaBoth): ReturnType<typeof pairRenamed<Property>> {
  const { renames, sides } = walk;
  const { gone, come } = matchMembers(before.object?.properties ?? [], after.object?.properties ?? [], ({ name }) => [
    name,
  ]);
  const alone = {
    gone: gone.filter((one) => travels(walk, sides.before, one)),
    come: come.filter((one) => travels(walk, sides.after, one)),
  };
  return pairRenamed(alone, renames);
}

function travels({ direction }: SchemaWalk, { schemas }: Side, { schema }: Property): boolean {
  return !isLeftOut(schema, { direction: direction === 'sent' ? 'request' : 'response', schemas });
}

function diffProperty(
  walk: SchemaWalk,
  { before, after, subject }: Both<Property> & Pick<SchemaBoth, 'subject'>,
): void {
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
  // If neither side has a name for callers, both are wire names, which are compared elsewhere.
  if (had !== has && [before, after].some(({ callersName }) => callersName !== undefined))
    tell('name-changed', `callers know ${name} as ${quote(has)}, and knew it as ${quote(had)}`);
  tellTurn(
    tell,
    [before.required, after.required],
    ['property-required', `the property ${name} is required`],
    ['property-optional', `the property ${name} is optional`],
  );
  walk.compare({ before: before.schema, after: after.schema, subject });
}

/** Lists the names that a schema requires without declaring them, and that the other one neither requires nor declares. */
function listRequiredOnly({ object }: Schema, other: Schema): readonly string[] {
  const { properties = [], requiredOnly = [] } = other.object ?? {};
  const known = [...requiredOnly, ...properties.map(({ name }) => name)];
  return differences(known, [...new Set(object?.requiredOnly)]).come;
}

function diffAdditional(walk: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [before.object?.additionalProperties, after.object?.additionalProperties];
  const [wasClosed, isClosed] = [old?.boolean === false, now?.boolean === false];
  tellTurn(
    tellAt(walk.report, { subject, ...inNew(now ?? after) }),
    [wasClosed, isClosed],
    ['additional-properties-disallowed', 'further properties are not allowed any more'],
    ['additional-properties-allowed', 'further properties may be there'],
  );
  if (wasClosed || isClosed || (old === undefined && now === undefined)) return;
  const pair = { before: old ?? { at: before.at, doc: {} }, after: now ?? { at: after.at, doc: {} } };
  walk.compare({ ...pair, subject: `${subject}.*` });
}
