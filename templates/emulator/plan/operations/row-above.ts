import { expandParameters } from '@speccast/runtime';
import { readAction } from '../rule.js';
import type { GetAction } from '../actions.js';
import type { OperationPlan } from '../plan.js';

type Placed = Pick<OperationPlan, 'operation' | 'behaviour'>;

/** The operation that reads the row at the beginning of the path of another: `GET /notes/{id}` for `POST /notes/{noteId}/shine`. */
export interface RowAbove<Plan> {
  readonly plan: Plan;
  readonly action: GetAction;
  /** Properties of its parameters, each with that of the parameter that has its value: `['id', 'noteId']`. */
  readonly params: readonly (readonly [to: string, from: string])[];
}

/** Finds the operation that reads the row above another operation; the one with the longest path counts. */
export function findRowAbove<Plan extends Placed>(plans: readonly Plan[], below: Placed): RowAbove<Plan> | undefined {
  const path = removeNames(below.operation.path);
  const above = plans.filter(({ operation, behaviour }) => {
    const shorter = removeNames(operation.path);
    const isAbove = shorter.endsWith('}') && path.startsWith(shorter) && /^[/:]/.test(path.slice(shorter.length));
    return isAbove && readAction(behaviour)['get'] !== undefined;
  });
  const plan = above.toSorted((one, other) => one.operation.path.length - other.operation.path.length).at(-1);
  if (plan === undefined) return undefined;
  const from = listVariables(below);
  const params = listVariables(plan).map((to, index) => [to, from[index] ?? to] as const);
  // Only plans with a `get` action were kept.
  return { plan, action: plan.behaviour.action as GetAction, params };
}

/** Removes the names of variables: `/notes/{id}/shine` → `/notes/{}/shine`, `/v1/{name=notes/*}` → `/v1/{=notes/*}`. */
function removeNames(path: string) {
  return path.replace(/\{[^{}=]+/g, '{');
}

/** Lists the properties of the parameters of a path, in its order. */
function listVariables({ operation }: Placed) {
  const names = Array.from(operation.path.matchAll(/\{([^{}=]+)/g), ([, name = '']) => name);
  const own = expandParameters(operation).filter((one) => one.in === 'path');
  return names.map((name) => own.find((one) => one.name === name)?.property ?? name);
}
