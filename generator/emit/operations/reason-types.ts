import type { Api, Operation } from '../../api/api.js';
import type { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { aliasStructure } from '../code/structures.js';
import type { Layout } from '../layout.js';
import type { Statement } from '../source-file.js';

/** The reasons that errors of an operation can carry: its own, and those of all operations. */
export function reasonType(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const symbol = layout.reason(operation);
  if (operation.reasons === undefined || symbol === undefined) return [];
  const common = layout.commonReason();
  const type = [...operation.reasons.map(literal), ...(common === undefined ? [] : [imports.useType(common)])];
  const docs = [`Why \`${operation.id}\` may be refused.`];
  return [aliasStructure(symbol.name, type.join(' | '), docs)];
}

/** The reasons that errors of any operation can carry. */
export function commonReasonType({ errors }: Api): readonly Statement[] {
  if (errors?.reasons === undefined) return [];
  const type = errors.reasons.map(literal).join(' | ');
  return [aliasStructure(errors.typeName, type, ['Why any operation may be refused.'])];
}
