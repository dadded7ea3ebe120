import { errorBodiesOf, operationErrors } from '../api/operations/responses.js';
import { changeOf } from './api-diff.js';
import type { ApiDiff } from './api-diff.js';
import { list } from './finding.js';
import { placeAt } from './place-at.js';

/** Compares whether operations have types of their own for what errors say: they have none where all say the same. */
export function diffErrorTypes({ sides, report }: ApiDiff): void {
  const [old, now] = [errorBodiesOf(sides.before.api), errorBodiesOf(sides.after.api)];
  if (old.kind !== 'own' || now.kind !== 'same') return;
  const kept = new Map(sides.after.api.operations.map((one) => [one.typeName, one]));
  const lost = old.operations.filter(({ typeName }) => {
    const operation = kept.get(typeName);
    return operation !== undefined && operationErrors(operation).length > 0;
  });
  if (lost.length === 0) return;
  const names = list(lost.map(({ typeName }) => `${typeName}Errors`));
  const message = `errors of all operations say the same, and so there is no type ${names} any more`;
  const operations = lost.flatMap(({ typeName }) => kept.get(typeName)?.id ?? []);
  report({
    ...changeOf({ code: 'export-removed', message, subject: 'types', ...placeAt(sides, ['paths']) }),
    operations,
  });
}
