import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { type HttpError, credentialParameters, writeExactly } from '@speccast/runtime/requests';
import type { Exchange } from '../../plan/exchange.js';
import { locate } from '../../receive/router.js';
import type { Shared } from '../../world/shared.js';
import { nearestOperation, readable } from './nearest-operation.js';
import type { RuleSign } from '../../plan/rule.js';

/** Maximum length of `got`, in characters. */
const longest = 120;

const mask = '(redacted)';

/**
 * Explains an error: `{rule, source?, got, want, fix}` with the id of the rule and its location. Contains no keys or tokens.
 * Undefined if the broken rule is unknown, or explanations are turned off.
 */
export function explainError(shared: Shared, exchange: Exchange, error: HttpError): JsonObject | undefined {
  if (shared.options.teach === false || shared.profile === 'vendor' || exchange.faults !== undefined) return undefined;
  const rule = shared.rulebook.find(exchange.plan, error);
  if (rule === undefined) return undefined;
  const { got, want, fix } = { ...partsOf(rule, exchange, error), ...explainAddress(shared, exchange, rule) };
  return {
    '@type': 'speccast/teaching',
    rule: rule.id,
    ...(rule.source === undefined ? {} : { source: rule.source }),
    got: cut(got === rule.got ? got : redacted(got, shared, exchange)),
    want,
    fix,
  };
}

interface Explanation {
  readonly got: string;
  readonly want: string;
  readonly fix: string;
}

function partsOf(rule: RuleSign, exchange: Exchange, error: HttpError): Explanation {
  const { details, message } = error;
  return {
    got: details.got ?? rule.got ?? gotOf(rule, exchange, error),
    want: details.want ?? (rule.want === 'message' ? message : rule.text),
    fix: details.fix ?? rule.fix,
  };
}

/** For an unknown path or method, the URL tells what was meant. */
function explainAddress(shared: Shared, { request, url, plan }: Exchange, rule: RuleSign): Partial<Explanation> {
  const { method } = request;
  if (rule.id === '*#method') {
    const there = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((name) => {
      const { route } = locate(shared, name, url.pathname, url.search);
      return route.kind === 'operation' ? [`${name} (${route.plan.operation.id})`] : [];
    });
    return { got: method, want: there.join(', '), fix: `Use ${there.join(' or ')}.` };
  }
  if (rule.id.endsWith('#unsupported')) return { got: `${method} ${readable(plan?.operation.path ?? '')}` };
  if (rule.id !== '*#route') return {};
  const nearest = nearestOperation(shared.plan, method, url.pathname);
  const got = `${method} ${url.pathname}`;
  if (nearest === undefined) return { got };
  const differs = `${nearest.got === '' ? 'nothing' : nearest.got} is where ${nearest.want === '' ? 'nothing' : nearest.want} should be`;
  return { got, want: nearest.address, fix: `Did you mean ${nearest.address}? In yours, ${differs}.` };
}

function gotOf(rule: RuleSign, exchange: Exchange, { details, status }: HttpError): string {
  const { request, url, params, body } = exchange;
  const { location = rule.subject ?? '', locationType } = details;
  if (rule.kind === 'auth') return credentialOf(exchange);
  if (status === 415) return request.headers.get(location === '' ? 'content-type' : location) ?? 'no Content-Type';
  if (locationType === 'header') return request.headers.get(location) ?? 'nothing';
  const [name = ''] = location.split('.');
  const sent = locationType === 'body' ? undefined : (params?.[name] ?? url.searchParams.getAll(name).join(','));
  const value = sent === undefined || sent === '' ? memberAt(body, location) : sent;
  if (value === undefined || value === '') return location === '' ? 'the request as it is' : 'nothing';
  return typeof value === 'string' ? value : writeExactly(value);
}

function credentialOf({ request, url }: Exchange): string {
  if (request.headers.has('authorization')) return `a credential in Authorization ${mask}`;
  return url.searchParams.has('key') ? `an API key ${mask}` : 'no credential';
}

/** The value at a path with indexes of lists. */
function memberAt(value: Json | undefined, path: string): Json | undefined {
  let found = value;
  for (const name of path.split('.')) {
    if (Array.isArray(found)) found = found[Number(name)];
    else found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** Removes the credentials of the request from a string. */
function redacted(text: string, { plan }: Shared, { request, url }: Exchange): string {
  const carried = [...credentialParameters(plan.service), 'upload_id'].flatMap((name) => url.searchParams.getAll(name));
  const headers = Object.values(plan.service.security).flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'header' ? (request.headers.get(scheme.name) ?? []) : [],
  );
  const [, token = ''] = /^\s*\S+\s+(\S.*?)\s*$/.exec(request.headers.get('authorization') ?? '') ?? [];
  const secrets = [...carried, ...headers, token, request.headers.get('cookie') ?? ''].filter((one) => one.length > 3);
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text);
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
