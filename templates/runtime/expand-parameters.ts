import type { Operation, OperationParameter, ParameterType } from './operation.js';

/** Returns the parameters of an operation or a service in their long form (`DeclaredParameter` shows both forms). */
export function expandParameters({
  parameters = [],
}: Pick<Operation<never, unknown>, 'parameters'>): readonly OperationParameter[] {
  return parameters.map((one) => {
    if (typeof one !== 'string') return one;
    const [name = '', type = 'string'] = one.split(': ');
    // `as`: a name that looks like a short form is declared in the long form.
    return { name, in: 'query', type: type as ParameterType };
  });
}
