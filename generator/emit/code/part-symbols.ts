import type { Operation } from '../../api/api.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';

/** The types that only an operation with parts has. */
export function partSymbols(operation: Operation, layout: Layout): readonly CodeSymbol[] {
  if (operation.parts === undefined) return [];
  const defaults = operation.parts.default === 'body' ? [] : [layout.defaultPart(operation)];
  return [layout.part(operation), ...defaults, layout.partResult(operation)];
}
