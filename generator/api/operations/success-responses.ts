/** Responses that mean success: 2xx; where the spec names none, `default`. */
export function successResponses<T extends { readonly status: string }>(responses: readonly T[]): readonly T[] {
  const successes = responses.filter((response) => response.status.startsWith('2'));
  return successes.length > 0 ? successes : responses.filter((response) => response.status === 'default');
}
