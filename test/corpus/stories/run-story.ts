import { type StoryResponse, call, type Choice, type Service, variableText } from './caller.js';
import { type Collection, findCollections, findCreation, plainPath } from './collections.js';
import {
  findBody,
  flatten,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  type Operation,
  findResult,
  readType,
} from './document.js';
import { sampleValue } from './sample-value.js';

/** Result of a story. */
export interface StoryResult {
  readonly path: string;
  /** `sample`: the emulator states that nothing is stored; `lost`: a write was acknowledged and lost; `wrong`: any other failure. */
  readonly state: 'right' | 'sample' | 'lost' | 'wrong';
  /** Step and reason of a failure, `list: p1 is not in …`, or `''`. */
  readonly reason: string;
}

/** An error that ends a story with a state. */
class StoryEnd extends Error {
  readonly state: Exclude<StoryResult['state'], 'right'>;

  constructor(state: Exclude<StoryResult['state'], 'right'>, message: string) {
    super(message);
    this.state = state;
  }
}

/** Runs the story of a collection: creates two items, then reads, lists, changes and deletes the first one. */
export async function runStory(service: Service, document: JsonObject, collection: Collection): Promise<StoryResult> {
  const { path } = collection;
  try {
    await play({ service, document, collection });
    return { path, state: 'right', reason: '' };
  } catch (error) {
    if (error instanceof StoryEnd) return { path, state: error.state, reason: error.message };
    return { path, state: 'wrong', reason: String(error) };
  }
}

interface Story {
  readonly service: Service;
  readonly document: JsonObject;
  readonly collection: Collection;
}

async function play(story: Story): Promise<void> {
  const { collection } = story;
  const { create, list, read, change, remove } = collection;
  const parents = await findParents(story, create);
  const first = await createItem(story, parents, 'first');
  const second = await createItem(story, parents, 'second');
  if (first.id === second.id) throw new StoryEnd('wrong', `two items have the id ${first.id}`);
  const onFirst: Choice = { variables: parents, id: first.id };
  if (read !== undefined) await expectSent(story, read, onFirst, first.sent);
  let sent = first.sent;
  if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 1, sent });
  if (change !== undefined) {
    const next = createChange(story, change, first);
    if (next !== undefined) {
      expectSuccess('change', await callStory(story, change, { ...onFirst, body: next }));
      sent = { ...sent, ...unwrap(next) };
      if (read !== undefined) await expectSent(story, read, onFirst, unwrap(next), 'after a change, ');
      else if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 1, sent });
    }
  }
  if (remove !== undefined) {
    expectSuccess('delete', await callStory(story, remove, onFirst));
    if (read !== undefined) await expectGone(story, read, onFirst);
    if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 0, sent });
    const repeated = await callStory(story, remove, onFirst);
    if (repeated.status !== 404 && repeated.status !== 410)
      throw new StoryEnd('wrong', `a second delete returns ${repeated.status}`);
  }
  if (read !== undefined) {
    await expectSent(story, read, { variables: parents, id: second.id }, second.sent, 'the other item: ');
    const response = await callStory(story, read, { variables: parents, id: unknownId(second.id) });
    if (response.status !== 404) throw new StoryEnd('wrong', `an unknown id returns ${response.status}`);
  }
}

/** Returns an id of the same form that no item has: `17` → `987654321`. */
function unknownId(id: string): string {
  if (/^\d+$/.test(id)) return id.length < 9 ? '987654321' : `${id.slice(0, -3)}${id.endsWith('987') ? '986' : '987'}`;
  const last = id.at(-1) ?? '';
  return `${id.slice(0, -4)}${[...id].slice(-4, -1).toReversed().join('')}${last === '7' ? '8' : '7'}`;
}

/** Describes a response: `400 {"error":{…`. */
function describe({ status, body }: StoryResponse): string {
  return `${status} ${JSON.stringify(body ?? null).slice(0, 300)}`;
}

function callStory({ service, document }: Story, operation: Operation, choice: Choice): Promise<StoryResponse> {
  return call(service, document, operation, choice);
}

function expectSuccess(step: string, response: StoryResponse): void {
  if (response.status >= 200 && response.status < 300) {
    if (response.isSample) throw new StoryEnd('sample', `${step}: nothing was stored`);
    return;
  }
  throw new StoryEnd('wrong', `${step}: ${describe(response)}`);
}

/** Number of created items, which makes the sent values different. */
let storyCount = 0;

interface CreatedItem {
  readonly id: string;
  readonly sent: JsonObject;
}

async function createItem(story: Story, parents: readonly string[], word: string): Promise<CreatedItem> {
  const { document, collection } = story;
  const { create, variable } = collection;
  storyCount += 1;
  const { schema } = findBody(document, create) ?? {};
  const sample = sampleValue(document, schema, `Story ${word} ${storyCount}`) ?? {};
  // If the path identifies items by an enum, the second item needs another value of it.
  const values = listAt(flatten(document, objectAt(flatten(document, schema), 'properties')[variable]), 'enum');
  const other = word === 'second' && isObject(sample) && sample[variable] !== undefined ? values[1] : undefined;
  const body = other !== undefined && isObject(sample) ? { ...sample, [variable]: other } : sample;
  const response = await callStory(story, create, { variables: parents, body });
  expectSuccess('create', response);
  const sent = unwrap(body);
  const id =
    findCreatedId(response, collection) ??
    (await findIdInList(story, parents, sent)) ??
    findId(sent, variable, collection.path);
  if (id === undefined) throw new StoryEnd('wrong', `create: no id in ${describe(response)}`);
  return { id, sent };
}

/** Returns the item in an envelope: `{ pet: { name } }` → `{ name }`. Returns an empty object for other values than objects. */
function unwrap(body: Json): JsonObject {
  if (!isObject(body)) return {};
  const values = Object.values(body);
  const [only] = values;
  return values.length === 1 && isObject(only) ? only : body;
}

function findCreatedId({ body: whole, headers }: StoryResponse, { variable, path }: Collection): string | undefined {
  // An operation that creates several items responds with a list.
  const body = Array.isArray(whole) ? (whole as readonly Json[])[0] : whole;
  const found = isObject(body) ? (findId(unwrap(body), variable, path) ?? findId(body, variable, path)) : undefined;
  const located = headers.get('location')?.split('/').at(-1);
  const text = found ?? (located === undefined ? undefined : decodeURIComponent(located));
  if (text !== undefined) return text;
  for (const value of Object.values(isObject(body) ? body : {})) {
    const inside = isObject(value) ? findId(value, variable, path) : undefined;
    if (inside !== undefined) return inside;
  }
  return typeof body === 'string' || typeof body === 'number' ? String(body) : undefined;
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Lists normalized names of members that may be the id, the likeliest first. */
function idNames(variable: string, path: string): readonly string[] {
  const last = plainPath(path).split('/').at(-1) ?? '';
  const one = normalize(last).replace(/ies$/, 'y').replace(/s$/, '');
  const word = normalize(/[A-Z][a-z]+$|[^_.-]+$/.exec(variable)?.[0] ?? variable);
  return [
    normalize(variable),
    ...(word === one || normalize(variable) === one ? [] : [word]),
    ...(normalize(variable) === 'username' ? ['login'] : []),
    'id',
    `${one}id`,
    'gid',
    'sid',
    'uuid',
    word,
    'uid',
    'guid',
    'key',
    'number',
    'slug',
    'code',
    'name',
    'login',
    'username',
    'email',
  ];
}

/** Lists the values of an item that may be its id, the likeliest first. */
function rankIds(value: JsonObject, variable: string, path: string): readonly (string | number)[] {
  const byName = new Map(Object.entries(value).map(([name, one]) => [normalize(name), one]));
  const found = [...new Set(idNames(variable, path))].map((name) => byName.get(name));
  return found.filter((one) => typeof one === 'string' || typeof one === 'number');
}

/** Returns the value of an item that is most likely the variable of its path. */
export function findId(value: JsonObject, variable: string, path: string): string | undefined {
  const [found] = rankIds(value, variable, path);
  return found === undefined ? undefined : String(found);
}

/** Finds the id of a created item in the list, for create operations whose responses have no id. */
async function findIdInList(story: Story, parents: readonly string[], sent: JsonObject): Promise<string | undefined> {
  const { collection } = story;
  if (collection.list === undefined) return undefined;
  const { body } = await callStory(story, collection.list, { variables: parents });
  const item = (findItems(body) ?? [])
    .filter(isObject)
    .findLast((one) => Object.entries(sent).some(([name, value]) => one[name] === value));
  return item && findId(item, collection.variable, collection.path);
}

/** Finds the items in a list response, at any depth up to 3: `{ data: { items: […] } }`. */
export function findItems(body: Json | undefined, depth = 0): readonly Json[] | undefined {
  // `as`: Array.isArray does not narrow readonly arrays.
  if (Array.isArray(body)) return body as readonly Json[];
  if (!isObject(body) || depth > 2) return undefined;
  const lists = Object.values(body).flatMap((value) => {
    const found = findItems(value, depth + 1);
    return found === undefined ? [] : [found];
  });
  return lists.find((one) => one.some(isObject)) ?? lists[0];
}

interface Expected {
  readonly parents: readonly string[];
  readonly id: string;
  readonly times: number;
  readonly sent: JsonObject;
}

/** Returns required query parameters of a list, with values of the created item that have the same names. */
function createQuery({ parameters }: Operation, sent: JsonObject, id: string): Readonly<Record<string, string>> {
  const required = parameters.filter((one) => one['required'] === true && one['in'] === 'query');
  const entries = required.flatMap(({ name }): [string, string][] => {
    const [, own] = Object.entries(sent).find(([one]) => normalize(one) === normalize(String(name))) ?? [];
    const value = own ?? (/^ids?$/i.test(String(name)) ? id : undefined);
    return typeof value === 'string' || typeof value === 'number' ? [[String(name), String(value)]] : [];
  });
  return Object.fromEntries(entries);
}

async function expectListed(story: Story, list: Operation, { parents, id, times, sent }: Expected): Promise<void> {
  const { collection } = story;
  const response = await callStory(story, list, { variables: parents, query: createQuery(list, sent, id) });
  if (response.status !== 200) throw new StoryEnd('wrong', `list: ${describe(response)}`);
  if (response.isSample) throw new StoryEnd('sample', 'list: the response is a sample');
  const items = findItems(response.body) ?? [];
  const { variable, path } = collection;
  const isIt = (one: JsonObject): boolean =>
    [unwrap(one), one].some((thing) =>
      rankIds(thing, variable, path).some((found, rank) => found === id || (rank === 0 && String(found) === id)),
    );
  const found = items.filter((one) => (isObject(one) ? isIt(one) : String(one) === id));
  if (found.length === times) return;
  if (times === 1 && found.length === 0) throw new StoryEnd('lost', `list: ${id} is not in ${describe(response)}`);
  if (times === 0) throw new StoryEnd('lost', `list: ${id} is still listed (${collection.path})`);
  throw new StoryEnd('wrong', `list: ${id} is listed ${found.length} times`);
}

async function expectSent(story: Story, read: Operation, choice: Choice, sent: JsonObject, when = ''): Promise<void> {
  const response = await callStory(story, read, choice);
  if (response.isSample) throw new StoryEnd('sample', `${when}read: the response is a sample`);
  if (response.status === 404) throw new StoryEnd('lost', `${when}read: ${describe(response)}`);
  if (response.status !== 200) throw new StoryEnd('wrong', `${when}read: ${describe(response)}`);
  const declared = declaredMembers(story.document, read);
  const { create, variable } = story.collection;
  const variables = [variable, ...[...create.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)].map(
    normalize,
  );
  const { body } = response;
  // An envelope may have a member with the name of a member of the item: `{status_code, status: 'OK', data: {status: 'draft'}}`.
  const enveloped = isObject(body) && isObject(body['data']) ? [body['data']] : [];
  const bodies = isObject(body) ? [...enveloped, body, unwrap(body), ...Object.values(body).filter(isObject)] : [];
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'object' || declared.get(name) !== typeof value || isId(name)) continue;
    // The path determines these members, whatever was sent.
    if (variables.includes(normalize(name))) continue;
    const holder = bodies.find((one) => Object.hasOwn(one, name));
    const found = holder?.[name];
    if (found === undefined)
      throw new StoryEnd('lost', `${when}read: ${name} is missing, not ${JSON.stringify(value)}`);
    if (typeof found !== 'object' && String(found) !== String(value))
      throw new StoryEnd('lost', `${when}read: ${name} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
  }
}

async function expectGone(story: Story, read: Operation, choice: Choice): Promise<void> {
  const response = await callStory(story, read, choice);
  if (response.status !== 404 && response.status !== 410)
    throw new StoryEnd('lost', `after delete, read: ${response.status}`);
}

/** Returns the declared types of the members of an item in the response of a read. */
function declaredMembers(document: JsonObject, read: Operation): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  let schema = findResult(document, read) ?? {};
  const properties = Object.values(objectAt(schema, 'properties'));
  const [only] = properties.map((one) => flatten(document, one)).filter((one) => readType(one) === 'object');
  if (only !== undefined && (properties.length === 1 || isObject(objectAt(schema, 'properties')['data'])))
    schema = only;
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    const flat = flatten(document, property);
    const type = readType(flat);
    if (type !== undefined && flat['writeOnly'] !== true) types.set(name, type === 'integer' ? 'number' : type);
  }
  return types;
}

function isId(name: string): boolean {
  return /^(?:_?id|[gu]id|sid|uuid)$/i.test(name);
}

/** Samples the body of a change. Members that identify the item keep their values. */
function createChange({ document, collection }: Story, change: Operation, { sent, id }: CreatedItem): Json | undefined {
  const content = findBody(document, change);
  if (content === undefined) return undefined;
  const flat = flatten(document, content.schema);
  if (readType(flat) === 'array') return undefined;
  const whole = sampleValue(document, content.schema, 'Story changed');
  if (!isObject(whole)) return undefined;
  const isName = (name: string): boolean =>
    isId(name) || normalize(name) === normalize(collection.variable) || String(sent[name] ?? '') === id;
  const keepNames = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).flatMap(([name, value]): [string, Json][] => {
        if (!isName(name)) return [[name, value]];
        const before = sent[name];
        if (before !== undefined) return [[name, before]];
        return isRequired(flat, name) ? [[name, value]] : [];
      }),
    );
  const [envelope, only] = Object.entries(whole)[0] ?? [];
  return Object.keys(whole).length === 1 && envelope !== undefined && isObject(only)
    ? { [envelope]: keepNames(only) }
    : keepNames(whole);
}

function isRequired(schema: JsonObject, name: string): boolean {
  return listAt(schema, 'required').includes(name);
}

/** Returns values for the variables of a path: ids of parents, which are created, or samples. */
async function findParents(story: Story, create: Operation): Promise<readonly string[]> {
  const { document, service } = story;
  const values: string[] = [];
  const collections = findCollections(document);
  const variables = [...create.path.matchAll(/\{\+?([^}=]+)[^}]*\}/g)];
  for (const variable of variables) {
    const [, name = ''] = variable;
    const above = plainPath(create.path.slice(0, variable.index).replace(/\/$/, ''));
    const parent = collections.find((one) => plainPath(one.path) === above) ?? findCreation(document, above, name);

    const own = { service, document };
    if (parent !== undefined && parent.create !== create) {
      const one = await createItem({ ...own, collection: { ...parent, variable: name } }, values, `of ${name}`).catch(
        () => undefined,
      );
      if (one !== undefined) {
        values.push(one.id);
        continue;
      }
    }
    const { list = create } = story.collection;
    // If operations declare a variable differently, the value has to be valid for the stricter declaration.
    values.push(variableText(document, isRestricted(document, list, name) ? list : create, name));
  }
  return values;
}

/** Returns whether an operation restricts a variable of its path by a pattern, a format or an enum. */
function isRestricted(document: JsonObject, { parameters }: Operation, name: string): boolean {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  const schema = flatten(document, parameter?.['schema']);
  return ['pattern', 'format', 'enum'].some((keyword) => schema[keyword] !== undefined);
}
