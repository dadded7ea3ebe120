import type { Api, OperationGroup } from '../../api/api.js';
import { createTemplates } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile } from '../source-file.js';
import { emitApiError, emitIsErrorOf } from './emit-errors.js';
import { emitClientFile } from './emit-client-file.js';
import { emitIndex, emitNodeEntry, emitOperationsEntry } from './emit-entries.js';
import { emitQuotaMeter } from './emit-quota-meter.js';
import { emitServerAddress } from './emit-server-address.js';
import { emitResource, type ClientTools } from './emit-resource.js';

/**
 * Emits `client/*.ts` (a free function an operation, a class a resource), `client/client.ts`,
 * and the entries `index.ts` (with those of folders) and `operations.ts` of the package.
 */
export function emitClient({ api, layout, assets }: EmitContext): readonly SourceFile[] {
  const tools: ClientTools = { api, layout, templates: createTemplates(assets.templates) };
  const resources = allGroups(api).map((group) => emitResource(group, tools));
  return [
    ...resources,
    emitClientFile(tools),
    ...emitApiError(tools),
    ...emitIsErrorOf(tools),
    ...emitQuotaMeter(tools),
    ...emitServerAddress(tools),
    ...emitIndex(tools),
    emitOperationsEntry(tools),
    ...emitNodeEntry(api),
  ];
}

/** Every group of the forest, parents before children. */
function allGroups(api: Api): readonly OperationGroup[] {
  const below = (group: OperationGroup): readonly OperationGroup[] => [group, ...group.groups.flatMap(below)];
  return api.groups.flatMap(below);
}
