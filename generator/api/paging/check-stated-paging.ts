import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Lowering } from '../schemas/lowering.js';
import type { Property } from '../types/schema.js';
import { findByPath, listMembers, listParameters } from './habits.js';
import type { ListDraft } from './list-draft.js';

/** Reports what the operation's own `x-paging` names and the operation does not have. */
export function checkStatedPaging(
  { document, diagnostics, schemas }: Lowering,
  draft: ListDraft,
  properties: readonly Property[],
): void {
  const rule = draft.node['x-paging'];
  if (!isJsonObject(rule)) return;
  const report = (key: string, what: string, name: Json | undefined, known: readonly string[]): void => {
    if (typeof name !== 'string' || known.includes(name)) return;
    const { positions } = document;
    const at = rule[key] === undefined ? positions.ofKey(draft.node, 'x-paging') : positions.ofValue(rule, key);
    diagnostics.error('wrong-paging', `${what} ${JSON.stringify(name)}${didYouMean(name, known)}`, at);
  };
  const query = listParameters(schemas, draft.parameters).map(({ path }) => path);
  const takesToken = (rule['next'] ?? rule['header'] ?? rule['token']) !== undefined;
  const taken: JsonObject = takesToken ? { ...rule, token: rule['token'] ?? 'pageToken' } : rule;
  for (const key of ['token', 'page', 'offset', 'after', 'before'])
    report(key, 'the operation has no query parameter', taken[key], query);
  const names = listMembers(schemas, properties).map(({ path }) => path);
  for (const key of statedMembers) {
    const name = rule[key];
    const isKnown = typeof name === 'string' && findByPath(schemas, properties, name) !== undefined;
    report(key, 'the response has no property', name, isKnown ? [name] : names);
  }
}

/** Keys of `x-paging` that name members of the response. */
export const statedMembers = ['next', 'link', 'total', 'pages', 'more', 'last'] as const;
