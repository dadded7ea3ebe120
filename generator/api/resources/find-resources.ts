import type { JsonObject } from '../../spec/read/json.js';
import { responseModel, referredSchema } from '../operations/responses.js';
import type { Api, Model } from '../api.js';
import { type Collection, findActions, finderAction, kindOf, listOf } from './find-actions.js';
import { declaredProperties } from '../schemas/target-schema.js';
import { camelCase } from '../naming/names.js';
import type { Property } from '../schemas/schema.js';
import { type PathPart, pathParts } from '../operations/paths.js';

/** A table that the paths of a service suggest. */
interface FoundResource {
  readonly table: string;
  readonly rules: JsonObject;
  readonly model: Model;
}

/** What the shape of a REST service suggests where its spec says nothing. */
interface FoundResources {
  readonly resources: readonly FoundResource[];
  /** Behaviour by id of the operation. */
  readonly behaviours: ReadonlyMap<string, JsonObject>;
}

/** Rows that a table without a seed starts with. */
const samples = 3;

const createdNames = /^created?_?(?:at|on|time|date)?$/i;
const updatedNames = /^(?:last_?)?(?:updated?|modified|changed)_?(?:at|on|time|date)?$/i;

/** Characters of an id that is made up. */
const idLength = 12;

/** Finds collections (`/things`, `/things/{id}`) among the operations that declare no `x-action`. */
export function findResources(api: Api): FoundResources {
  const resources: (FoundResource & { readonly path: string })[] = [];
  /** Tables that callers can fill, by the paths of their collections. */
  const filled = new Map<string, string>();
  const behaviours = new Map<string, JsonObject>();
  const taken = new Set<string>();
  for (const collection of collectionsOf(api)) {
    const model = modelOf(api, collection);
    const found = model === undefined ? undefined : keyOf(api, collection, model);
    if (model === undefined || found === undefined) continue;
    const key = withChosenKey(api, collection, found);
    const table = freeName(collection.path, taken);
    const actions = findActions(api, collection, { table, model, key: key.key });
    if (actions.length < 2) continue;
    taken.add(table);
    if (collection.onAll.has('POST')) filled.set(collection.path, table);
    const properties = propertiesOf(api, model);
    const rules = { ...key, ...kindOf(properties), ...timesOf(properties), ...seedingOf(collection) };
    resources.push({ path: collection.path, table, model, rules });
    for (const [id, behaviour] of actions) behaviours.set(id, behaviour);
  }
  const byPath = new Map(resources.toReversed().map((one) => [one.path, one]));
  for (const operation of api.operations) {
    const above = byPath.get(operation.path.slice(0, operation.path.lastIndexOf('/')));
    if (above === undefined || behaviours.has(operation.id) || operation.path.includes('{')) continue;
    const target = { table: above.table, model: above.model, key: String(above.rules['key']) };
    for (const [id, behaviour] of finderAction(api, operation, target)) behaviours.set(id, behaviour);
  }
  return { resources: resources.map((one) => withParent(one, filled)), behaviours };
}

/** A resource below the things of another collection, `/things/{thing}/parts`, needs the thing to be there. */
function withParent(
  { path, table, model, rules }: FoundResource & { readonly path: string },
  filled: ReadonlyMap<string, string>,
): FoundResource {
  const above = siteOfPath(path.slice(0, path.lastIndexOf('/')));
  const parent = above.item === undefined || rules['scope'] === undefined ? undefined : filled.get(above.collection);
  return { table, model, rules: parent === undefined ? rules : { ...rules, parent } };
}

/** Rows below a parent are kept by its parameters, or bear its name; only those without a parent are made up. */
function seedingOf({ path, nested }: Collection): JsonObject {
  const scope = parametersIn(path);
  if (scope.length > 0) return { scope };
  return nested ? {} : { samples };
}

/** The times that the service notes itself, by their usual names. */
function timesOf(properties: readonly Property[]): JsonObject {
  const timeOf = (pattern: RegExp): string | undefined =>
    properties.find(({ name, schema }) => pattern.test(name) && schema.string?.format === 'date-time')?.name;
  const [created, updated] = [timeOf(createdNames), timeOf(updatedNames)];
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) };
}

function collectionsOf({ operations }: Api): Iterable<Collection> {
  const byPath = new Map<string, Collection>();
  for (const operation of operations) {
    if (operation.extensions['x-action'] !== undefined) continue;
    const site = siteOfPath(operation.path);
    const collection = byPath.get(site.collection) ?? emptyCollection(site);
    byPath.set(site.collection, collection);
    if (site.item === undefined) {
      collection.onAll.set(operation.method, operation);
      collection.parent ??= site.parent;
    } else {
      collection.onOne.set(operation.method, operation);
      collection.parameter ??= site.item;
      collection.prefix ??= site.prefix;
    }
  }
  return byPath.values();
}

function emptyCollection({ collection, nested }: ResourceSite): Collection {
  const unknown = { parameter: undefined, parent: undefined, prefix: undefined };
  return { path: collection, onAll: new Map(), onOne: new Map(), nested, ...unknown };
}

/** The model that the item's `GET`, else the collection's `POST`, else the list returns; of several, what the `POST` returns. */
function modelOf(api: Api, { onAll, onOne }: Collection): Model | undefined {
  const [list, insertion] = [onAll.get('GET'), onAll.get('POST')];
  const [inserted] = responseModel(api, insertion).refs;
  const { refs } = responseModel(api, onOne.get('GET'));
  const ref =
    (inserted !== undefined && refs.includes(inserted) ? inserted : refs[0]) ??
    inserted ??
    (list === undefined ? undefined : listOf(api, list)?.ref);
  return api.models.find(({ id }) => id === ref);
}

/** The properties of a model; of a union, those of all that it can be. */
function propertiesOf(api: Api, { schema }: Model): readonly Property[] {
  const alternatives = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return alternatives.flatMap((one) => declaredProperties(api.schemas, one));
}

/** The property that names a row, and how it is made. */
type Key = { readonly key: string; readonly id: JsonObject };

/** The property that names a row, by the parameter of the item's path. */
function keyOf(api: Api, collection: Collection, model: Model): Key | undefined {
  const { prefix } = collection;
  const properties = propertiesOf(api, model);
  const property = namingProperty(collection, properties);
  if (property === undefined || property.name.includes('.')) return undefined;
  const target = property.schema.ref === undefined ? property.schema : api.schemas[property.schema.ref];
  if (target?.types?.includes('integer') === true) return { key: property.name, id: { alphabet: 'integer' } };
  if (target?.types?.includes('string') !== true) return undefined;
  if (prefix !== undefined) return { key: property.name, id: resourceNameOf(collection, prefix) };
  return { key: property.name, id: target.string?.format === 'uuid' ? { alphabet: 'uuid' } : { length: idLength } };
}

/** `{gistId}` is named by `gistId` or `id`, `{issue_number}` by `number`, `{customer}` of `/customers` by `id`. */
function namingProperty(
  { path, parameter = 'id', prefix }: Collection,
  properties: readonly Property[],
): Property | undefined {
  const named = (wanted: string): Property | undefined => properties.find(({ name }) => name === wanted);
  const [last = parameter] = /[^_-]+$/.exec(parameter) ?? [];
  const [word = last] = /[A-Z][a-z]+$/.exec(last) ?? [];
  const isOne = singulars(path.slice(path.lastIndexOf('/') + 1)).includes(parameter.toLowerCase());
  return (
    named(parameter) ??
    (/id$/i.test(parameter) || isOne ? named('id') : undefined) ??
    (word === parameter ? undefined : named(word.toLowerCase())) ??
    (prefix === undefined ? undefined : named('name'))
  );
}

function singulars(plural: string): readonly string[] {
  const word = plural.toLowerCase();
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
}

/** Callers choose the keys of what they make, where the body has a member for it that is not the service's alone. */
function withChosenKey(api: Api, { onAll }: Collection, { key, id }: Key): Key {
  const insertion = onAll.get('POST');
  const schema = insertion?.body?.contents.find(({ kind }) => kind === 'json')?.schema;
  const { within } = responseModel(api, insertion);
  if (schema === undefined || id['prefix'] !== undefined) return { key, id };
  const outer = referredSchema(api, schema)?.object?.properties ?? [];
  const body = within === undefined ? schema : outer.find(({ name }) => name === within)?.schema;
  const member = body && declaredProperties(api.schemas, body).find(({ name }) => name === key);
  return { key, id: member === undefined || member.schema.readOnly === true ? id : { ...id, chosen: true } };
}

/** A resource name is that of its parent, that of its collection, and an id. */
function resourceNameOf({ parent, nested }: Collection, prefix: string): JsonObject {
  return { ...(nested && { within: parent ?? 'parent' }), prefix, length: prefix.length + idLength };
}

function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}=]+)\}/g)].flatMap(([, name]) => name ?? []);
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !/[{*]/.test(segment));
  const short = camelCase(literals.at(-1) ?? 'items', 'items');
  if (!taken.has(short)) return short;
  const long = camelCase(literals.join(' '), 'items');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? long : `${long}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What an operation acts on: a collection as a whole, or one of its things. */
export interface ResourceSite {
  /** Address of the collection, the same for `/v1/{parent=shops/*}/pets` and `/v1/{name=shops/*` + `/pets/*}`. */
  readonly collection: string;
  /** Variable that names the thing; absent where the operation acts on all of them. */
  readonly item?: string;
  /** Variable that names the parent: `parent`. */
  readonly parent?: string;
  /** What a resource name has before its last segment: `pets/`; absent where things have plain ids. */
  readonly prefix?: string;
  /** Whether names begin with that of a parent. */
  readonly nested: boolean;
}

/** Finds out what the operations of a path act on: `/pets/{petId}` and `/v1/{name=pets/*}` one thing, all else a collection. */
export function siteOfPath(path: string): ResourceSite {
  const parts = pathParts(path);
  const texts = parts.map(addressOf);
  const last = parts.at(-1);
  const before = texts.slice(0, -1).join('');
  const whole = { collection: texts.join(''), ...parentOf(parts), nested: texts.join('').includes('*') };
  if (last?.kind !== 'variable') return whole;
  if (last.template === undefined) {
    const left = parts.at(-2);
    const isItem = left?.kind === 'text' && /\/[^/]+\/$/.test(left.text);
    return isItem ? { collection: before.slice(0, -1), item: last.name, nested: before.includes('*') } : whole;
  }
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(last.template) ?? [];
  if (segment === undefined) return whole;
  const collection = `${before}${outer}${segment}`;
  return { collection, item: last.name, prefix: `${segment}/`, nested: collection.includes('*') };
}

function addressOf(part: PathPart): string {
  if (part.kind === 'text') return part.text;
  return part.template ?? `{${part.name}}`;
}

/** The one variable with a template that comes before the end. */
function parentOf(parts: readonly PathPart[]): { readonly parent?: string } {
  const named = parts.slice(0, -1).filter((part) => part.kind === 'variable' && part.template !== undefined);
  const [only] = named;
  return named.length === 1 && only?.kind === 'variable' ? { parent: only.name } : {};
}
