import { tagOf } from '../sampling/ids.js';
import { valueAt } from '../values/json-path.js';
import type { Capability } from '../plan/plan.js';
import { visibleRow } from '../rows/visibility.js';
import { requireCaller, requireInputs, textOption } from './inputs.js';

/** Sends the caller's rating of each video asked for, in that order; `none` where there is none. */
export const ratings: Capability = (call, options) => {
  const { ownId } = requireCaller(call);
  const table = textOption(options, 'table');
  const items = requireInputs(call, 'id')
    .filter((videoId) => visibleRow(call, 'videos', videoId) !== undefined)
    .map((videoId) => ({
      videoId,
      rating: valueAt(call.tables.get(table, `${videoId}.${ownId}`), 'rating') ?? 'none',
    }));
  return { kind: 'json', body: { kind: textOption(options, 'kind'), etag: tagOf(JSON.stringify(items)), items } };
};
