import { createRedactor, type Json, type JsonObject } from '@speccast/runtime';
import {
  type HttpError,
  credentialParameters,
  readMember,
  toJsonObject,
  writeExactly,
} from '@speccast/runtime/requests';
import type { Received } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import type { Shared } from '../../receive/shared.js';
import { nearestOperation, toReadablePath } from './nearest-operation.js';
import type { RuleSign } from '../../plan/rule.js';
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
  return {
    '@type': 'speccast/teaching',
    rule: rule.id,
    ...(rule.source !== undefined && { source: rule.source }),
    got: text.length <= longest ? text : `${text.slice(0, longest - 1)}…`,
    want,
    fix,
  };
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
  const fix = `Did you mean ${address}? In yours, ${sent || 'nothing'} is where ${want || 'nothing'} should be.`;
  return { got, want: address, fix };
}

/** Describes the part of a request that broke a rule. */
function describeSent(
  rule: RuleSign,
  { request, url, params, body }: Received,
  { details, status }: HttpError,
): string {
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
function redact(text: string, { plan: { service } }: Shared, { request: { headers }, url }: Received): string {
  const keys = Object.values(service.security).map((one) =>
    one.kind === 'apiKey' && one.in === 'header' ? headers.get(one.name) : null,
  );
  const [, token] = /^\s*\S+\s+(\S.*?)\s*$/.exec(headers.get('authorization') ?? '') ?? [];
  const parameters = [...credentialParameters(service), 'upload_id'].flatMap((name) => url.searchParams.getAll(name));
  const redactor = createRedactor([], { mark: () => mask });
  for (const secret of [...parameters, ...keys, token, headers.get('cookie')]) redactor.add(secret ?? '');
  return redactor.text(text);
}
