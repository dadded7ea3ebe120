import { findFeatures } from '../code/api-features.js';
import { fields } from '../code/templates.js';
import { Imports, runtime } from '../code/imports.js';
import { quotaLimits } from '../code/operation-sentences.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';

const module = 'client/quota-meter';

/** The function that makes a quota meter, where operations say what they cost. */
export const quotaMeterSymbol: CodeSymbol = { name: 'quotaMeter', module };

/** Emits `client/quota-meter.ts`: costs of calls, limits of buckets, and the function that makes a meter of them. */
export function emitQuotaMeter({ api, templates }: ClientTools): readonly SourceFile[] {
  if (!findFeatures(api).costs) return [];
  const imports = new Imports(module, [quotaMeterSymbol.name, 'book']);
  const view = {
    bookType: imports.useType(runtime('QuotaBook')),
    optionsType: imports.useType(runtime('QuotaMeterOptions')),
    meterType: imports.useType(runtime('QuotaMeter')),
    meter: imports.use(runtime('meterQuota')),
    timeZone: api.errors?.quota?.timeZone ?? 'UTC',
    limits: fields(quotaLimits(api)),
    costs: fields(
      Object.fromEntries(api.operations.flatMap(({ id, quota }) => (quota === undefined ? [] : [[id, { ...quota }]]))),
    ),
  };
  const body = [templates.render('client/quota-meter.hbs', view)];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}
