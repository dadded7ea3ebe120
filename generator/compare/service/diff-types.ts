import type { Model } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { LiteralsShape, ObjectShape, Shape } from '../../api/types/shape.js';
import { isOfType } from '../../json.js';
import { toChange } from '../operations/api-diff.js';
import type { ApiDiff, TypeBoth } from '../operations/api-diff.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { inNew, quote, step, tellAlone, tellAt } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { fingerprint, valueKey } from '../sides/fingerprint.js';
import { pairRenamed, pairUp } from '../sides/pairs.js';
import { findExportedName } from '../sides/side.js';
import type { Side } from '../sides/side.js';
import { breaks, meets, addRoot } from '../schemas/schema-graph.js';

/** Reports models that are new, gone or renamed, and compares all others, also those that no operation uses. */
export function diffModels(diff: ApiDiff): void {
  const { sides, graph } = diff;
  const [models, others] = [sides.before.api.models, sides.after.api.models];
  const open = new Set(models.filter(({ name }) => !sides.after.modelNames.has(name)));
  const come = others.filter(({ name }) => !sides.before.modelNames.has(name));
  // A model is renamed if an operation has the new model at the place of the old one, or if both have the same shape.
  const met = new Map<Model, Model>();
  for (const now of come) {
    const old = [...open].find((one) => meets(graph, { before: one.schema, after: now.schema }));
    if (old === undefined) continue;
    met.set(now, old);
    open.delete(old);
  }
  const rest = { gone: [...open], come: come.filter((one) => !met.has(one)) };
  const { renamed, gone } = pairRenamed(rest, graph.shapes.named);
  for (const { before, after } of pairUp(models, others, ({ name }) => name).values()) {
    if (after === undefined) continue;
    const old = before ?? met.get(after) ?? renamed.get(after);
    if (old === undefined) tellOne(diff, after, 'new');
    else diffModel(diff, { before: old, after });
  }
  for (const one of gone) tellOne(diff, one, 'old');
}

function tellOne({ report }: ApiDiff, { id, specName, schema: { at } }: Model, side: 'old' | 'new'): void {
  // The body of a webhook or callback is reported with the webhook.
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
  // The type of a model that is only sent is that of requests. A model that travels both ways may have a second type for requests (`input`).
  const isSent = sent.length > 0 && received.length === 0;
  fit({ before, after, subject, direction: isSent ? 'sent' : 'received', operations: isSent ? sent : received });
  if (sent.length === 0 || (before.input === undefined && after.input === undefined)) return;
  const inputs = { before: { ...before, ...before.input }, after: { ...after, ...after.input } };
  fit({ ...inputs, subject, direction: 'sent', operations: sent });
}

/**
 * Lists the types of the package that break code for the old types, or allow more, although no change found so far reports it. Must be
 * called last.
 */
export function diffTypes(diff: ApiDiff, types: readonly TypeBoth[], found: readonly Change[]): readonly Change[] {
  const changed = new Set(found.flatMap(({ subject }) => outers(subject)));
  const breaking = new Set(found.filter(({ kind }) => kind === 'breaking').flatMap(({ subject }) => outers(subject)));
  return types.flatMap((type) => {
    const { before, after, subject, direction, operations } = type;
    const toTypeChange = (code: ChangeCode, state: string): readonly Change[] => {
      const message = `its type in TypeScript ${state}`;
      return [{ ...toChange({ code, message, subject, ...inNew(after.schema) }), operations, direction }];
    };
    // A breaking change inside of the type may be reported at another point with the same schemas.
    const schemas = { before: before.schema, after: after.schema };
    if (breaking.has(subject) || breaks(diff.graph, schemas, direction)) return [];
    const isSent = direction === 'sent';
    if (!fits(diff, type)) {
      const isClosed = isOpen(before.shape) && !isOpen(after.shape);
      const less = isSent ? 'takes less than before' : 'does not fit where the old one did';
      return toTypeChange('exported-type-changed', isClosed ? 'names its properties, and had any' : less);
    }
    if (changed.has(subject) || fits(diff, type, 'back')) return [];
    return toTypeChange('exported-type-extended', `${isSent ? 'takes' : 'says'} more than before`);
  });
}

/** Returns whether a type is an object of which no property is known. */
function isOpen(shape: Shape): boolean {
  return shape.kind === 'object' && shape.members.length === 0;
}

/** Lists an address and the addresses around it: for `schemas.Pet.tags[]` also `schemas.Pet.tags`, `schemas.Pet` and `schemas`. */
function outers(subject: string): readonly string[] {
  const ends = [...subject.matchAll(/[.[]/g)].map(({ index }) => index);
  return [subject, ...ends.map((end) => subject.slice(0, end))];
}

/**
 * Returns whether code for the old type compiles with the new one: what is received has a type that is assignable to the old one, and
 * values of the old type can still be sent. `back` exchanges the sides.
 */
function fits({ sides, graph }: ApiDiff, type: TypeBoth, way: 'forth' | 'back' = 'forth'): boolean {
  const { direction } = type;
  // Sent: callers pass the old type where the new one is expected. Received: they use the new type where they expect the old one.
  const isForth = (way === 'forth') === (direction === 'sent');
  const [from, to] = isForth ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const isCompared = (own: Schema, other: Schema): boolean =>
    meets(graph, isForth ? { before: own, after: other } : { before: other, after: own });
  const fit = { from: sides[from], to: sides[to], direction, seen: new Set<string>(), isCompared };
  return isAssignable(fit, type[from].shape, type[to].shape);
}

/** The descriptions of two types, the first of which has to fit the second. */
interface Fit {
  readonly from: Side;
  readonly to: Side;
  /** Requests have variants of models. */
  readonly direction: 'sent' | 'received';
  /** Returns whether two schemas are compared by themselves. */
  readonly isCompared: (from: Schema, to: Schema) => boolean;
  /** Pairs of references that were resolved, so that types which refer to themselves end. */
  readonly seen: Set<string>;
}

/**
 * Returns whether a type is assignable to another one: `'a' | 'b'` to `string`. A model always counts as assignable to the model with
 * the same name, and to its renamed form: these are compared separately.
 */
function isAssignable(fit: Fit, from: Shape, to: Shape): boolean {
  if (to.kind === 'unknown' || from.kind === 'never') return true;
  if (printTypeKey(fit.from, from) === printTypeKey(fit.to, to)) return true;
  if (from.kind === 'union') return from.of.every((one) => isAssignable(fit, one, to));
  if (from.kind === 'reference' || to.kind === 'reference') return fitsReference(fit, from, to);
  if (to.kind === 'intersection') return to.of.every((one) => isAssignable(fit, from, one));
  if (from.kind === 'intersection') return fitsParts(fit, from.of, to);
  if (to.kind !== 'union') return fitsPlain(fit, from, to);
  // Each value of an enum may be assignable to another member of the union.
  if (from.kind === 'literals' && from.values.length + Number(from.open !== false) > 1) {
    const values = from.values.map((value) => ({ kind: 'literals', values: [value], open: false }) as const);
    const all: readonly Shape[] = from.open ? [...values, { ...from, values: [] }] : values;
    return all.every((value) => isAssignable(fit, value, to));
  }
  return to.of.some((one) => isAssignable(fit, from, one));
}

/** Prints the same text for types that differ in nothing but their docs. */
function printTypeKey(side: Side, shape: Shape): string {
  const key = side.typeKeys.get(shape) ?? fingerprint(shape, (id) => findExportedName(side, id));
  side.typeKeys.set(shape, key);
  return key;
}

function fitsReference(fit: Fit, from: Shape, to: Shape): boolean {
  // A member of the union may be the same model.
  if ((to.kind === 'union' ? to.of : [to]).some((one) => isSameModel(fit, from, one))) return true;
  if (from.kind === 'reference' && to.kind === 'reference') {
    const [own, other] = [fit.from.schemas.get(from.model), fit.to.schemas.get(to.model)];
    if (own && other && fit.isCompared(own, other)) return true;
  }
  const key = JSON.stringify([from, to]);
  if (fit.seen.has(key)) return true;
  fit.seen.add(key);
  return isAssignable(fit, resolve(fit.from, from, fit.direction), resolve(fit.to, to, fit.direction));
}

function isSameModel({ from: side, to }: Fit, from: Shape, one: Shape): boolean {
  if (from.kind !== 'reference' || one.kind !== 'reference') return false;
  return findExportedName(side, from.model) === findExportedName(to, one.model);
}

function resolve({ models }: Side, shape: Shape, direction: Fit['direction']): Shape {
  if (shape.kind !== 'reference') return shape;
  const model = models.get(shape.model);
  return (direction === 'sent' ? model?.input?.shape : undefined) ?? model?.shape ?? { kind: 'unknown' };
}

/** Returns whether an intersection is assignable to a type; its objects count as one object with all their members. */
function fitsParts(fit: Fit, parts: readonly Shape[], to: Shape): boolean {
  if (parts.some((one) => isAssignable(fit, one, to))) return true;
  if (to.kind === 'union') return to.of.some((one) => fitsParts(fit, parts, one));
  const objects = parts.map((one) => resolve(fit.from, one, fit.direction)).filter((one) => one.kind === 'object');
  const [first] = objects;
  if (first === undefined) return false;
  const members = new Map(objects.flatMap((one) => one.members).map((one) => [one.name, one]));
  return isAssignable(fit, { ...first, members: [...members.values()] }, to);
}

function fitsPlain(fit: Fit, from: Shape, to: Shape): boolean {
  if (from.kind === 'literals') return fitsLiterals(fit, from, to);
  if (from.kind === 'template') return to.kind === 'string';
  if (to.kind === 'literals') {
    // `null` and booleans have few values; any string is assignable to an open enum.
    if (from.kind === 'null') return to.values.includes(null);
    if (from.kind === 'boolean') return to.values.includes(true) && to.values.includes(false);
    return from.kind === 'string' && to.open !== false;
  }
  if (from.kind === 'object' && to.kind === 'object') return fitsObject(fit, from, to);
  if (from.kind === 'array' && to.kind === 'array') return isAssignable(fit, from.items, to.items);
  if (from.kind === 'tuple') return fitsTuple(fit, from, to);
  if (from.kind === 'coded' && to.kind === 'coded')
    return from.codec === to.codec && isAssignable(fit, from.wire, to.wire);
  if (from.kind === 'wire' && to.kind === 'wire') return isAssignable(fit, from.of, to.of);
  return from.kind === to.kind && !apart.has(from.kind);
}

/** Kinds of shapes that stand for several types, so that an equal kind does not mean an equal type. */
const apart: ReadonlySet<Shape['kind']> = new Set(['array', 'object', 'coded', 'wire']);

/** Returns whether literals are assignable to a type. A received enum may get further strings if it is open, as code must expect them; sent values must be declared. */
function fitsLiterals({ direction }: Fit, from: LiteralsShape, to: Shape): boolean {
  if (to.kind === 'literals') {
    if (from.open && to.open !== 'any' && to.open !== from.open) return false;
    const known = new Set(to.values.map(valueKey));
    const isOpen = to.open === 'any' || (to.open !== false && direction === 'received');
    return from.values.every((value) => known.has(valueKey(value)) || (isOpen && typeof value === 'string'));
  }
  return from.values.every((value) => isOfType(value, to.kind)) && (!from.open || to.kind === 'string');
}

function fitsObject(fit: Fit, from: ObjectShape, to: ObjectShape): boolean {
  const members = new Map(from.members.map((member) => [member.name, member]));
  for (const { name, required, shape } of to.members) {
    const own = members.get(name);
    if (required && own?.required !== true) return false;
    if (own && !isAssignable(fit, own.shape, shape)) return false;
  }
  // TypeScript rejects unknown properties in an object literal, so a type without an index signature takes fewer values when sent.
  const isAnything = from.members.length === 0 && from.rest?.kind === 'unknown';
  if (to.rest === undefined) return from.rest === undefined || fit.direction !== 'sent' || isAnything;
  if (from.rest === undefined) return fit.direction === 'sent' && to.rest.kind === 'unknown';
  return isAssignable(fit, from.rest, to.rest);
}

function fitsTuple(fit: Fit, from: Shape & { readonly kind: 'tuple' }, to: Shape): boolean {
  if (to.kind === 'array') {
    return [...from.items, from.rest ?? []].flat().every((one) => isAssignable(fit, one, to.items));
  }
  if (to.kind !== 'tuple' || from.items.length !== to.items.length || from.required < to.required) return false;
  const fits = from.items.every((one, index) => isAssignable(fit, one, to.items[index] ?? { kind: 'never' }));
  if (!fits || from.rest === undefined) return fits;
  return to.rest !== undefined && isAssignable(fit, from.rest, to.rest);
}
