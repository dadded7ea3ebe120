import type { Api, Content, Operation } from '../../api/api.js';
import { isJsonObject } from '../../json.js';
import { successResponses } from '../../api/messages/responses.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { holdsItems } from '../code/operation-result.js';
import { callsSymbol, operationPart, validatedTypes, type OperationPartName } from '../code/operation-parts.js';
import { code, type Code, type Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { lenientSymbol } from './emit-schemas.js';
import { dataContent } from '../../api/schemas/media-type.js';

/** The export that compares calls with the spec; the index of the validators exports it, too. */
export const validationSymbol: CodeSymbol = { name: 'validation', module: 'validators/calls' };

const runtimeModule = 'runtime';

/** Input of `emitCalls`. */
interface CallsInput {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
  /** Of a package bundles leave it out. */
  readonly isPackage: boolean;
  /** True where servers use them, too. */
  readonly isServed: boolean;
}

/** Emits `validators/calls.ts`: which validators check which call, for the client's `validate`. */
export function emitCalls(input: CallsInput): SourceFile {
  const { api, templates, isPackage, isServed } = input;
  const { name, module } = validationSymbol;
  const imports = new Imports(module, [name, ...(isServed ? [callsSymbol.name] : [])]);
  const emulator = api.extensions['x-emulator'];
  const body = templates.render('validators/validation.hbs', {
    name,
    passed: isPackage,
    type: imports.useType({ name: 'Validation', module: runtimeModule }),
    create: imports.use({ name: 'createValidation', module: runtimeModule }),
    check: imports.use(lenientSymbol),
    callsName: isServed && callsSymbol.name,
    callsType: isServed && imports.useType({ name: 'CallValidators', module: runtimeModule }),
    calls: api.operations.map((operation) => ({ id: operation.id, fields: listValidators(operation, imports, input) })),
    fields: isJsonObject(emulator) && typeof emulator['fields'] === 'string' ? emulator['fields'] : '',
  });
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body: [body] };
}

interface Field {
  readonly name: string;
  readonly value: Code;
}

function listValidators(operation: Operation, imports: Imports, { layout }: CallsInput): readonly Field[] {
  const use = (of: OperationPartName): string => imports.use(layout.operationValidator(operation, of));
  const hasParameters = operation.parameters.length > 0;
  const types = validatedTypes(operation);
  const responses = listResponseValidators(operation, imports, layout);
  return [
    ...(hasParameters ? [{ name: 'parameters', value: code(use('Parameters')) }] : []),
    ...(operationPart(operation, 'Body') === undefined ? [] : [{ name: 'body', value: code(use('Body')) }]),
    ...(types === undefined ? [] : [{ name: 'bodyTypes', value: code(literal(types)) }]),
    ...(responses.length === 0 ? [] : [{ name: 'responses', value: code(`{ ${responses.join(', ')} }`) }]),
    ...(operationPart(operation, 'StreamItem') === undefined ? [] : [{ name: 'item', value: code(use('StreamItem')) }]),
  ];
}

/** The responses that mean success and are JSON; the first of them has a validator of the operation, others that of their model. */
function listResponseValidators(operation: Operation, imports: Imports, layout: Layout): readonly string[] {
  let isFirst = true;
  return successResponses(operation.responses).flatMap(({ status, contents }) => {
    const content = dataContent(contents) ?? contents.find(isChecked);
    if (content === undefined) return [];
    const model = content.schema.ref === undefined ? undefined : layout.modelById(content.schema.ref);
    const symbol = isFirst
      ? layout.operationValidator(operation, 'Response')
      : model === undefined
        ? undefined
        : layout.validator(model);
    isFirst = false;
    return symbol === undefined ? [] : [`${propertyKey(status)}: ${imports.use(symbol)}`];
  });
}

function isChecked(content: Content): boolean {
  return holdsItems(content) || content.kind === 'text';
}
