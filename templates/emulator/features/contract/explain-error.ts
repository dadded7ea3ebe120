import { createRedactor, type Json, type JsonObject } from '@speccast/runtime';
import {
  type HttpError,
  credentialParameters,
  readMember,
  toJsonObject,
  writeExactly,
} from '@speccast/runtime/requests';
import type { EmulatorPlan, Received } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import type { Shared } from '../../receive/shared.js';
import type { RuleSign } from '../../plan/rule.js';
import { defined } from '../../values/defined.js';
import { edits, least } from '../../values/did-you-mean.js';
import type { RuleBook } from './rule-book.js';

/** Maximum length of `got`, in characters. */
const longest = 120;

const mask = '(redacted)';

/**
 * Explains an error: `{rule, source?, got, want, fix}` with the id of the rule and its location. Contains no keys or tokens.
 * Undefined if the broken rule is unknown, or explanations are turned off.
 */
export function explainError(
  shared: Shared,
  readRules: () => RuleBook,
  received: Received,
  error: HttpError,
): JsonObject | undefined {
  if (shared.options.teach === false || shared.profile === 'vendor' || received.faults) return undefined;
  const rule = readRules().find(received.plan, error);
  if (!rule) return undefined;
  const { details, message } = error;
  const { got, want, fix } = {
    got: details.got ?? rule.got ?? describeSent(rule, received, error),
    want: details.want ?? (rule.want === 'message' ? message : rule.text),
    fix: details.fix ?? rule.fix,
    ...explainAddress(shared, received, rule),
  };
  const text = got === rule.got ? got : redact(got, shared, received);
  return defined({
    '@type': 'speccast/teaching',
    rule: rule.id,
    source: rule.source,
    got: text.length <= longest ? text : `${text.slice(0, longest - 1)}…`,
    want,
    fix,
  });
}

/** Explains an unknown path or method by the addresses that are most similar. */
function explainAddress(shared: Shared, { request, url, plan }: Received, { id }: RuleSign) {
  const { method } = request;
  if (id.endsWith('#unsupported')) return { got: `${method} ${toReadablePath(plan?.operation.path ?? '')}` };
  if (id === '*#method') {
    const there = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((name) => {
      const { route } = locate(shared, name, url.pathname, url.search);
      return route.kind === 'operation' ? [`${name} (${route.plan.operation.id})`] : [];
    });
    return { got: method, want: there.join(', '), fix: `Use ${there.join(' or ')}.` };
  }
  if (id !== '*#route') return {};
  const got = `${method} ${url.pathname}`;
  const nearest = nearestOperation(shared.plan, method, url.pathname);
  if (!nearest) return { got };
  const { address, got: sent, want } = nearest;
  const fix = `Did you mean ${address}? Your path has ${sent || 'nothing'} in place of ${want || 'nothing'}.`;
  return { got, want: address, fix };
}

/** Describes the part of a request that broke a rule. */
function describeSent(rule: RuleSign, { request, url, params, body }: Received, { details, status }: HttpError) {
  const { location = rule.subject ?? '', locationType } = details;
  const { headers } = request;
  if (rule.kind === 'auth') {
    if (headers.has('authorization')) return `a credential in Authorization ${mask}`;
    return url.searchParams.has('key') ? `an API key ${mask}` : 'no credential';
  }
  if (status === 415) return headers.get(location || 'content-type') ?? 'no Content-Type';
  if (locationType === 'header') return headers.get(location) ?? 'nothing';
  const path = location.split('.');
  const [name = ''] = path;
  let value: Json | undefined =
    locationType === 'body' ? undefined : (params?.[name] ?? url.searchParams.getAll(name).join(','));
  if (value === undefined || value === '') {
    value = body;
    for (const one of path) value = Array.isArray(value) ? value[Number(one)] : readMember(toJsonObject(value), one);
  }
  if (value === undefined || value === '') return location === '' ? 'the request as it is' : 'nothing';
  return typeof value === 'string' ? value : writeExactly(value);
}

/** Removes the credentials of the request from a string. */
function redact(text: string, { plan: { service } }: Shared, { request: { headers }, url }: Received) {
  const keys = Object.values(service.security).map((one) =>
    one.kind === 'apiKey' && one.in === 'header' ? headers.get(one.name) : null,
  );
  const [, token] = /^\s*\S+\s+(\S.*?)\s*$/.exec(headers.get('authorization') ?? '') ?? [];
  const parameters = [...credentialParameters(service), 'upload_id'].flatMap((name) => url.searchParams.getAll(name));
  const redactor = createRedactor([], { mark: () => mask });
  for (const secret of [...parameters, ...keys, token, headers.get('cookie')]) redactor.add(secret ?? '');
  return redactor.text(text);
}

/** Maximum length of a path, of its segments, and their maximum number. */
const longestPath = { path: 400, segments: 12, segment: 32 };
/** Maximum difference of similar paths. */
const farthest = 1.4;

/**
 * Finds the operation that was most likely meant, `POST /v1/shops/{shop}/report:generate`, and the first segments that differ,
 * empty if there is none; undefined if no operation is similar.
 */
function nearestOperation(plan: EmulatorPlan, method: string, pathname: string) {
  const sent = splitPath(pathname.slice(0, longestPath.path));
  // Paths share most of their segments, and comparing two is slow.
  const known = new Map<string, number>();
  const compare = (got = '', want = '') => {
    const key = `${got}/${want}`;
    const difference = known.get(key) ?? compareSegments(got, want);
    known.set(key, difference);
    return difference;
  };
  const candidates = plan.basePaths.flatMap((base) =>
    plan.operations.map(({ operation }) => {
      const path = `${base}${toReadablePath(operation.path)}`;
      const segments = splitPath(path);
      const difference = least(sent.length, segments.length, (row, column) => compare(sent[row], segments[column]));
      const cost = difference + (operation.method === method ? 0 : 0.3);
      return { cost, address: `${operation.method} ${path}`, segments };
    }),
  );
  const [best] = candidates.toSorted((one, other) => one.cost - other.cost);
  if (!best || best.cost > farthest + 0.3) return undefined;
  const { address, segments } = best;
  const at = segments.findIndex((want, index) => compare(sent[index], want) > 0);
  const index = at === -1 ? segments.length : at;
  return { address, got: sent[index] ?? '', want: segments[index] ?? '' };
}

/** Writes a path template as people read it: `/v1/{parent=accounts/*}` → `/v1/accounts/{account}`. */
function toReadablePath(template: string) {
  return template.replace(/\{([^{}=]*)=([^{}]*)\}/g, (_all, name: string, pattern: string) => {
    let before = name;
    const parts = pattern.split('/').map((part) => {
      if (part === '*' || part === '**') return `{${before.replace(/s$/, '')}}`;
      before = part;
      return part;
    });
    return parts.join('/');
  });
}

function splitPath(path: string) {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.slice(0, longestPath.segments).map((segment) => segment.slice(0, longestPath.segment));
}

/** Returns the difference of two segments, from 0 to 1, or 2 if they have little in common. */
function compareSegments(sent: string, want: string) {
  if (sent === want) return 0;
  if (sent === '') return 2;
  const [, rest] = /^\{[^{}]*\}(.*)$/.exec(want) ?? [];
  if (rest !== undefined) return rest === '' || sent.endsWith(rest) ? 0 : 0.5;
  // The verb after a colon is forgotten most often.
  if (want.startsWith(`${sent}:`)) return 0.2;
  const length = Math.max(sent.length, want.length);
  if (Math.abs(sent.length - want.length) * 2 > length) return 2;
  const share = edits(sent, want) / length;
  return share > 0.5 ? 2 : share;
}
