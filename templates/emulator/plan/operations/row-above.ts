import { expandParameters } from '@speccast/runtime';
import { actionOf } from '../rule.js';
import type { GetAction } from '../actions.js';
import type { OperationPlan } from '../plan.js';

type Placed = Pick<OperationPlan, 'operation' | 'behaviour'>;

/** An operation that reads the row which the path of another begins with. */
export interface RowAbove<Plan> {
  readonly plan: Plan;
  readonly action: GetAction;
  /** Properties of its parameters, each with the one that has its value. */
  readonly params: readonly (readonly [to: string, from: string])[];
}

/** Finds it: `GET /notes/{id}` of `POST /notes/{noteId}/shine`, with the parameters `id` and `noteId`. */
export function findRowAbove<Plan extends Placed>(plans: readonly Plan[], below: Placed): RowAbove<Plan> | undefined {
  const path = withoutNames(below.operation.path);
  const above = plans.filter(({ operation, behaviour }) => {
    const shorter = withoutNames(operation.path);
    const isAbove = shorter.endsWith('}') && path.startsWith(shorter) && /^[/:]/.test(path.slice(shorter.length));
    return isAbove && actionOf(behaviour)['get'] !== undefined;
  });
  const plan = above.toSorted((one, other) => one.operation.path.length - other.operation.path.length).at(-1);
  if (plan === undefined) return undefined;
  const from = listVariables(below);
  const params = listVariables(plan).map((to, index) => [to, from[index] ?? to] as const);
  // `as`: it was looked for.
  return { plan, action: plan.behaviour.action as GetAction, params };
}

/** `/notes/{}/shine` of `/notes/{id}/shine`, `/v1/{=notes/*}` of `/v1/{name=notes/*}`. */
function withoutNames(path: string): string {
  return path.replace(/\{[^{}=]+/g, '{');
}

/** Lists the properties of the parameters of a path, in its order. */
function listVariables({ operation }: Placed): readonly string[] {
  const names = Array.from(operation.path.matchAll(/\{([^{}=]+)/g), ([, name = '']) => name);
  const own = expandParameters(operation).filter((one) => one.in === 'path');
  return names.map((name) => own.find((one) => one.name === name)?.property ?? name);
}
