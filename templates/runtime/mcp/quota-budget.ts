import type { Middleware } from '../client/options/hooks.js';
import type { Tool } from '../tools/catalogue.js';

/** The budget of a server does not suffice for a call, which was not sent. */
export class BudgetError extends Error {
  override readonly name: string = 'BudgetError';
}

/** A budget in units of the service's quota. */
export interface QuotaBudget {
  /** Takes the costs of each request before it is sent, and rejects it where they are more than what is left. */
  readonly middleware: Middleware;
  readonly left: () => number;
}

/** What a request of an operation costs: one, where the spec does not say it. */
export function costOf({ operation }: Tool): number {
  return operation.quota?.cost ?? 1;
}

/** Makes a budget, which each attempt of a call is taken from. */
export function createQuotaBudget(units: number, tools: readonly Tool[]): QuotaBudget {
  const costs = new Map(tools.map((tool) => [tool.operation.id, costOf(tool)]));
  let left = units;
  return {
    left: () => left,
    middleware: (request, next, { operation }) => {
      const cost = costs.get(operation) ?? 1;
      if (cost > left)
        throw new BudgetError(
          `${operation} costs ${cost} of the service's quota, and ${left} of this server's budget of ${units} are left (\`--quota\`). Nothing was sent`,
        );
      left -= cost;
      return next(request);
    },
  };
}
