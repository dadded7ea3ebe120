import type { Operation, ReportKeys } from '../../api/api.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';

/**
 * `<Dimensions extends ReportDimensions = ReportDimensions>`: the lists of keys of a report, as a call gives them. Calls
 * take them as they are written (`const`), and none where the call lists none; empty where there are no lists.
 */
export function reportParameters(
  { report }: Operation,
  nameOf: (key: ReportKeys) => string,
  fallback: 'any list' | 'no list',
): string | undefined {
  const all = (report?.keys ?? []).map((one) => {
    const name = nameOf(one);
    return fallback === 'any list'
      ? `${one.typeParameter} extends ${name} = ${name}`
      : `const ${one.typeParameter} extends ${name} = readonly []`;
  });
  return all.length === 0 ? undefined : `<${all.join(', ')}>`;
}

/** `<Dimensions, Metrics>`, to be given to a type with these parameters; empty where there are none. */
export function reportArguments({ report }: Operation): string {
  const names = (report?.keys ?? []).map(({ typeParameter }) => typeParameter);
  return names.length === 0 ? '' : `<${names.join(', ')}>`;
}

/** Names of the type parameters of an operation that answers with a report. */
export function reportParameterNames({ report }: Operation): readonly string[] {
  return report?.keys.map(({ typeParameter }) => typeParameter) ?? [];
}

/** The types that only an operation that answers with a report has. */
export function reportSymbols(operation: Operation, layout: Layout): readonly CodeSymbol[] {
  if (operation.report === undefined) return [];
  return [...operation.report.keys.map((key) => layout.reportKeys(operation, key)), layout.type(operation, 'Row')];
}
