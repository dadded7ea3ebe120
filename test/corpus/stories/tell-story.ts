import { type Answer, call, type Choice, type Service, variableText } from './caller.js';
import { type Collection, collectionsOf, findMaker, plainPath } from './collections.js';
import {
  bodyOf,
  flattened,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  type Operation,
  resultOf,
  typeOf,
} from './document.js';
import { sampleValue } from './sample-value.js';

/** How a story of a collection ended. */
export interface Verdict {
  readonly path: string;
  /** `right`; `said`: the service says that it stores nothing; `lost`: a change was acknowledged and is not there; `wrong`: anything else. */
  readonly state: 'right' | 'said' | 'lost' | 'wrong';
  /** What went wrong, and where. */
  readonly reason: string;
}

/** Ends a story. */
class Ended extends Error {
  readonly state: Exclude<Verdict['state'], 'right'>;

  constructor(state: Exclude<Verdict['state'], 'right'>, message: string) {
    super(message);
    this.state = state;
  }
}

/** Tells the story of a collection: create, read, list, change, delete. */
export async function tellStory(service: Service, document: JsonObject, collection: Collection): Promise<Verdict> {
  const { path } = collection;
  try {
    await tell({ service, document, collection });
    return { path, state: 'right', reason: '' };
  } catch (error) {
    if (error instanceof Ended) return { path, state: error.state, reason: error.message };
    return { path, state: 'wrong', reason: String(error) };
  }
}

interface Story {
  readonly service: Service;
  readonly document: JsonObject;
  readonly collection: Collection;
}

async function tell(story: Story): Promise<void> {
  const { collection } = story;
  const { create, list, read, change, remove } = collection;
  const parents = await parentsOf(story, create);
  const first = await made(story, parents, 'first');
  const second = await made(story, parents, 'second');
  if (first.id === second.id) throw new Ended('wrong', `two have the id ${first.id}`);
  const onFirst: Choice = { variables: parents, id: first.id };
  if (read !== undefined) await expectSent(story, read, onFirst, first.sent);
  let sent = first.sent;
  if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 1, sent });
  if (change !== undefined) {
    const next = changed(story, change, first);
    if (next !== undefined) {
      expectSuccess('change', await ask(story, change, { ...onFirst, body: next }));
      sent = { ...sent, ...inner(next) };
      if (read !== undefined) await expectSent(story, read, onFirst, inner(next), 'after a change, ');
      else if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 1, sent });
    }
  }
  if (remove !== undefined) {
    expectSuccess('delete', await ask(story, remove, onFirst));
    if (read !== undefined) await expectGone(story, read, onFirst);
    if (list !== undefined) await expectListed(story, list, { parents, id: first.id, times: 0, sent });
    const again = await ask(story, remove, onFirst);
    if (again.status !== 404 && again.status !== 410) throw new Ended('wrong', `a second delete gives ${again.status}`);
  }
  if (read !== undefined) {
    await expectSent(story, read, { variables: parents, id: second.id }, second.sent, 'the other one: ');
    const answer = await ask(story, read, { variables: parents, id: unknownId(second.id) });
    if (answer.status !== 404) throw new Ended('wrong', `an unknown id gives ${answer.status}`);
  }
}

/** An id of the same form that nothing has. */
function unknownId(id: string): string {
  if (/^\d+$/.test(id)) return id.length < 9 ? '987654321' : `${id.slice(0, -3)}${id.endsWith('987') ? '986' : '987'}`;
  const last = id.at(-1) ?? '';
  return `${id.slice(0, -4)}${[...id].slice(-4, -1).toReversed().join('')}${last === '7' ? '8' : '7'}`;
}

/** An answer as a reason: `400 {"error":{…`. */
function describe({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body ?? null).slice(0, 300)}`;
}

function ask({ service, document }: Story, operation: Operation, choice: Choice): Promise<Answer> {
  return call(service, document, operation, choice);
}

function expectSuccess(step: string, answer: Answer): void {
  if (answer.status >= 200 && answer.status < 300) {
    if (answer.isSample) throw new Ended('said', `${step}: nothing was stored`);
    return;
  }
  throw new Ended('wrong', `${step}: ${describe(answer)}`);
}

/** Keeps what stories send apart. */
let storyCount = 0;

interface Made {
  readonly id: string;
  readonly sent: JsonObject;
}

async function made(story: Story, parents: readonly string[], word: string): Promise<Made> {
  const { document, collection } = story;
  const { create, variable } = collection;
  storyCount += 1;
  const { schema } = bodyOf(document, create) ?? {};
  const sample = sampleValue(document, schema, `Story ${word} ${storyCount}`) ?? {};
  // The second of two things that their paths name by one of a few values has another value.
  const values = listAt(flattened(document, objectAt(flattened(document, schema), 'properties')[variable]), 'enum');
  const other = word === 'second' && isObject(sample) && sample[variable] !== undefined ? values[1] : undefined;
  const body = other !== undefined && isObject(sample) ? { ...sample, [variable]: other } : sample;
  const answer = await ask(story, create, { variables: parents, body });
  expectSuccess('create', answer);
  const sent = inner(body);
  const id =
    idIn(answer, collection) ?? (await idInList(story, parents, sent)) ?? idOf(sent, variable, collection.path);
  if (id === undefined) throw new Ended('wrong', `create: no id in ${describe(answer)}`);
  return { id, sent };
}

/** Members of the thing itself, where a body has it in an envelope; none where it is no object. */
function inner(body: Json): JsonObject {
  if (!isObject(body)) return {};
  const values = Object.values(body);
  const [only] = values;
  return values.length === 1 && isObject(only) ? only : body;
}

function idIn({ body: whole, headers }: Answer, { variable, path }: Collection): string | undefined {
  // Where several are made at once, the response lists them.
  const body = Array.isArray(whole) ? (whole as readonly Json[])[0] : whole;
  const found = isObject(body) ? (idOf(inner(body), variable, path) ?? idOf(body, variable, path)) : undefined;
  const located = headers.get('location')?.split('/').at(-1);
  const text = found ?? (located === undefined ? undefined : decodeURIComponent(located));
  if (text !== undefined) return text;
  for (const value of Object.values(isObject(body) ? body : {})) {
    const inside = isObject(value) ? idOf(value, variable, path) : undefined;
    if (inside !== undefined) return inside;
  }
  return typeof body === 'string' || typeof body === 'number' ? String(body) : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Names that may hold the id, the likeliest first. */
function idNames(variable: string, path: string): readonly string[] {
  const last = plainPath(path).split('/').at(-1) ?? '';
  const one = plain(last).replace(/ies$/, 'y').replace(/s$/, '');
  const word = plain(/[A-Z][a-z]+$|[^_.-]+$/.exec(variable)?.[0] ?? variable);
  return [
    plain(variable),
    ...(word === one || plain(variable) === one ? [] : [word]),
    ...(plain(variable) === 'username' ? ['login'] : []),
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

/** What of a thing may be its id, the likeliest first. */
function rankIds(value: JsonObject, variable: string, path: string): readonly (string | number)[] {
  const byName = new Map(Object.entries(value).map(([name, one]) => [plain(name), one]));
  const found = [...new Set(idNames(variable, path))].map((name) => byName.get(name));
  return found.filter((one) => typeof one === 'string' || typeof one === 'number');
}

/** The value of a thing that the variable of its path is likeliest to name. */
export function idOf(value: JsonObject, variable: string, path: string): string | undefined {
  const [found] = rankIds(value, variable, path);
  return found === undefined ? undefined : String(found);
}

/** Where a creation tells no id, the list does. */
async function idInList(story: Story, parents: readonly string[], sent: JsonObject): Promise<string | undefined> {
  const { collection } = story;
  if (collection.list === undefined) return undefined;
  const { body } = await ask(story, collection.list, { variables: parents });
  const item = (itemsIn(body) ?? [])
    .filter(isObject)
    .findLast((one) => Object.entries(sent).some(([name, value]) => one[name] === value));
  return item && idOf(item, collection.variable, collection.path);
}

/** The items of a list, wherever they are. */
export function itemsIn(body: Json | undefined, depth = 0): readonly Json[] | undefined {
  // Array.isArray does not narrow readonly arrays.
  if (Array.isArray(body)) return body as readonly Json[];
  if (!isObject(body) || depth > 2) return undefined;
  const lists = Object.values(body).flatMap((value) => {
    const found = itemsIn(value, depth + 1);
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

/** What a list has to be asked for is what was sent. */
function asked({ parameters }: Operation, sent: JsonObject, id: string): Readonly<Record<string, string>> {
  const required = parameters.filter((one) => one['required'] === true && one['in'] === 'query');
  const entries = required.flatMap(({ name }): [string, string][] => {
    const [, own] = Object.entries(sent).find(([one]) => plain(one) === plain(String(name))) ?? [];
    const value = own ?? (/^ids?$/i.test(String(name)) ? id : undefined);
    return typeof value === 'string' || typeof value === 'number' ? [[String(name), String(value)]] : [];
  });
  return Object.fromEntries(entries);
}

async function expectListed(story: Story, list: Operation, { parents, id, times, sent }: Expected): Promise<void> {
  const { collection } = story;
  const answer = await ask(story, list, { variables: parents, query: asked(list, sent, id) });
  if (answer.status !== 200) throw new Ended('wrong', `list: ${describe(answer)}`);
  if (answer.isSample) throw new Ended('said', 'list: a sample');
  const items = itemsIn(answer.body) ?? [];
  const { variable, path } = collection;
  const isIt = (one: JsonObject): boolean =>
    [inner(one), one].some((thing) =>
      rankIds(thing, variable, path).some((found, rank) => found === id || (rank === 0 && String(found) === id)),
    );
  const found = items.filter((one) => (isObject(one) ? isIt(one) : String(one) === id));
  if (found.length === times) return;
  if (times === 1 && found.length === 0) throw new Ended('lost', `list: ${id} is not in ${describe(answer)}`);
  if (times === 0) throw new Ended('lost', `list: ${id} is still there (${collection.path})`);
  throw new Ended('wrong', `list: ${id} is there ${found.length} times`);
}

async function expectSent(story: Story, read: Operation, choice: Choice, sent: JsonObject, when = ''): Promise<void> {
  const answer = await ask(story, read, choice);
  if (answer.isSample) throw new Ended('said', `${when}read: a sample`);
  if (answer.status === 404) throw new Ended('lost', `${when}read: ${describe(answer)}`);
  if (answer.status !== 200) throw new Ended('wrong', `${when}read: ${describe(answer)}`);
  const declared = declaredMembers(story.document, read);
  const { create, variable } = story.collection;
  const variables = [variable, ...[...create.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)].map(plain);
  const { body } = answer;
  // The envelope of a thing may have members of the same names: `{status_code, status: 'OK', data: {status: 'draft'}}`.
  const enveloped = isObject(body) && isObject(body['data']) ? [body['data']] : [];
  const bodies = isObject(body) ? [...enveloped, body, inner(body), ...Object.values(body).filter(isObject)] : [];
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'object' || declared.get(name) !== typeof value || isId(name)) continue;
    // What the path says already cannot be said otherwise.
    if (variables.includes(plain(name))) continue;
    const holder = bodies.find((one) => Object.hasOwn(one, name));
    const found = holder?.[name];
    if (found === undefined) throw new Ended('lost', `${when}read: ${name} is missing, not ${JSON.stringify(value)}`);
    if (typeof found !== 'object' && String(found) !== String(value))
      throw new Ended('lost', `${when}read: ${name} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
  }
}

async function expectGone(story: Story, read: Operation, choice: Choice): Promise<void> {
  const answer = await ask(story, read, choice);
  if (answer.status !== 404 && answer.status !== 410) throw new Ended('lost', `after delete, read: ${answer.status}`);
}

/** The types of the plain members of what a read responds with: of the thing, or of the one in its envelope. */
function declaredMembers(document: JsonObject, read: Operation): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  let schema = resultOf(document, read) ?? {};
  const properties = Object.values(objectAt(schema, 'properties'));
  const [only] = properties.map((one) => flattened(document, one)).filter((one) => typeOf(one) === 'object');
  if (only !== undefined && (properties.length === 1 || isObject(objectAt(schema, 'properties')['data'])))
    schema = only;
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    const flat = flattened(document, property);
    const type = typeOf(flat);
    if (type !== undefined && flat['writeOnly'] !== true) types.set(name, type === 'integer' ? 'number' : type);
  }
  return types;
}

function isId(name: string): boolean {
  return /^(?:_?id|[gu]id|sid|uuid)$/i.test(name);
}

/** The body of a change: other texts than those that were sent, except for what names the thing. */
function changed({ document, collection }: Story, change: Operation, { sent, id }: Made): Json | undefined {
  const content = bodyOf(document, change);
  if (content === undefined) return undefined;
  const flat = flattened(document, content.schema);
  if (typeOf(flat) === 'array') return undefined;
  const whole = sampleValue(document, content.schema, 'Story changed');
  if (!isObject(whole)) return undefined;
  const names = (name: string): boolean =>
    isId(name) || plain(name) === plain(collection.variable) || String(sent[name] ?? '') === id;
  const kept = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).flatMap(([name, value]): [string, Json][] => {
        if (!names(name)) return [[name, value]];
        const before = sent[name];
        if (before !== undefined) return [[name, before]];
        return isRequired(flat, name) ? [[name, value]] : [];
      }),
    );
  const [envelope, only] = Object.entries(whole)[0] ?? [];
  return Object.keys(whole).length === 1 && envelope !== undefined && isObject(only)
    ? { [envelope]: kept(only) }
    : kept(whole);
}

function isRequired(schema: JsonObject, name: string): boolean {
  return listAt(schema, 'required').includes(name);
}

/** Values of the variables of a path: things that are made first, or that a list has, else samples. */
async function parentsOf(story: Story, create: Operation): Promise<readonly string[]> {
  const { document, service } = story;
  const values: string[] = [];
  const collections = collectionsOf(document);
  const variables = [...create.path.matchAll(/\{\+?([^}=]+)[^}]*\}/g)];
  for (const variable of variables) {
    const [, name = ''] = variable;
    const above = plainPath(create.path.slice(0, variable.index).replace(/\/$/, ''));
    const parent = collections.find((one) => plainPath(one.path) === above) ?? findMaker(document, above, name);

    const own = { service, document };
    if (parent !== undefined && parent.create !== create) {
      const one = await made({ ...own, collection: { ...parent, variable: name } }, values, `of ${name}`).catch(
        () => undefined,
      );
      if (one !== undefined) {
        values.push(one.id);
        continue;
      }
    }
    const { list = create } = story.collection;
    // Where the operations declare a variable differently, a caller takes a value that the more particular one does.
    values.push(variableText(document, isParticular(document, list, name) ? list : create, name));
  }
  return values;
}

/** Tells whether an operation takes values of one form alone for a variable of its path. */
function isParticular(document: JsonObject, { parameters }: Operation, name: string): boolean {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  const schema = flattened(document, parameter?.['schema']);
  return ['pattern', 'format', 'enum'].some((keyword) => schema[keyword] !== undefined);
}
