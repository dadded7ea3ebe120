import type { EmitContext } from '../emit-context.js';
import { memberProperty, printShape, type TypeNames } from '../code/types.js';
import type { OperationTypeSuffix } from '../layout.js';
import type { Operation, ReportKeys, Response } from '../../api/api.js';
import { chooseShape, neverShape, withoutDocs } from '../../api/shapes/combine-shapes.js';
import type { ObjectShape } from '../../api/types/shape.js';
import { hasOwnErrors, operationErrors } from '../../api/shapes/error-bodies.js';
import { type Imports } from '../code/imports.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import type { Statement } from '../source-file.js';
import { ownMembers } from '../code/operation-params.js';
import { acceptedTypes, responseHeaders, readResult, statusResponses } from '../code/operation-result.js';
import { literal, memberKey, templateLiteral } from '../code/literals.js';
import { reportParameters } from '../code/call-types.js';

/** The context in which the types of an operation are printed. */
export interface TypeTools extends Pick<EmitContext, 'api' | 'layout'> {
  readonly operation: Operation;
  readonly imports: Imports;
  /** Names of types in requests. */
  readonly sent: TypeNames;
  /** Names of types in responses. */
  readonly received: TypeNames;
  /** Imports a type of the runtime. */
  readonly use: (name: string) => string;
  /** Declares a type of the operation by its suffix. */
  readonly alias: (suffix: OperationTypeSuffix, type: string, doc: string, typeParameters?: string) => Statement;
}

/** Emits the type of the error bodies of an operation, by status; undefined if all operations have the same ones. */
export function errorTypes({ operation, api, layout, received }: TypeTools): Statement | undefined {
  if (!hasOwnErrors(api, operation)) return undefined;
  return interfaceStructure({
    name: layout.type(operation, 'Errors').name,
    docs: [`Error responses of \`${operation.id}\`, by status.`],
    properties: operationErrors(operation).map(({ status, shape }) => ({
      name: status,
      required: true,
      type: printShape(shape, received),
      docs: [],
    })),
  });
}

/** Emits the type of the response by media type, if callers choose one: `{ 'text/csv': string }`. A range becomes an index signature. */
export function mediaTypesType({ operation, received, alias }: TypeTools): Statement | undefined {
  const types = acceptedTypes(operation);
  const { empty } = readResult(operation);
  const members = types.map(({ mediaType, shape }) => {
    const [start = '', end = ''] = mediaType.split('*');
    const isOpen =
      mediaType.includes('*') && !types.some((one) => one.mediaType !== mediaType && one.mediaType.startsWith(start));
    const key = isOpen ? `[type: ${templateLiteral([start, end], '${string}')}]` : memberKey(mediaType);
    return `readonly ${key}: ${printShape(shape, received)}${empty ? ' | undefined' : ''};`;
  });
  const doc = `Response of \`${operation.id}\` by the media type that a call chooses (\`accept\`).`;
  return types.length === 0 ? undefined : alias('MediaTypes', `{ ${members.join(' ')} }`, doc);
}

/** Emits the type of the headers of a response, by their names in the spec. */
export function headerTypes({ operation, layout, received }: TypeTools): Statement | undefined {
  const headers = responseHeaders(operation);
  if (headers.length === 0) return undefined;
  return interfaceStructure({
    name: layout.type(operation, 'Headers').name,
    docs: [`Headers of the response of \`${operation.id}\`.`],
    properties: headers.map((header) => memberProperty(header, received)),
  });
}

/** Emits the union of several successful responses: `{ status: 200; data: Pages } | { status: 202; data: Ticket }`. */
export function statusTypes({ operation, received, use, alias }: TypeTools): Statement | undefined {
  const all = statusResponses(operation);
  if (all.length === 0) return undefined;
  const known = all.map(({ status }) => status).filter((status) => !/x/i.test(status));
  const printStatus = ({ status }: Response): string => {
    if (known.includes(status)) return status;
    return known.length === 0 ? use('SuccessStatus') : `Exclude<${use('SuccessStatus')}, ${known.join(' | ')}>`;
  };
  const hasHeaders = responseHeaders(operation).length > 0;
  const members = all.map((one) => {
    const shapes = one.contents.map(({ shape }) => shape);
    const data = shapes.length === 0 ? 'undefined' : printShape(withoutDocs(chooseShape(shapes)), received);
    const headers: ObjectShape = { kind: 'object', members: responseHeaders({ responses: [one] }) };
    const typed = headers.members.length === 0 ? { ...headers, rest: neverShape } : headers;
    const more = hasHeaders ? `; readonly headers: ${printShape(typed, received)}` : '';
    return `{ readonly status: ${printStatus(one)}; readonly data: ${data}${more} }`;
  });
  return alias('Responses', members.join(' | '), `Responses of \`${operation.id}\` that mean success, by status.`);
}

/** Emits the type of the reasons of an operation's errors: its own, and those of all operations. */
export function reasonType({ operation, imports, layout }: TypeTools): Statement | undefined {
  const symbol = layout.reason(operation);
  if (operation.reasons === undefined || symbol === undefined) return undefined;
  const common = layout.commonReason();
  const types = [...operation.reasons.map(literal), ...(common ? [imports.useType(common)] : [])];
  return aliasStructure(symbol.name, types.join(' | '), [`Reasons of the errors of \`${operation.id}\`.`]);
}

/** Emits the types of the names of all parts, and of the default parts. `before` are the operations before it in the same file. */
export function partNames(
  before: readonly Operation[],
  { operation: { id, parts }, layout, alias }: TypeTools,
): readonly Statement[] {
  if (parts === undefined) return [];
  const same = before.find((one) => one.parts?.values.join() === parts.values.join());
  const type = same === undefined ? joinLiterals(parts.values) : layout.type(same, 'Part').name;
  const names = alias('Part', type, `Parts of the response of \`${id}\`.`);
  if (parts.default === 'body') return [names];
  const doc = `Parts of \`${id}\` if a call names none.`;
  return [names, alias('DefaultPart', joinLiterals(parts.default), doc)];
}

/** Prints the type parameter of params that select parts: `<Part extends VideosListPart = VideosListPart>`. */
export function partParameter({ operation, layout }: TypeTools): string | undefined {
  const { name } = layout.type(operation, 'Part');
  return operation.parts && `<Part extends ${name} = ${name}>`;
}

/** Emits the type of the response with exactly the parts that a call selects. */
export function partResult({ operation, layout, use, alias }: TypeTools): Statement | undefined {
  const { id, parts, callers } = operation;
  if (parts === undefined) return undefined;
  const fallback = parts.default === 'body' ? 'never' : layout.type(operation, 'DefaultPart').name;
  const optional = parts.sometimes === undefined ? 'none of them is' : 'those that the service may leave out are';
  const doc = `Response of \`${id}\` with the selected parts and no others; ${optional} optional.`;
  const parameters = `<Part extends ${layout.type(operation, 'Part').name} = ${fallback}>`;
  const { default: selected, of, always, sometimes = [], names } = callers?.parts ?? parts;
  const response = layout.type(operation, 'Response').name;
  // Names of the parts' properties for callers, by the name of the part in the request.
  const members = Object.entries(names ?? {}).map(([part, name]) => `readonly ${memberKey(part)}: ${literal(name)}`);
  const keys = [...always.map(literal), names === undefined ? 'Part' : `{ ${members.join('; ')} }[Part]`].join(' | ');
  const last = sometimes.length === 0 ? '' : `, ${joinLiterals(sometimes)}`;
  const type =
    of === undefined
      ? `${use('WithParts')}<${response}, ${keys}${last}>`
      : `${use('WithPartsIn')}<${response}, ${literal(of)}, ${keys}${last}>`;
  // The type of a body does not show which parts it has.
  return alias(
    'Result',
    selected === 'body' ? `[Part] extends [never] ? ${response} : ${type}` : type,
    doc,
    parameters,
  );
}

function joinLiterals(names: readonly string[]): string {
  return names.map(literal).join(' | ');
}

/** Emits the types of the lists of keys in the request of a report, and of its rows. */
export function reportTypes({ operation, api, layout, sent, use, alias }: TypeTools): readonly Statement[] {
  const { id } = operation;
  const { report } = operation.callers ?? operation;
  if (report === undefined) return [];
  const body = ownMembers(api, operation).find(({ name }) => name === 'body');
  const bodyType = body ? printShape(body.shape, sent) : 'never';
  const lists = report.keys.map((one) => {
    const type = one.from.reduce((inner, name) => `NonNullable<${inner}[${literal(name)}]>`, bodyType);
    const docs = [`Lists of keys of \`${one.map}\` in requests of \`${id}\`.`];
    return aliasStructure(layout.reportKeys(operation, one).name, type, docs);
  });
  const row = `${use('PieceOf')}<${layout.type(operation, 'Response').name}[number], ${literal(report.row)}>`;
  const maps = report.keys.map((one) => `readonly ${memberKey(one.map)}: ${mapType(one, use)}`);
  const [type, more] =
    maps.length === 0
      ? [row, '']
      : [`${use('WithEntries')}<${row}, { ${maps.join('; ')} }>`, ' with the keys of a call'];
  const parameters = reportParameters(operation, (key) => layout.reportKeys(operation, key).name, 'any list');
  return [...lists, alias('Row', type, `A row of \`${id}\`${more}.`, parameters)];
}

/** Adds the lists of keys to the type of a report's body: `Body & { dimensions?: Dimensions }`. */
export function withLists(type: string, operation: Operation): string {
  const { report } = operation.callers ?? operation;
  if (report === undefined || report.keys.length === 0) return type;
  return `${/^\w+$/.test(type) ? type : `(${type})`} & ${listsType(report.keys.map((one) => [one.from, one.typeParameter]))}`;
}

type KeyList = readonly [path: readonly string[], type: string];

function listsType(lists: readonly KeyList[]): string {
  const names = new Set(lists.flatMap(([path]) => path.slice(0, 1)));
  const members = [...names].map((name) => {
    const inside = lists.filter(([path]) => path[0] === name);
    const whole = inside.find(([path]) => path.length === 1);
    const type = whole?.[1] ?? listsType(inside.map(([path, one]) => [path.slice(1), one]));
    return `${memberKey(name)}?: ${type}`;
  });
  return `{ ${members.join('; ')} }`;
}

function mapType({ typeParameter, sometimes, brings }: ReportKeys, use: (name: string) => string): string {
  const more = Object.entries(brings).map(
    ([key, list]) => `${literal(key)} extends ${typeParameter}[number] ? ${joinLiterals(list)} : never`,
  );
  const rest = more.length > 1 ? more.map((one) => `(${one})`) : more;
  const types = [typeParameter, ...(rest.length === 0 ? [] : [rest.join(' | ')])];
  return `${use(sometimes ? 'AskedSometimes' : 'Asked')}<${types.join(', ')}>`;
}
