import type { EmulatorPlan } from '../plan/plan.js';
import { findMember, operationPart } from '../plan/operations/document-parts.js';
import { isToken } from '../plan/operations/header-issue.js';

/** Headers that let pages of other origins read every response. */
export const sharing: Readonly<Record<'access-control-allow-origin' | 'access-control-expose-headers', string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Allow, Content-Language, Content-Length, ETag, Location, Range, Retry-After, WWW-Authenticate',
};

/** Headers that the emulator adds to those that documents declare. */
const own = ['Content-Disposition', 'Link', 'Preference-Applied', 'X-Mock-Ignored', 'X-Mock-Sample', 'X-Mock-Warning'];

/** Lets a page of another origin read a response with its cookies, and all headers that the document declares. */
export function shareWith({ headers: sent }: Request, { headers }: Response, plan: EmulatorPlan): void {
  const origin = sent.get('origin');
  if (origin === null || headers.get('access-control-allow-origin') !== '*') return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.append('vary', 'Origin');
  const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
  const all = new Map([...exposed, ...own, ...listHeaders(plan)].map((name) => [name.toLowerCase(), name]));
  headers.set('access-control-expose-headers', [...all.values()].join(', '));
}

function listHeaders({ document = {}, operations }: EmulatorPlan): ReadonlySet<string> {
  const names = operations.flatMap((plan) => {
    const operation = operationPart(document, plan);
    const responses = operation && findMember(document, operation, 'responses');
    return Object.keys(responses?.value ?? {}).flatMap((status) => {
      const response = responses && findMember(document, responses, status);
      return Object.keys((response && findMember(document, response, 'headers')?.value) ?? {});
    });
  });
  return new Set(names.filter((name) => isToken.test(name)));
}
