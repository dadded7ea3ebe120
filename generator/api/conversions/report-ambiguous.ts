import type { Operation } from '../api.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Schema } from '../types/schema.js';
import type { Conversions } from './conversions.js';

/** Warns of unions whose values are not converted, because nothing tells which of their alternatives a value is. */
export function reportAmbiguous(
  conversions: Conversions,
  operations: readonly Operation[],
  diagnostics: Diagnostics,
): void {
  const roots = operations.flatMap(listExchangedSchemas);
  const seen = new Set<string>();
  for (const { owner, key } of conversions.ambiguous(roots)) {
    const { file, line, column } = owner.at;
    const id = `${file}:${line}:${column} ${key}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const message =
      key === undefined
        ? `a part that stays as it is on the wire has properties that are converted beside it: all of it stays as it is on the wire`
        : `neither types nor constants nor required properties tell the alternatives of "${key}" apart, of which some are converted: its values stay as they are on the wire`;
    diagnostics.warning('ambiguous-codec', message, owner.at);
  }
}

function listExchangedSchemas({ parameters, body, responses }: Operation): readonly Schema[] {
  const contents = [...(body?.contents ?? []), ...responses.flatMap((one) => one.contents)];
  const metadata = body?.media?.metadata;
  return [
    ...parameters,
    ...contents,
    ...(metadata === undefined ? [] : [metadata]),
    ...responses.flatMap(({ typedHeaders = [] }) => typedHeaders),
  ].map(({ schema }) => schema);
}
