import type { Api } from '../../api/api.js';
import type { EnumStyle } from '../../api/types/shape.js';
import { findErrorBodies, operationErrors } from '../../api/shapes/error-bodies.js';
import type { Doc } from '../../api/types/schema.js';
import type { SecurityScheme, Server, ServerVariable } from '../../api/types/service.js';
import { compact, type JsonObject } from '../../json.js';
import { toChange, openService, type ApiDiff, type ServiceDiff } from '../operations/api-diff.js';
import { diffTexts } from '../operations/diff-texts.js';
import {
  classifyChange,
  isSameFact,
  list,
  quote,
  say,
  step,
  tellAlone,
  type Both,
  type Tell,
} from '../sides/finding.js';
import { differences, pairUp, visitPairs } from '../sides/pairs.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { locationAt } from '../sides/side.js';

/** Compares facts of the service: names, servers, credentials, errors, texts. */
export function diffService(diff: ApiDiff): void {
  const service = openService(diff);
  diffNames(service);
  const [old, now] = [diff.sides.before.api, diff.sides.after.api];
  const withTitle = ({ doc, title }: Api): Doc => ({ ...doc, summary: `${title}\n${doc.summary ?? ''}` });
  diffDocs(service.at('info', ['info']), withTitle(old), withTitle(now));
  diffExtensions(service.at('extensions', []), withoutData(old.extensions), withoutData(now.extensions));
  diffServers(service);
  diffSchemes(service);
  diffErrors(service);
  diffData(service);
  diffTexts(service);
  diffErrorTypes(diff);
}

function diffNames({ sides, at }: ServiceDiff): void {
  const [before, after] = [sides.before.api, sides.after.api];
  if (before.typeName !== after.typeName) {
    const [old, now] = [before, after].map(({ typeName }) => quote(`create${typeName}`));
    at('info.title', ['info', 'title'])('client-renamed', `the client is made by ${now}, and was by ${old}`);
  }
  const [old, now] = [before, after].map(({ commonParameters, errors }) =>
    [commonParameters?.typeName, errors?.reasons && errors.typeName].filter((one) => one !== undefined),
  );
  for (const name of differences(old, now).gone)
    at('types', [])('export-removed', `there is no type ${quote(name)} any more`);
}

/** Compares base addresses; calls that choose none go to the first one. */
function diffServers({ sides, at }: ServiceDiff): void {
  const [old, now] = [sides.before.api.servers, sides.after.api.servers];
  visitPairs(old, now, serverKey, {
    both: ({ before, after }, url) => {
      const tellServer = (...names: readonly string[]): Tell =>
        at(['servers', url, ...names].map(step).join('.'), ['servers', now.indexOf(after)]);
      diffDocs(tellServer(), toDoc(before), toDoc(after));
      for (const [name, pair] of pairUp(before.variables, after.variables, (one) => one.name))
        diffVariable(tellServer(name), name, pair);
    },
    alone: (one, side, url) => {
      const index = (side === 'old' ? old : now).indexOf(one);
      const tell = at(`servers.${step(url)}`, ['servers', index], side);
      tellAlone(tell, side, 'server', `the base address ${quote(url)}`);
    },
  });
  const [first, other] = [old[0], now[0]].map((one) => one && serverKey(one));
  if (first === undefined || other === undefined || first === other || !now.some((one) => serverKey(one) === first))
    return;
  const message = `calls go to ${quote(other)} by default, and went to ${quote(first)}`;
  at('servers', ['servers', 0])('default-server-changed', message);
}

/** Returns the key by which a base address is compared, without a slash at its end, which clients ignore. */
function serverKey({ url }: Server): string {
  return url.replace(/\/+$/, '');
}

function toDoc({ description, name }: Partial<Pick<Server, 'description' | 'name'>>): Doc {
  return compact({ summary: name, description });
}

function diffVariable(tell: Tell, variable: string, { before, after }: Both<ServerVariable | undefined>): void {
  const name = quote(variable);
  if (before === undefined || after === undefined)
    return tell('server-variable-changed', `the variable ${name} is ${before ? 'gone' : 'new'}`);
  diffDocs(tell, toDoc(before), toDoc(after));
  if (before.default !== after.default)
    tell('server-variable-changed', `${name} is ${say(after.default)} by default, and was ${say(before.default)}`);
  const [had, has] = [before.values.length > 0, after.values.length > 0];
  if (!had && has) return tell('server-variable-changed', `${name} has certain values, and had any`);
  if (had && !has) return tell('server-value-added', `${name} may have any value`);
  const { come, gone } = differences(before.values, after.values);
  for (const value of come) tell('server-value-added', `${name} may be ${say(value)}`);
  for (const value of gone) tell('server-variable-changed', `${name} may not be ${say(value)} any more`);
}

/** Compares the ways to authenticate. */
function diffSchemes(service: ServiceDiff): void {
  const { sides, at } = service;
  visitPairs(sides.before.api.securitySchemes, sides.after.api.securitySchemes, ({ name }) => name, {
    both: (pair, name) => diffScheme(service, pair, at(`securitySchemes.${step(name)}`, stepsToScheme(name))),
    alone: (_, side, name) => {
      const tell = at(`securitySchemes.${step(name)}`, stepsToScheme(name), side);
      tellAlone(tell, side, 'security-scheme', sayWay(name));
    },
  });
}

function stepsToScheme(scheme: string): readonly string[] {
  return ['components', 'securitySchemes', scheme];
}

function sayWay(scheme: string): string {
  return `the way to authenticate ${quote(scheme)}`;
}

function diffScheme({ sides }: ServiceDiff, { before, after }: Both<SecurityScheme>, tell: Tell): void {
  diffDocs(tell, before.doc, after.doc);
  const way = sayWay(after.name);
  const [was, is] = [describeTransport(before), describeTransport(after)];
  if (Object.keys(was).some((key) => is[key] !== was[key])) {
    const [old, now] = [sayTransport(before), sayTransport(after)];
    const message = old === now ? `${way} gets its tokens elsewhere` : `${way} is ${now}, and was ${old}`;
    tell('security-scheme-changed', message);
  } else if (is['queryParameter'] !== was['queryParameter'])
    tell('security-scheme-extended', `${way} may also travel in the query`);
  else if (is['tokenUrl'] !== was['tokenUrl'])
    tell('security-scheme-extended', `${way} has an address at which tokens are renewed`);
  const [old, now] = [sides.before, sides.after].map(({ locate }) =>
    FLOWS.filter((flow) => locate([...stepsToScheme(after.name), 'flows', flow]) !== undefined),
  );
  const { come, gone } = differences(old, now);
  if (gone.length > 0) tell('security-scheme-changed', `${way} has no flow ${list(gone)} any more`);
  if (come.length > 0) tell('security-scheme-extended', `${way} has the new flow ${list(come)}`);
  if (!isSameFact(listSchemeScopes(before), listSchemeScopes(after)))
    tell('docs-changed', 'the list of scopes changed');
}

/** Ways to get a token. */
const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode'] as const;

function listSchemeScopes(scheme: SecurityScheme): readonly string[] {
  return scheme.kind === 'bearer' ? scheme.scopes.map(({ name }) => name).toSorted() : [];
}

/**
 * Describes the way in which a credential is sent: `{ kind: 'apiKey', in: 'header', parameter: 'x-key' }`. Scopes are not included;
 * they are compared for each operation.
 */
function describeTransport(scheme: SecurityScheme): Readonly<Record<string, string>> {
  if (scheme.kind === 'apiKey') {
    // Names of headers are case-insensitive.
    const parameter = scheme.in === 'header' ? scheme.parameter.toLowerCase() : scheme.parameter;
    return { kind: scheme.kind, in: scheme.in, parameter };
  }
  const { kind } = scheme;
  return kind === 'bearer'
    ? compact({ kind, queryParameter: scheme.queryParameter, tokenUrl: scheme.tokenUrl })
    : { kind };
}

function sayTransport(scheme: SecurityScheme): string {
  if (scheme.kind === 'apiKey') return `a key in the ${scheme.in} ${quote(scheme.parameter)}`;
  return { basic: 'a name and password', bearer: 'a token', mutualTLS: 'a certificate', other: 'of another kind' }[
    scheme.kind
  ];
}

function diffErrors({ sides, at }: ServiceDiff): void {
  const [before, after] = [sides.before.api.errors, sides.after.api.errors];
  const tell = at('reasons', ['x-reasons']);
  const { come, gone } = differences(before?.reasons, after?.reasons);
  for (const reason of come) tell('reason-added', `errors can carry ${quote(reason)}`);
  for (const reason of gone) tell('reason-removed', `errors do not carry ${quote(reason)} any more`);
  const [old, now] = [before, after].map((one) => [one?.retryReasons, one?.finalReasons, one?.quota]);
  if (!isSameFact(old, now)) tell('retry-changed', 'other calls are repeated after an error');
}

const data = [
  ['x-seed', 'emulator-data-changed', 'the rows that the emulator starts with'],
  ['x-conformance', 'checks-changed', 'the checks of `conformance`'],
] as const;

/** Compares data of a package beside its types and its document: values, or hashes of them, by the names of extensions. */
function diffData({ sides, at }: ServiceDiff): void {
  for (const [key, code, what] of data) {
    const [old, now] = [sides.before.api.extensions[key], sides.after.api.extensions[key]];
    if (isSameFact(old, now)) continue;
    const state = { added: 'are new', removed: 'are gone', changed: 'changed' }[classifyChange(old, now)];
    at(key, [key], now === undefined ? 'old' : 'new')(code, `${what} ${state}`);
  }
}

/** Returns extensions of the document without those that `diffData` compares. */
function withoutData({ 'x-seed': _seed, 'x-conformance': _checks, ...others }: JsonObject): JsonObject {
  return others;
}

/** Reports types of errors that are gone because the errors of all operations now have the same body: then one type serves all operations. */
function diffErrorTypes({ sides, report }: ApiDiff): void {
  const [old, now] = [findErrorBodies(sides.before.api), findErrorBodies(sides.after.api)];
  if (old.kind !== 'own' || now.kind !== 'same') return;
  const kept = new Map(sides.after.api.operations.map((one) => [one.typeName, one]));
  const lost = old.operations
    .flatMap(({ typeName }) => kept.get(typeName) ?? [])
    .filter((one) => operationErrors(one).length > 0);
  if (lost.length === 0) return;
  const names = list(lost.map(({ typeName }) => `${typeName}Errors`));
  const message = `errors of all operations have the same body, so there is no type ${names} any more`;
  const change = toChange({ code: 'export-removed', message, subject: 'types', ...locationAt(sides, ['paths']) });
  report({ ...change, operations: lost.map(({ id }) => id) });
}

/** Compares the style of enums, and their constants. Their values are compared with the schemas. */
export function diffEnums(diff: ApiDiff): void {
  const { sides, at } = openService(diff);
  const [enums = [], others = []] = [sides.before.api.enums, sides.after.api.enums];
  // `api.enums` lists only enums with constants; if it is empty, enums are unions.
  const [old, now]: readonly [EnumStyle, EnumStyle] = [enums[0]?.style ?? 'union', others[0]?.style ?? 'union'];
  if (old !== now) {
    const code = old === 'union' && now === 'const' ? 'enum-constants-added' : 'enum-style-changed';
    return at('enums', [])(code, `enums are ${styles[now]}, and were ${styles[old]}`);
  }
  for (const [name, { before, after }] of pairUp(enums, others, (one) => one.name)) {
    const subject = `enums.${step(name)}`;
    if (after === undefined)
      at(subject, [], 'old')('enum-constants-removed', `there are no constants ${quote(name)} any more`);
    const pairs = before && after ? pairUp(before.values, after.values, (value) => value.name) : [];
    for (const [constant, pair] of pairs) {
      const [was, is] = [pair.before, pair.after].map((one) => one && say(one.value));
      if (was === undefined || was === is) continue;
      const tell = at(`${subject}.${step(constant)}`, [], is === undefined ? 'old' : 'new');
      if (is !== undefined) tell('enum-constant-changed', `the constant is ${is}, and was ${was}`);
      else tell('enum-constants-removed', `there is no constant ${quote(`${name}.${constant}`)} any more`);
    }
  }
}

const styles: Readonly<Record<EnumStyle, string>> = {
  union: 'unions of their values',
  const: 'objects of constants',
  enum: 'enums of TypeScript',
};
