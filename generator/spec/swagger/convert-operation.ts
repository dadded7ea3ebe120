import { isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { methods } from './collect-parts.js';
import {
  makeRequestBody,
  convertBody,
  makeForm,
  convertResponse,
  responseFor,
  readMediaTypes,
  type MediaType,
} from './convert-body.js';
import { list, textAmong, text, hasRef } from '../openapi/rules.js';
import type { Origin } from '../read/positions.js';
import type { Conversion, Entry } from './conversion.js';

/** The media types of all operations that state none. */
export interface Shared {
  readonly consumes: readonly MediaType[];
  readonly produces: readonly MediaType[];
}

/** A parameter of a list: the object or reference in it, the object that it is, and its position in the list. */
interface Listed {
  readonly entry: Json;
  readonly node: JsonObject | undefined;
  readonly origin: Origin;
}

/** Rewrites a path of Swagger 2.0 where it is: bodies and forms that it gives all operations become those of each. */
export function convertPathItem(conversion: Conversion, node: JsonObject, shared: Shared): void {
  const all = listParameters(conversion, node);
  const carried = all.filter((one) => placeParameter(conversion, one.node) !== 'parameter');
  dropFrom(conversion, node, all, carried);
  for (const method of methods) {
    const operation = node[method];
    if (isJsonObject(operation)) convertOperation(conversion, operation, { shared, carried });
  }
}

/** Rewrites an operation where it is; `carried` are the body and form parameters of its path. */
function convertOperation(
  conversion: Conversion,
  node: JsonObject,
  { shared, carried }: { readonly shared: Shared; readonly carried: readonly Listed[] },
): void {
  const consumes = readMediaTypes(conversion, node, 'consumes') ?? shared.consumes;
  const produces = readMediaTypes(conversion, node, 'produces') ?? shared.produces;
  const servers = 'schemes' in node ? makeServers(conversion, node, node) : undefined;
  const draft = rewritable(node);
  const all = listParameters(conversion, node);
  const own = all.filter((one) => placeParameter(conversion, one.node) !== 'parameter');
  const body = chooseRequestBody(conversion, node, { own, carried, consumes, isShared: consumes === shared.consumes });
  dropFrom(conversion, node, all, own);
  if (body !== undefined) conversion.put(node, 'requestBody', ...body);
  const { responses } = node;
  const isShared = produces === shared.produces;
  for (const [status, response] of Object.entries(isJsonObject(responses) ? responses : {})) {
    if (!isJsonObject(response) || status.startsWith('x-')) continue;
    const target = conversion.follow(response);
    if (!hasRef(response)) convertResponse(conversion, response, produces);
    else if (!isShared && target !== undefined && isJsonObject(responses)) {
      const { schema, examples } = conversion.written(target);
      // A response without a body is the same for all media types.
      if (schema === undefined && examples === undefined) continue;
      const origin = { owner: responses, key: status };
      conversion.put(responses, status, responseFor(conversion, node, target, produces), origin);
    }
  }
  for (const key of ['consumes', 'produces', 'schemes']) delete draft[key];
  if (servers !== undefined) conversion.put(node, 'servers', servers, { owner: node, key: 'schemes' });
}

function listParameters(conversion: Conversion, { parameters }: JsonObject): readonly Listed[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.map((entry: Json, key) => ({
    entry,
    node: conversion.follow(entry),
    origin: { owner: parameters, key },
  }));
}

/** Says where a parameter belongs in OpenAPI 3: in the request body, in a form there, or among the parameters. */
export function placeParameter(conversion: Conversion, node: JsonObject | undefined): 'body' | 'form' | 'parameter' {
  const location = node === undefined ? undefined : conversion.written(node)['in'];
  if (location === 'body') return 'body';
  return location === 'formData' ? 'form' : 'parameter';
}

/** Takes parameters out of the list of an object. */
function dropFrom(conversion: Conversion, node: JsonObject, all: readonly Listed[], gone: readonly Listed[]): void {
  if (gone.length === 0) return;
  const at = { owner: node, key: 'parameters' };
  const left = all.filter((one) => !gone.includes(one)).map(({ entry, origin }) => [entry, origin] as const);
  const draft = rewritable(node);
  if (left.length === 0) delete draft['parameters'];
  else draft['parameters'] = conversion.list(node, at, left);
}

/** Makes the request body of the body and form parameters of an operation, and says where it is written. */
function chooseRequestBody(
  conversion: Conversion,
  operation: JsonObject,
  {
    own,
    carried,
    consumes,
    isShared,
  }: {
    readonly own: readonly Listed[];
    readonly carried: readonly Listed[];
    readonly consumes: readonly MediaType[];
    /** True if the media types are those of the document, which shared bodies have. */
    readonly isShared: boolean;
  },
): readonly [Json, Origin] | undefined {
  const listPlaced = (list: readonly Listed[], place: string): readonly Listed[] =>
    list.filter(({ node }) => placeParameter(conversion, node) === place);
  const [body, ...others] = listPlaced(own, 'body');
  const ownForm = listPlaced(own, 'form');
  // An operation has one kind of body: what it says itself overrides what its path says.
  const chosen = body ?? (ownForm.length > 0 ? undefined : listPlaced(carried, 'body')[0]);
  if (chosen?.node === undefined) {
    const all = [...listPlaced(carried, 'form'), ...ownForm];
    const form = new Map(all.map((one) => [one.node && conversion.written(one.node)['name'], one]));
    const [first] = form.values();
    const nodes = Array.from(form.values(), ({ node }) => node).filter((node) => node !== undefined);
    return first && [makeForm(conversion, operation, nodes, consumes), first.origin];
  }
  const { entry, node, origin } = chosen;
  for (const other of [...others, ...(body === undefined ? [] : ownForm)])
    conversion.warn('ignored-parameter', 'the parameter has no effect beside the body parameter', other.origin);
  // A shared parameter is a shared request body for the media types of the document.
  if (entry !== node && isShared) return [entry, origin];
  if (entry !== node || body === undefined) return [makeRequestBody(conversion, operation, node, consumes), origin];
  convertBody(conversion, node, consumes);
  return [node, origin];
}

const schemes = list(textAmong('http', 'https', 'ws', 'wss'));

/** The same in the order in which clients should try them. */
const preferred = ['https', 'http', 'wss', 'ws'];

/** Makes the servers of a document, or those of an operation with schemes of its own, for an object of a file. */
export function makeServers(conversion: Conversion, holder: JsonObject, node: JsonObject): Json | undefined {
  const { root } = conversion;
  for (const key of ['host', 'basePath']) if (node === root && key in root) conversion.check(root, key, text);
  if ('schemes' in node) conversion.check(node, 'schemes', schemes);
  const host = readHost(conversion, node === root);
  const basePath = filled(root['basePath'])?.replace(/^\/*/, '/').replace(/\/+$/, '') ?? '';
  const key = host === undefined ? 'basePath' : 'host';
  if (host === undefined && (basePath === '' || node !== root)) return undefined;
  const at = { owner: root, key };
  const stated = toArray(node['schemes']);
  const known = preferred.filter((scheme) => stated.includes(scheme));
  const used = known.length === 0 ? ['https'] : known;
  const urls = host === undefined ? [basePath] : used.map((scheme) => `${scheme}://${host}${basePath}`);
  const servers = urls.map((url) => [conversion.makeAt(holder, at, [['url', url] satisfies Entry]), at] as const);
  return conversion.list(holder, at, servers);
}

function readHost({ root, diagnostics, positions }: Conversion, tells: boolean): string | undefined {
  const host = filled(root['host'])?.replace(/\/+$/, '');
  const bare = host?.replace(/^[a-z]+:\/\//i, '');
  if (host !== bare && tells) {
    const message = `"host" is a name without a scheme, which "schemes" has: it is taken for ${JSON.stringify(bare)}`;
    diagnostics.warning('invalid-value', message, positions.ofValue(root, 'host'));
  }
  return bare === '' ? undefined : bare;
}

function filled(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
