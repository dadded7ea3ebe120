import type { Engine } from '../../world/engine.js';
import type { CallInput } from '../../plan/plan.js';

/** The input of changes of the state that no operation makes. */
export function noOperation(engine: Engine, baseUrl: string = engine.plan.basePaths[0]): CallInput {
  return {
    plan: {
      operation: { id: '', method: 'GET', path: '', responses: [], auth: [] },
      responses: [],
      behaviour: {},
    },
    baseUrl,
  };
}
