import { plainName } from './is-token-pair.js';

const usual: ReadonlySet<string> = new Set(['items', 'data', 'results', 'values', 'entries', 'records', 'list']);

/** Whether a property of what a path answers has the name of a list: a usual one, or that of the resource, in either number. */
export function isListName(property: string, path: string): boolean {
  const [last = ''] = (path.split('/').at(-1) ?? '').split(':');
  const name = plainName(property);
  const resource = plainName(last);
  return usual.has(name) || (name !== '' && (resource === name || resource === `${name}s`));
}
