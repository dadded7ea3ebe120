import { isJsonObject, type Json } from '@speccast/runtime';
import type { Call } from '../plan/plan.js';

/** A sample of a list whose pages have numbers is its first page, and all that there is: those after it are empty. */
export function onlyPage({ plan, params }: Call, sample: Json, isDeclared: (value: Json) => boolean): Json {
  const { items, numbers } = plan.operation.paging ?? {};
  if (numbers === undefined) return sample;
  const { page, offset, first = page === undefined ? 0 : 1 } = numbers;
  const at = Number(params[page ?? offset ?? ''] ?? first);
  if (!(at > first)) return sample;
  const empty = items === undefined ? [] : isJsonObject(sample) ? { ...sample, [items]: [] } : sample;
  return isDeclared(empty) ? empty : sample;
}
