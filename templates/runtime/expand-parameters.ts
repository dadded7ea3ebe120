import type { DeclaredParameter, Operation, OperationParameter, ParameterType, Service } from './operation.js';

/** Returns the parameters of an operation or a service in their long form (`DeclaredParameter` shows both forms). */
export function expandParameters({ parameters = [] }: Pick<Operation, 'parameters'>): readonly OperationParameter[] {
  const isLong = (one: DeclaredParameter): one is OperationParameter => typeof one !== 'string';
  if (parameters.every(isLong)) return parameters;
  return parameters.map((one) => {
    if (isLong(one)) return one;
    const [name = '', type = 'string'] = one.split(': ');
    // `as`: a name that looks like a short form is declared in the long form.
    return { name, in: 'query', type: type as ParameterType };
  });
}

/** Returns an operation with its own parameters and the common ones of its service, all in their long form. */
export function withCommon<Described extends Pick<Operation, 'parameters' | 'ownParametersOnly' | 'writers'>>(
  service: Pick<Service, 'parameters' | 'writers'>,
  operation: Described,
): Described {
  const shared: typeof service = operation.ownParametersOnly ? {} : service;
  return {
    ...operation,
    parameters: [operation, shared].flatMap(expandParameters),
    writers: { ...operation.writers, ...shared.writers },
  };
}
