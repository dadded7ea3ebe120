import type { Rule } from '@speccast/video-platform/mocks';
import type { RequestOptions } from './behaviours/call.js';

/** A request to an operation. Its method and path are those of the spec. */
export interface Probe extends RequestOptions {
  readonly operation: string;
  /** Values of path parameters, by name. */
  readonly path?: Readonly<Record<string, string>>;
}

const first = { token: 'first-user' };
const key = { key: 'a-good-key' };
const nothing = 'nothing-has-this-id';
const parameter = /#(?:parameters|selectors|filters|input)\/([^/]+)/;

/** Lists requests that violate a rule of an operation; none if the id of the rule does not suffice to know them. */
export function listViolations({ id, operation = '' }: Rule): readonly Probe[] {
  const [, name = ''] = parameter.exec(id) ?? [];
  const rule = id.slice(id.indexOf('#') + 1);
  const isPut = operation.endsWith('.update');
  const write = { operation, ...first, path: { id: nothing } };
  if (rule === 'auth') return [{ operation, path: { id: nothing } }];
  if (rule === 'unsupported') return [{ ...write, json: {} }];
  if (rule === 'body/type') return [{ ...write, bytes: 'x', type: 'font/odd' }];
  if (rule === 'body/required' || rule === 'media/required' || rule === 'target/required')
    return [{ ...write, ...(rule === 'target/required' && isPut ? { json: {} } : {}) }];
  if (rule === 'body') return [{ ...write, json: [] }];
  if (rule === 'selectors') return [{ operation, ...key }];
  if (rule.endsWith('/token'))
    return ['true', 'heldForReview', 'like'].map((value) => ({ operation, ...key, query: { [name]: value } }));
  if (/^(?:parameters|selectors|filters)\/[^/]+$/.test(rule))
    return [
      { ...write, query: { [name]: 'no-such-value' } },
      { ...write, query: { [name]: 'no-such-value', id: nothing } },
      { ...write, query: { [name]: 'no-such-value', mine: true } },
    ];
  if (rule === 'target') return [isPut ? { ...write, json: { id: nothing } } : { ...write, query: { id: nothing } }];
  if (rule.startsWith('requires/'))
    return [
      { ...write, json: {} },
      { ...write, json: { id: nothing } },
    ];
  return [];
}
