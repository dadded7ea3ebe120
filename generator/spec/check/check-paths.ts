import { type Json, type JsonObject, listEntries, toArray, toObject } from '../../json.js';
import { type SpecContext, objectAt } from '../references/spec-context.js';
import { positionName } from '../../diagnostics.js';
import { leaveOut, rename, replace, reportFault, type Repair, warnAtKey, warnAtValue } from '../repair/repairs.js';
import { didYouMean, suggest } from '../suggest.js';
import { isUpgraded, versionName } from '../openapi/spec-version.js';
import { isMisspelt } from './check-fields.js';
import { itemOperations } from '../openapi/walk.js';

/** Checks the paths of a document: their templates, the parameters that these name, and paths that match the same addresses. */
export function checkPaths(context: SpecContext, paths: JsonObject): void {
  const claimed = new Map<string, string>();
  for (const [path, value] of listEntries(paths)) {
    const { names, shape, broken, repeated } = parsePathTemplate(path);
    const target = objectAt(context, value);
    // Fields beside a `$ref` of a path item are added to those of its target.
    const item = target && { ...target, ...toObject(value) };
    const named = `the path ${JSON.stringify(path)}`;
    if (broken !== undefined) {
      const at = context.positions.ofKey(paths, path);
      reportFault(context, { code: 'invalid-path', message: `${named} ${broken}`, at }, repairPath(paths, path, item));
    }
    if (broken !== undefined || item === undefined) continue;
    if (repeated !== undefined)
      warnAtKey(context, 'repeated-path-parameter', `${named} names "{${repeated}}" twice; both get the same value`, [
        paths,
        path,
      ]);
    const isFragment = path.includes('#');
    // A fragment is not sent, so paths that differ only in it are the same for the server.
    if (isFragment)
      warnAtKey(context, 'path-fragment', `the part after "#" in ${named} is not sent: it is a fragment`, [
        paths,
        path,
      ]);
    const operations = isFragment ? [] : itemOperations(item).map(({ method }) => `${method} ${shape}`);
    const other = operations.map((key) => claimed.get(key)).find((one) => one !== undefined);
    for (const key of operations) claimed.set(key, path);
    if (other !== undefined) {
      const at = context.positions.ofKey(paths, path);
      const location = positionName(context.positions.ofKey(paths, other), at);
      const message = `${named} collides with ${JSON.stringify(other)} (${location}): both match the same requests`;
      context.diagnostics.warning('colliding-paths', message, at);
    }
    checkPathItem(context, { path, item, names });
  }
}

/** Repairs a path that cannot be called: adds a missing slash, or leaves out the path with its operations. */
function repairPath(paths: JsonObject, path: string, item: JsonObject | undefined): Repair {
  const read = `/${path}`;
  const isMeant = !path.includes('://') && !Object.hasOwn(paths, read) && parsePathTemplate(read).broken === undefined;
  if (isMeant) return { ...rename(paths, path, read), done: `it is read as ${JSON.stringify(read)}` };
  const methods = itemOperations(item ?? {}).map(({ method }) => `${method} ${path}`);
  return leaveOut(paths, path, methods.length === 0 ? 'it is left out' : `left out: ${methods.join(', ')}`);
}

interface PathEntry {
  readonly path: string;
  readonly item: JsonObject;
  /** The names of its variables. */
  readonly names: readonly string[];
}

/** Methods that `fetch` does not send. */
const unsendable = new Set(['TRACE', 'TRACK', 'CONNECT']);

function checkPathItem(context: SpecContext, entry: PathEntry): void {
  const { path, item, names } = entry;
  const shared = listPathParameters(context, item);
  for (const { method, operation } of itemOperations(item)) {
    const at = context.positions.of(operation);
    if (unsendable.has(method.toUpperCase())) {
      const message = `the method ${method} is not supported: fetch does not send it, so calls fail`;
      context.diagnostics.warning('unsupported-method', message, at);
    }
    const own = listPathParameters(context, operation);
    // A misspelt parameter declares the variable that it means, and is reported by `checkNamed`.
    const declared = [...shared, ...own].map(({ name }) => (names.includes(name) ? name : suggest(name, names)));
    const absent = names.filter((name) => !declared.includes(name));
    for (const name of absent) {
      const message = `"{${name}}" of the path ${JSON.stringify(path)} is not declared as a parameter with "in: path"`;
      const others = absent.filter((one) => one !== name);
      reportFault(context, { code: 'undeclared-path-parameter', message, at }, declare(operation, [name, ...others]));
    }
    for (const one of own) checkNamed(context, entry, one);
  }
  for (const one of shared) checkNamed(context, entry, one);
}

/** Repairs missing parameters by declaring variables as strings: the first one if there is a list of parameters, or else all of them in a new list. */
function declare(operation: JsonObject, names: readonly string[]): Repair {
  const { parameters } = operation;
  const done = 'it is a required string';
  const [added = null, ...others] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (Array.isArray(parameters)) return replace(parameters, '-', added, done);
  return replace(operation, 'parameters', [added, ...others], done);
}

interface PathParameter {
  readonly name: string;
  readonly parameter: JsonObject;
  /** The list it is declared in, and its index there. */
  readonly owner: readonly Json[];
  readonly index: number;
}

function listPathParameters(context: SpecContext, { parameters }: JsonObject): readonly PathParameter[] {
  const owner = toArray(parameters);
  return owner.flatMap((value, index) => {
    const parameter = objectAt(context, value) ?? {};
    const { in: location, name } = parameter;
    return location === 'path' && typeof name === 'string' ? [{ name, parameter, owner, index }] : [];
  });
}

function checkNamed(
  context: SpecContext,
  { path, names }: PathEntry,
  { name, parameter, owner, index }: PathParameter,
): void {
  if (names.includes(name)) return;
  const message = `the path ${JSON.stringify(path)} has no "{${name}}"${didYouMean(name, names)}`;
  const meant = suggest(name, names);
  // A copy, because other paths may share the parameter.
  const repair =
    meant === undefined
      ? leaveOut(owner, index, 'the parameter is left out')
      : replace(owner, index, { ...parameter, name: meant }, `it is read as ${JSON.stringify(meant)}`);
  const fault = { code: 'unknown-path-parameter', message, at: context.positions.ofValue(owner, index) } as const;
  reportFault(context, fault, repair);
}

/**
 * Parses a path template: `{id}`, `{+name}` and Google's `{name=accounts/*}`. Two templates with the same `shape` match the same
 * addresses. `broken` is the reason why a template cannot be used. `repeated` is a name that occurs twice, which OpenAPI 3.1 forbids.
 */
function parsePathTemplate(path: string): {
  readonly names: readonly string[];
  readonly shape: string;
  readonly broken: string | undefined;
  readonly repeated: string | undefined;
} {
  const names: string[] = [];
  const shape = path.replace(/\{(\+?)([^{}=]*)(?:=([^{}]*))?\}/g, (_, plus: string, name: string, pattern = '') => {
    names.push(name);
    return `\u0000${plus}${pattern}\u0000`;
  });
  const [broken] = [
    shape.startsWith('/') ? [] : 'must start with "/"',
    shape.includes('{') ? 'has a "{" without its "}"' : [],
    shape.includes('}') ? 'has a "}" without its "{"' : [],
    names.includes('') ? 'has a "{}" without a name' : [],
  ].flat();
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return { names, shape, broken, repeated };
}

/** Reports parameters that a path item or an operation declares twice. */
export function checkParameterList(context: SpecContext, { parameters }: JsonObject): void {
  const { positions } = context;
  const list = toArray(parameters);
  const known = new Map<string, number>();
  for (const [index, value] of list.entries()) {
    const { in: location, name } = objectAt(context, value) ?? {};
    // Values other than strings were reported before. Names of headers are case-insensitive.
    if (typeof location !== 'string' || typeof name !== 'string') continue;
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const first = known.get(key);
    known.set(key, first ?? index);
    if (first === undefined) continue;
    const { line } = positions.ofValue(list, first);
    const message = `the ${location} parameter "${name}" is declared twice; the first is at line ${line}`;
    const at = positions.ofValue(list, index);
    reportFault(context, { code: 'duplicate-parameter', message, at }, leaveOut(list, index));
  }
}

/** Warns of bodies of GET and HEAD requests. */
export function checkBodies(context: SpecContext, item: JsonObject): void {
  for (const method of ['get', 'head']) {
    const operation = toObject(item[method]);
    if (!('requestBody' in operation)) continue;
    const message = `a ${method.toUpperCase()} request with a body is not sent by every client`;
    warnAtKey(context, 'unusual-body', message, [operation, 'requestBody']);
  }
}

/** Warns of a link whose `operationId` does not exist in the document. */
export function checkLink(context: SpecContext, link: JsonObject, known: ReadonlySet<string>): void {
  const id = link['operationId'];
  if (typeof id !== 'string' || known.has(id)) return;
  const message = `there is no operation ${JSON.stringify(id)}${didYouMean(id, known)}`;
  warnAtValue(context, 'unknown-operation', message, [link, 'operationId']);
}

/** Checks that an operation has responses, which OpenAPI 3.0 requires. */
export function checkAnswers({ version, positions, diagnostics }: SpecContext, operation: JsonObject): void {
  if (!isUpgraded(version) || 'responses' in operation) return;
  diagnostics.warning(
    'missing-required',
    `an operation of ${versionName(version)} needs "responses"`,
    positions.of(operation),
  );
}

/** Warns of a response without a description. */
export function checkResponse(context: SpecContext, response: JsonObject): void {
  const { version, positions, diagnostics } = context;
  if ('description' in response || version === '3.2' || isMisspelt(context, response, 'response', 'description'))
    return;
  diagnostics.warning('missing-required', 'a response needs a "description"', positions.of(response));
}

/** Checks the keys of an operation's responses. */
export function checkResponses(context: SpecContext, responses: JsonObject): void {
  const { positions, diagnostics } = context;
  const entries = listEntries(responses);
  if (entries.length === 0)
    diagnostics.warning('missing-required', 'an operation needs at least one response', positions.of(responses));
  for (const [key] of entries) {
    if (key === 'default' || /^[1-5](\d\d|XX)$/.test(key)) continue;
    const meant = didYouMean(key, ['default', '1XX', '2XX', '3XX', '4XX', '5XX']);
    const forms = '; write three digits such as "200", a class such as "4XX", or "default"';
    const message = `${JSON.stringify(key)} is not a status${meant || forms}`;
    const fault = { code: 'invalid-status', message, at: positions.ofKey(responses, key) } as const;
    // `2xx` and `Default` are read as `2XX` and `default`.
    const read = key.length === 3 ? key.toUpperCase() : key.toLowerCase();
    const isMeant = /^(?:default|[1-5]XX)$/.test(read) && !Object.hasOwn(responses, read);
    reportFault(context, fault, isMeant ? rename(responses, key, read) : leaveOut(responses, key));
  }
}
