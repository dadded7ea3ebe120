import { groupBy } from '../../iterables.js';
import { isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { methods } from './collect-parts.js';
import { makeRequestBody, makeForm, makeResponse, readMediaTypes, type MediaType } from './convert-body.js';
import { list, textAmong, text, hasRef } from '../openapi/rules.js';
import type { Origin } from '../read/positions.js';
import type { Conversion } from './conversion.js';

/** The default media types of operations. */
export interface Shared {
  readonly consumes: readonly MediaType[];
  readonly produces: readonly MediaType[];
}

/** A parameter of a list: its object or reference there, its resolved object, its place in OpenAPI 3, and its position. */
interface Listed {
  readonly entry: Json;
  readonly node: JsonObject | undefined;
  readonly place: 'body' | 'form' | 'parameter';
  readonly origin: Origin;
}

/** Rewrites a path of Swagger 2.0 in place. Bodies and forms of the path are moved to each operation. */
export function convertPathItem(conversion: Conversion, node: JsonObject, shared: Shared): void {
  const carried = takeBodies(conversion, node);
  for (const method of methods) {
    const operation = node[method];
    if (isJsonObject(operation)) convertOperation(conversion, operation, shared, carried);
  }
}

/** Rewrites an operation in place; `carried` are the body and form parameters of its path. */
function convertOperation(conversion: Conversion, node: JsonObject, shared: Shared, carried: readonly Listed[]): void {
  const consumes = readMediaTypes(conversion, node, 'consumes') ?? shared.consumes;
  const produces = readMediaTypes(conversion, node, 'produces') ?? shared.produces;
  const servers = 'schemes' in node ? makeServers(conversion, node, node) : undefined;
  const own = takeBodies(conversion, node);
  const body = chooseRequestBody(conversion, node, { own, carried, consumes, isShared: consumes === shared.consumes });
  if (body !== undefined) conversion.put(node, 'requestBody', ...body);
  const responses = isJsonObject(node['responses']) ? node['responses'] : {};
  for (const [status, response] of Object.entries(responses)) {
    if (!isJsonObject(response) || status.startsWith('x-')) continue;
    if (!hasRef(response)) {
      conversion.replace(response, makeResponse(conversion, response, response, produces));
      continue;
    }
    const target = conversion.follow(response);
    if (produces === shared.produces || target === undefined) continue;
    const { schema, examples } = conversion.written(target);
    // A response without a body is the same for all media types.
    if (schema === undefined && examples === undefined) continue;
    conversion.put(responses, status, makeResponse(conversion, node, target, produces), status);
  }
  for (const key of ['consumes', 'produces', 'schemes']) delete rewritable(node)[key];
  if (servers !== undefined) conversion.put(node, 'servers', servers, 'schemes');
}

/** Returns the place of a parameter in OpenAPI 3: the request body, a field of a form, or the parameters. */
export function placeParameter(conversion: Conversion, node: JsonObject | undefined): Listed['place'] {
  const location = node && conversion.written(node)['in'];
  if (location === 'body') return 'body';
  return location === 'formData' ? 'form' : 'parameter';
}

/** Removes the body and form parameters from the list of an object, and returns them. */
function takeBodies(conversion: Conversion, node: JsonObject): readonly Listed[] {
  const { parameters } = node;
  if (!Array.isArray(parameters)) return [];
  const all = parameters.map((entry: Json, key): Listed => {
    const target = conversion.follow(entry);
    return { entry, node: target, place: placeParameter(conversion, target), origin: { owner: parameters, key } };
  });
  const taken = all.filter(({ place }) => place !== 'parameter');
  const left = all.filter(({ place }) => place === 'parameter').map(({ entry, origin }) => [entry, origin] as const);
  if (left.length === 0 && taken.length > 0) delete rewritable(node)['parameters'];
  else if (taken.length > 0)
    rewritable(node)['parameters'] = conversion.list(node, { owner: node, key: 'parameters' }, left);
  return taken;
}

/** Creates the request body from the body and form parameters of an operation, and returns it with its position. */
function chooseRequestBody(
  conversion: Conversion,
  operation: JsonObject,
  parameters: {
    readonly own: readonly Listed[];
    readonly carried: readonly Listed[];
    readonly consumes: readonly MediaType[];
    /** True for the media types of the document, which shared bodies have. */
    readonly isShared: boolean;
  },
): readonly [Json, Origin] | undefined {
  const { consumes, isShared } = parameters;
  const [own, carried] = [parameters.own, parameters.carried].map((all) => groupBy(all, ({ place }) => place));
  const [body, ...others] = own?.get('body') ?? [];
  const ownForm = own?.get('form') ?? [];
  // An operation has one kind of body; its own parameters have priority over those of its path.
  const chosen = body ?? (ownForm.length > 0 ? undefined : carried?.get('body')?.[0]);
  if (chosen?.node === undefined) {
    const all = [...(carried?.get('form') ?? []), ...ownForm];
    const form = new Map(all.map((one) => [one.node && conversion.written(one.node)['name'], one]));
    const [first] = form.values();
    const nodes = Array.from(form.values(), ({ node }) => node).filter((node) => node !== undefined);
    return first && [makeForm(conversion, operation, nodes, consumes), first.origin];
  }
  const { entry, node, origin } = chosen;
  for (const { origin: at } of [...others, ...(body === undefined ? [] : ownForm)])
    conversion.warn('ignored-parameter', 'the parameter has no effect beside the body parameter', at.owner, at.key);
  // A shared parameter becomes a shared request body if it has the media types of the document.
  if (entry !== node && isShared) return [entry, origin];
  if (entry !== node || body === undefined) return [makeRequestBody(conversion, operation, node, consumes), origin];
  conversion.replace(node, makeRequestBody(conversion, node, node, consumes));
  return [node, origin];
}

const schemes = list(textAmong('http', 'https', 'ws', 'wss'));

/** The same in the order in which clients should try them. */
const preferred = ['https', 'http', 'wss', 'ws'];

/** Creates the servers of a document, or of an operation with its own schemes. */
export function makeServers(conversion: Conversion, holder: JsonObject, node: JsonObject): Json | undefined {
  const { root } = conversion;
  if (node === root) for (const key of ['host', 'basePath']) conversion.check(root, key, text);
  conversion.check(node, 'schemes', schemes);
  const host = readHost(conversion, node === root);
  const basePath = toNonEmpty(root['basePath'])?.replace(/^\/*/, '/').replace(/\/+$/, '') ?? '';
  if (host === undefined && (basePath === '' || node !== root)) return undefined;
  const at = { owner: root, key: host === undefined ? 'basePath' : 'host' };
  const stated = toArray(node['schemes']);
  const known = preferred.filter((scheme) => stated.includes(scheme));
  const used = known.length === 0 ? ['https'] : known;
  const urls = host === undefined ? [basePath] : used.map((scheme) => `${scheme}://${host}${basePath}`);
  const servers = urls.map((url) => [conversion.makeAt(holder, at, { url }), at] as const);
  return conversion.list(holder, at, servers);
}

function readHost({ root, diagnostics, positions }: Conversion, tells: boolean): string | undefined {
  const host = toNonEmpty(root['host'])?.replace(/\/+$/, '');
  const bare = host?.replace(/^[a-z]+:\/\//i, '');
  if (host !== bare && tells) {
    const message = `"host" must be a name without a scheme, which belongs in "schemes": it is read as ${JSON.stringify(bare)}`;
    diagnostics.warning('invalid-value', message, positions.ofValue(root, 'host'));
  }
  return bare === '' ? undefined : bare;
}

function toNonEmpty(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
