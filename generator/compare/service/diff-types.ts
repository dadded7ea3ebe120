import type { Model } from '../../api/api.js';
import { pairUp } from '../sides/pair-up.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import { toChange } from '../operations/api-diff.js';
import type { ApiDiff, TypeBoth } from '../operations/api-diff.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { inNew, quote, step, tellAlone, tellAt } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { pairRenamed } from '../sides/pair-renamed.js';
import { breaks, meets, addRoot } from '../schemas/schema-graph.js';
import type { SchemaGraph } from '../schemas/schema-graph.js';
import { isAssignable } from './is-assignable.js';

/** Compares which schemas have names, and has those compared that no operation reaches. */
export function diffModels(diff: ApiDiff): void {
  const { sides, graph } = diff;
  const pairs = [...pairUp(sides.before.api.models, sides.after.api.models, ({ name }) => name).values()];
  const gone = pairs.flatMap(({ ours, theirs }) => (ours !== undefined && theirs === undefined ? [ours] : []));
  const come = pairs.flatMap(({ ours, theirs }) => (ours === undefined && theirs !== undefined ? [theirs] : []));
  const renamed = findRenamed(graph, gone, come);
  const former = new Set(renamed.values());
  for (const { ours, theirs } of pairs) {
    if (theirs === undefined) continue;
    const old = ours ?? renamed.get(theirs);
    if (old === undefined) tellOne(diff, theirs, 'new');
    else diffModel(diff, { before: old, after: theirs });
  }
  for (const one of gone) if (!former.has(one)) tellOne(diff, one, 'old');
}

/** Models that have other names, by those that they have now: met in the same position, or of the same shape. */
function findRenamed(graph: SchemaGraph, gone: readonly Model[], come: readonly Model[]): ReadonlyMap<Model, Model> {
  const met = new Map<Model, Model>();
  const open = new Set(gone);
  for (const now of come) {
    const old = [...open].find((one) => meets(graph, { before: one.schema, after: now.schema }));
    if (old === undefined) continue;
    met.set(now, old);
    open.delete(old);
  }
  const { shapes } = graph;
  const alike = pairRenamed(
    { gone: [...open], come: come.filter((one) => !met.has(one)) },
    {
      nameOf: ({ name }) => name,
      shapeOf: ({ schema }, side) => shapes.ofSchema(schema, side),
      isTelling: ({ schema }, side) => shapes.isTelling(schema, side),
    },
  );
  return new Map([...met, ...alike]);
}

function tellOne({ report }: ApiDiff, { id, specName, schema: { at } }: Model, side: 'old' | 'new'): void {
  // The body of a webhook or callback comes and goes with that.
  if (/^#\/(?:webhooks\/|paths\/.*\/callbacks\/)/.test(id)) return;
  const tell = tellAt((finding) => report(toChange(finding)), { subject: `schemas.${step(specName)}`, at, side });
  tellAlone(tell, side, 'schema', `the schema ${quote(specName)}`);
}

function diffModel({ report, graph, fit }: ApiDiff, { before, after }: Both<Model>): void {
  const subject = `schemas.${step(after.specName)}`;
  const tell = tellAt((finding) => report(toChange(finding)), { subject, ...inNew(after.schema) });
  if (before.specName !== after.specName && before.name !== after.name)
    tell('schema-renamed', `the schema ${quote(before.specName)} is called ${quote(after.specName)}`);
  else if (before.name !== after.name)
    tell('schema-renamed', `the type ${quote(before.name)} is called ${quote(after.name)}`);
  const [old, now] = [before.input?.name, after.input?.name];
  if (now === undefined) {
    if (old !== undefined) tell('input-type-removed', `there is no type ${quote(old)} any more`);
  } else if (old === undefined) tell('input-type-added', `requests take the type ${quote(now)}`);
  else if (old !== now && before.name === after.name)
    tell('export-removed', `the type ${quote(old)} of requests is called ${quote(now)}`);
  const { users } = addRoot(graph, { before: before.schema, after: after.schema, subject });
  const [sent, received] = [[...users.sent], [...users.received]];
  // A model that is only sent has the shape of a request; where it travels both ways, requests may have a variant.
  const isSent = sent.length > 0 && received.length === 0;
  fit({ before, after, subject, direction: isSent ? 'sent' : 'received', operations: isSent ? sent : received });
  if (sent.length === 0 || (before.input === undefined && after.input === undefined)) return;
  const inputs = { before: { ...before, ...before.input }, after: { ...after, ...after.input } };
  fit({ ...inputs, subject, direction: 'sent', operations: sent });
}

/**
 * Lists types of the package that do not fit code for the old ones, although none of the changes found so far says so. Called
 * last.
 */
export function diffTypes(diff: ApiDiff, types: readonly TypeBoth[], found: readonly Change[]): readonly Change[] {
  const changed = new Set(found.flatMap(({ subject }) => outers(subject)));
  const breaking = new Set(found.filter(({ kind }) => kind === 'breaking').flatMap(({ subject }) => outers(subject)));
  return types.flatMap((type) => {
    if (breaking.has(type.subject) || isExplained(diff, type)) return [];
    if (!fits(diff, type)) return [changeOfType(type, 'exported-type-changed', sayLess(type))];
    if (changed.has(type.subject) || fits(diff, type, 'back')) return [];
    const more = type.direction === 'sent' ? 'takes' : 'says';
    return [changeOfType(type, 'exported-type-extended', `its type in TypeScript ${more} more than before`)];
  });
}

/** Returns whether a breaking change was found inside the type, even if it is reported at another point with the same schemas. */
function isExplained({ graph }: ApiDiff, { before, after, direction }: TypeBoth): boolean {
  return breaks(graph, { before: before.schema, after: after.schema }, direction);
}

function changeOfType({ after, subject, direction, operations }: TypeBoth, code: ChangeCode, message: string): Change {
  return { ...toChange({ code, message, subject, ...inNew(after.schema) }), operations, direction };
}

function sayLess({ before, after, direction }: TypeBoth): string {
  if (isOpen(before.shape) && !isOpen(after.shape)) return 'its type in TypeScript names its properties, and had any';
  return `its type in TypeScript ${direction === 'sent' ? 'takes less than before' : 'does not fit where the old one did'}`;
}

/** An object of which no property is known has any. */
function isOpen(shape: Shape): boolean {
  return shape.kind === 'object' && shape.members.length === 0;
}

/** An address and those around it: of `schemas.Pet.tags[]` also `schemas.Pet.tags` and `schemas.Pet`. */
function outers(subject: string): readonly string[] {
  const ends = [...subject.matchAll(/[.[]/g)].map(({ index }) => index);
  return [subject, ...ends.map((end) => subject.slice(0, end))];
}

/**
 * Returns whether code for the old type compiles with the new one: values that are received now fit the old type, and values
 * that were sent fit the new one. `back` exchanges the sides.
 */
function fits({ sides, graph }: ApiDiff, type: TypeBoth, way: 'forth' | 'back' = 'forth'): boolean {
  const { direction } = type;
  // Callers give the old type for what is sent now; what is received now has to fit where the old one did.
  const isForth = (way === 'forth') === (direction === 'sent');
  const [from, to] = isForth ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const isCompared = (own: Schema, other: Schema): boolean =>
    meets(graph, isForth ? { before: own, after: other } : { before: other, after: own });
  const fit = { from: sides[from], to: sides[to], direction, seen: new Set<string>(), isCompared };
  return isAssignable(fit, type[from].shape, type[to].shape);
}
