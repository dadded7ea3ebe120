import type { Json } from '../../json.js';
import type { Operation } from '../api.js';
import { successResponses } from '../messages/responses.js';

/** Last words of paths whose `POST` asks for something and changes nothing: `/jars/search`, `/jars:batchGet`, `/jars/_search`. */
const reading =
  /^(?:(?:advanced|fulltext|global|hybrid|m|multi|quick|semantic|similarity|vector)?search|autocomplete|batchget|filter|lookup|suggest|typeahead)$/;

/** Last words of paths whose `POST` asks for something, or changes it, as its body says. */
const asking = /^(?:find|gql|graphql|query|sparql)$/;

type Source = Pick<Operation, 'method' | 'path'> & {
  readonly responses: readonly { readonly status: string; readonly contents: readonly unknown[] }[];
};

/**
 * Finds out whether an operation only reads, where its method does not say so: as `x-reads` states, else a `POST` that responds
 * with 200 and ends in a word such as `search`. One that ends in a word such as `graphql` may write, too (`perhaps`). Absent: as
 * its method says.
 */
export function findReads({ method, path, responses }: Source, stated: Json | undefined): Pick<Operation, 'reads'> {
  if (typeof stated === 'boolean') return { reads: stated };
  const successes = successResponses(responses);
  const isAnswer =
    successes.length > 0 &&
    successes.every(({ status, contents }) => /^(?:200|2XX|default)$/i.test(status) && contents.length > 0);
  if (method !== 'POST' || !isAnswer) return {};
  const last = path.split(/[/:.]/).findLast((segment) => segment !== '') ?? '';
  const word = /[{}]/.test(last) ? '' : last.replace(/[^a-z]/gi, '').toLowerCase();
  if (reading.test(word)) return { reads: true };
  return asking.test(word) ? { reads: 'perhaps' } : {};
}
