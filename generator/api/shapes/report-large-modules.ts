import { groupBy } from '../../iterables.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Model } from '../api.js';

/** Most schemas of a file that TypeScript checks in seconds: its time grows with the square of their number. */
const mostModels = 5_000;

/** Schemas that TypeScript 7 takes about a minute for on one core, by the square of the ten seconds that 4,000 take. */
const modelsOfMinute = 10_000;

/** Warns of the files whose validators TypeScript takes long for; no count decides what is in a file. */
export function reportLargeModules(models: readonly Model[], diagnostics: Diagnostics): void {
  for (const [module, { length, [mostModels]: first }] of groupBy(models, (model) => model.module)) {
    if (first === undefined) continue;
    const minutes = Math.ceil((length / modelsOfMinute) ** 2);
    const message =
      `the validators of ${length} schemas are in the file ${JSON.stringify(`${module}.ts`)}; beyond ${mostModels}, ` +
      `TypeScript takes minutes: about ${minutes} for these`;
    diagnostics.warning('many-schemas', message, first.schema.at);
  }
}
