import type { Api, Operation, Parameter } from '../../api/api.js';
import { compact, isJsonObject } from '../../json.js';
import { successResponses } from '../../api/messages/responses.js';
import { Imports, runtime } from '../code/imports.js';
import { literal, propertyKey, stringLiteral } from '../code/literals.js';
import { holdsItems } from '../code/operation-result.js';
import { callsSymbol, operationPart, validatedTypes, type OperationPartName } from '../code/operation-parts.js';
import { code, type Code, type Templates } from '../code/templates.js';
import { sharedParameters } from '../code/operation-params.js';
import { ownParameterValues, parameterValue } from '../code/parameter-values.js';
import { serviceSymbol, type Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { lenientSymbol } from './emit-schemas.js';
import { dataContent } from '../../api/schemas/media-type.js';

/** The export with which the client validates calls; the index of the validators re-exports it. */
export const validationSymbol: CodeSymbol = { name: 'validation', module: 'validators/calls' };

/** Input of `emitCalls`. */
interface CallsInput {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
  /** The output is a package, from which bundlers can leave the module out. */
  readonly isPackage: boolean;
  /** Generated servers use the validators, too. */
  readonly isServed: boolean;
}

/** Emits `validators/calls.ts`: the validators of each operation's calls, for the client's option `validate`. */
export function emitCalls(input: CallsInput): SourceFile {
  const { api, templates, isPackage, isServed } = input;
  const { name, module } = validationSymbol;
  const imports = new Imports(module, [name, ...(isServed ? [callsSymbol.name] : [])]);
  const emulator = api.extensions['x-emulator'];
  const body = templates.render('validators/validation.hbs', {
    name,
    passed: isPackage,
    type: imports.useType(runtime('Validation')),
    create: imports.use(runtime('createValidation')),
    check: imports.use(lenientSymbol),
    callsName: isServed && callsSymbol.name,
    callsType: isServed && imports.useType(runtime('CallValidators')),
    calls: api.operations.map((operation) => ({ id: operation.id, fields: listValidators(operation, imports, input) })),
    fields: isJsonObject(emulator) && typeof emulator['fields'] === 'string' ? emulator['fields'] : '',
  });
  return imports.toFile([body]);
}

function listValidators(
  operation: Operation,
  imports: Imports,
  { layout }: CallsInput,
): readonly { readonly name: string; readonly value: Code }[] {
  const use = (of: OperationPartName): string | undefined => {
    const isThere = of === 'Parameters' ? operation.parameters.length > 0 : operationPart(operation, of) !== undefined;
    return isThere ? imports.use(layout.operationValidator(operation, of)) : undefined;
  };
  const types = validatedTypes(operation);
  const responses = listResponseValidators(operation, imports, layout);
  const fields = {
    parameters: use('Parameters'),
    body: use('Body'),
    bodyTypes: types && literal(types),
    responses: responses.length === 0 ? undefined : `{ ${responses.join(', ')} }`,
    item: use('StreamItem'),
  };
  return Object.entries(compact(fields)).map(([name, value]) => ({ name, value: code(value) }));
}

/** Lists the validators of successful responses with data. The first one has the operation's validator, others that of their model. */
function listResponseValidators(operation: Operation, imports: Imports, layout: Layout): readonly string[] {
  const found = successResponses(operation.responses).flatMap(({ status, contents }) => {
    const content = dataContent(contents) ?? contents.find((one) => holdsItems(one) || one.kind === 'text');
    return content === undefined ? [] : [{ status, ref: content.schema.ref }];
  });
  return found.flatMap(({ status, ref }, index) => {
    const model = ref === undefined ? undefined : layout.modelById(ref);
    const ofModel = model && layout.validator(model);
    const symbol = index === 0 ? layout.operationValidator(operation, 'Response') : ofModel;
    return symbol === undefined ? [] : [`${propertyKey(status)}: ${imports.use(symbol)}`];
  });
}

/** Input of `emitStrings`. */
interface StringsInput extends Pick<CallsInput, 'api' | 'layout' | 'templates'> {
  /** The package has descriptors of operations, which define the serialization of parameters. */
  readonly hasClient: boolean;
}

/** Emits `validators/strings.ts`: validators of parameters that read the strings of a request, with the same names. */
export function emitStrings(input: StringsInput): readonly SourceFile[] {
  const { api, layout, templates } = input;
  const operations = api.operations.filter((operation) => operation.parameters.length > 0);
  if (operations.length === 0) return [];
  const names = operations.map((operation) => layout.operationValidator(operation, 'Parameters').name);
  const imports = new Imports('validators/strings', names);
  const body = operations.map((operation) => {
    const symbol = layout.operationValidator(operation, 'Parameters');
    return templates.render('validators/strings.hbs', {
      doc: [`Reads the parameters of \`${operation.id}\` from strings.`],
      name: symbol.name,
      type: imports.useType({ name: 'StringParameters', module: 'runtime/parameters' }),
      create: imports.use({ name: 'stringParameters', module: 'runtime/parameters' }),
      validator: imports.use(symbol),
      elsewhere: printOtherNames(operation.parameters),
      operation: code(printDescriptor(operation, imports, input)),
    });
  });
  return [imports.toFile(body)];
}

/** Prints the names of the parameters outside the query, as type arguments: those in the path, then those in headers and cookies. */
function printOtherNames(parameters: readonly Parameter[]): readonly Code[] {
  const namesIn = (locations: readonly string[]): string => {
    const names = parameters.filter((one) => locations.includes(one.in)).map(({ property }) => stringLiteral(property));
    return names.length === 0 ? 'never' : names.join(' | ');
  };
  const names = [namesIn(['path']), namesIn(['header', 'cookie'])];
  return names.slice(0, names.findLastIndex((name) => name !== 'never') + 1).map((name) => code(`, ${name}`));
}

/** Prints the argument with the serialization of parameters: `videosListOperation, service`, or a literal without a client. */
function printDescriptor(operation: Operation, imports: Imports, { api, layout, hasClient }: StringsInput): string {
  if (!hasClient) {
    const shared = sharedParameters(api, operation).map((one) => parameterValue(api, one));
    return literal({ parameters: [...ownParameterValues(api, operation), ...shared] });
  }
  const service = api.commonParameters === undefined ? '' : `, ${imports.use(serviceSymbol)}`;
  return `${imports.use(layout.descriptor(operation))}${service}`;
}
