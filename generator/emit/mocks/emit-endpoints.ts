import { performedBy } from '../../api/behaviour/capabilities.js';
import { type Endpoint, listEndpoints, type Listener, listListeners } from '../../api/behaviour/endpoints.js';
import type { JsonObject } from '../../json.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { capabilitySymbol } from './capability-files.js';

/** The endpoints of the plan whose capability is registered; an empty list where there are none. */
export function endpointViews(context: EmitContext): readonly Code[] {
  return views(listEndpoints(context.api), context);
}

/** The listeners of the plan whose capability is registered; an empty list where there are none. */
export function listenerViews(context: EmitContext): readonly Code[] {
  return views(listListeners(context.api), context);
}

function views(all: readonly (Endpoint | Listener)[], context: EmitContext): readonly Code[] {
  return all
    .filter(({ action }) => isKnown(action, context))
    .map((one) => code(literal({ ...one, action: plain(one.action) })));
}

function isKnown(action: JsonObject, context: EmitContext): boolean {
  const name = performedBy(action);
  return name !== undefined && capabilitySymbol(name, context) !== undefined;
}

function plain(action: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(action).filter(([name]) => !name.startsWith('x-')));
}
