import type { Api, Operation, Parameter } from '../../api/api.js';
import { sharedParameters } from '../code/operation-params.js';
import { ownParameterValues, parameterValue } from '../code/parameter-values.js';
import { Imports } from '../code/imports.js';
import { literal, stringLiteral } from '../code/literals.js';
import { code, type Code, type Templates } from '../code/templates.js';
import { serviceSymbol, type Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

const module = 'validators/strings';

const runtimeModule = 'runtime';

/** Input of `emitStrings`. */
interface StringsInput {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
  /** The descriptors of operations, which say how parameters are sent, are a part of the client. */
  readonly hasClient: boolean;
}

/** Emits `validators/strings.ts`: the validators of parameters, under the same names, for the strings of a request. */
export function emitStrings(input: StringsInput): SourceFile | undefined {
  const { api, layout, templates } = input;
  const operations = api.operations.filter((operation) => operation.parameters.length > 0);
  if (operations.length === 0) return undefined;
  const findValidatorSymbol = (operation: Operation): CodeSymbol => layout.operationValidator(operation, 'Parameters');
  const imports = new Imports(
    module,
    operations.map((operation) => findValidatorSymbol(operation).name),
  );
  const body = operations.map((operation) => {
    const symbol = findValidatorSymbol(operation);
    return templates.render('validators/strings.hbs', {
      doc: [`Reads the parameters of \`${operation.id}\` out of strings.`],
      name: symbol.name,
      type: imports.useType({ name: 'StringParameters', module: runtimeModule }),
      create: imports.use({ name: 'stringParameters', module: runtimeModule }),
      validator: imports.use(symbol),
      elsewhere: elsewhere(operation.parameters),
      operation: code(printDescriptor(operation, imports, input)),
    });
  });
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** The names of the parameters that are not in the query, as type arguments: those in the path, and those in headers. */
function elsewhere(parameters: readonly Parameter[]): readonly Code[] {
  const namesIn = (locations: readonly string[]): string => {
    const names = parameters.filter((one) => locations.includes(one.in)).map(({ property }) => stringLiteral(property));
    return names.length === 0 ? 'never' : names.join(' | ');
  };
  const names = [namesIn(['path']), namesIn(['header', 'cookie'])];
  return names.slice(0, names.findLastIndex((name) => name !== 'never') + 1).map((name) => code(`, ${name}`));
}

/** Prints the argument that says how parameters are sent: `videosListOperation, service`, or a literal where no client is generated. */
function printDescriptor(operation: Operation, imports: Imports, { api, layout, hasClient }: StringsInput): string {
  if (!hasClient) {
    const shared = sharedParameters(api, operation).map((one) => parameterValue(api, one));
    return literal({ parameters: [...ownParameterValues(api, operation), ...shared] });
  }
  const service = api.commonParameters === undefined ? '' : `, ${imports.use(serviceSymbol)}`;
  return `${imports.use(layout.descriptor(operation))}${service}`;
}
