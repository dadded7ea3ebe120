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

/** Makes a budget, which each attempt of a call is taken from. */
export function createQuotaBudget(units: number, tools: readonly Tool[]): QuotaBudget {
  const costs = new Map(tools.map(({ operation }) => [operation.id, operation.quota?.cost]));
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
