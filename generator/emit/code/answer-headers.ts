import type { Operation, ResponseHeader } from '../../api/api.js';
import { successResponses } from '../../api/operations/success-responses.js';
import { unionOf } from './operation-params.js';

/** The headers of an answer that callers read with their types; required are those that come with each of the successes. */
export function answerHeaders({ responses }: Operation): readonly ResponseHeader[] {
  const successes = successResponses(responses).map(({ typedHeaders = [] }) => typedHeaders);
  const found = new Map<string, ResponseHeader[]>();
  for (const header of successes.flat()) {
    const key = header.name.toLowerCase();
    found.set(key, [...(found.get(key) ?? []), header]);
  }
  return [...found.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const required = same.length === successes.length && same.every((one) => one.required);
    return [{ ...first, required, shape: unionOf(same.map(({ shape }) => shape)) }];
  });
}
