import type { Middleware } from '../client/options/hooks.js';
import type { Tool } from '../tools/catalogue.js';
import { RejectedCallError } from './explain-error.js';

/** A budget in units of the service's quota. */
export interface QuotaBudget {
  /** Takes the costs of each request before it is sent, and rejects it where they are more than what is left. */
  readonly middleware: Middleware;
  readonly left: () => number;
}

/** Makes a budget, which each attempt of a call is taken from. */
export function createQuotaBudget(units: number, tools: readonly Tool[]): QuotaBudget {
  let left = units;
  return {
    left: () => left,
    middleware: (request, next, { operation }) => {
      const { cost = 1 } = tools.find((tool) => tool.operation.id === operation)?.operation.quota ?? {};
      if (cost > left)
        throw new RejectedCallError(
          `${operation} costs ${cost} of the service's quota, and ${left} of this server's budget of ${units} are left (\`--quota\`). Nothing was sent.`,
        );
      left -= cost;
      return next(request);
    },
  };
}
