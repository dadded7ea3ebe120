import { actionOf } from '../contract/rule.js';
import type { GetAction } from './actions.js';
import type { OperationPlan } from './plan.js';

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
  let best: RowAbove<Plan> | undefined;
  for (const plan of plans) {
    const { action } = plan.behaviour;
    const shorter = withoutNames(plan.operation.path);
    const isAbove = shorter.endsWith('}') && path.startsWith(shorter) && /^[/:]/.test(path.slice(shorter.length));
    if (!isAbove || actionOf(plan.behaviour)['get'] === undefined) continue;
    if (best !== undefined && plan.operation.path.length < best.plan.operation.path.length) continue;
    const from = listVariables(below);
    const params = listVariables(plan).map((to, index) => [to, from[index] ?? to] as const);
    // It was just looked at.
    best = { plan, action: action as GetAction, params };
  }
  return best;
}

/** `/notes/{}/shine` of `/notes/{id}/shine`, `/v1/{=notes/*}` of `/v1/{name=notes/*}`. */
function withoutNames(path: string): string {
  return path.replace(/\{[^{}=]+/g, '{');
}

/** Lists the properties of the parameters of a path, in its order. */
function listVariables({ operation: { path, parameters = [] } }: Placed): readonly string[] {
  const names = Array.from(path.matchAll(/\{([^{}=]+)/g), ([, name = '']) => name);
  return names.map((name) => parameters.find((one) => one.in === 'path' && one.name === name)?.property ?? name);
}
