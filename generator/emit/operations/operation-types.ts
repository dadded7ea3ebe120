import type { Api, Operation, Parts, ReportKeys, Response } from '../../api/api.js';
import { chooseShape, neverShape, withoutDocs } from '../../api/shapes/combine-shapes.js';
import type { ObjectShape } from '../../api/types/shape.js';
import { hasOwnErrors, operationErrors } from '../../api/shapes/error-bodies.js';
import { type Imports, runtime } from '../code/imports.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import { memberProperty, printShape, typeNames } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { Statement } from '../source-file.js';
import { acceptedTypes, responseHeaders, readResult, statusResponses } from '../code/operation-result.js';
import { literal, memberKey, templateLiteral } from '../code/literals.js';
import { reportParameters } from '../code/call-types.js';

/** The error bodies of an operation, by status; nothing where all operations have the same ones. */
export function errorTypes(
  operation: Operation,
  imports: Imports,
  { api, layout }: { readonly api: Api; readonly layout: Layout },
): readonly Statement[] {
  if (!hasOwnErrors(api, operation)) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.type(operation, 'Errors').name,
      docs: [`Error responses of \`${operation.id}\`, by status.`],
      properties: operationErrors(operation).map(({ status, shape }) => ({
        name: status,
        required: true,
        type: printShape(shape, names),
        docs: [],
      })),
    }),
  ];
}

/** The response by media type, where callers choose one: a range is any type in it, as far as no other type is. */
export function mediaTypesType(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const types = acceptedTypes(operation);
  if (types.length === 0) return [];
  const names = typeNames(layout, imports, 'response');
  const { empty } = readResult(operation);
  const members = types.map(({ mediaType, shape }) => {
    const [start = '', end = ''] = mediaType.split('*');
    const isOpen =
      mediaType.includes('*') && !types.some((one) => one.mediaType !== mediaType && one.mediaType.startsWith(start));
    const key = isOpen ? `[type: ${templateLiteral([start, end], '${string}')}]` : memberKey(mediaType);
    return `readonly ${key}: ${printShape(shape, names)}${empty ? ' | undefined' : ''};`;
  });
  const docs = [`Response of \`${operation.id}\` by the media type that a call asks for (\`accept\`).`];
  return [aliasStructure(layout.type(operation, 'MediaTypes').name, `{ ${members.join(' ')} }`, docs)];
}

/** The headers of a response, by their names in the spec. */
export function headerTypes(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const headers = responseHeaders(operation);
  if (headers.length === 0) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.type(operation, 'Headers').name,
      docs: [`Headers of the response of \`${operation.id}\`.`],
      properties: headers.map((header) => memberProperty(header, names)),
    }),
  ];
}

/** The successful responses by status, where there are several: `{ status: 200; data: Pages } | { status: 202; data: Ticket }`. */
export function statusTypes(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const all = statusResponses(operation);
  if (all.length === 0) return [];
  const names = typeNames(layout, imports, 'response');
  const isRange = ({ status }: Response): boolean => /x/i.test(status);
  const known = all
    .filter((one) => !isRange(one))
    .map(({ status }) => status)
    .join(' | ');
  const printStatus = (one: Response): string => {
    if (!isRange(one)) return one.status;
    const any = imports.useType(runtime('SuccessStatus'));
    return known === '' ? any : `Exclude<${any}, ${known}>`;
  };
  const hasHeaders = responseHeaders(operation).length > 0;
  const members = all.map((one) => {
    const shapes = one.contents.map(({ shape }) => shape);
    const data = shapes.length === 0 ? 'undefined' : printShape(withoutDocs(chooseShape(shapes)), names);
    const headers: ObjectShape = { kind: 'object', members: responseHeaders({ responses: [one] }) };
    const typed = headers.members.length === 0 ? { ...headers, rest: neverShape } : headers;
    const more = hasHeaders ? `; readonly headers: ${printShape(typed, names)}` : '';
    return `{ readonly status: ${printStatus(one)}; readonly data: ${data}${more} }`;
  });
  const docs = [`Responses of \`${operation.id}\` that mean success, by status.`];
  return [aliasStructure(layout.type(operation, 'Responses').name, members.join(' | '), docs)];
}

/** The reasons that errors of an operation can carry: its own, and those of all operations. */
export function reasonType(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const symbol = layout.reason(operation);
  if (operation.reasons === undefined || symbol === undefined) return [];
  const common = layout.commonReason();
  const type = [...operation.reasons.map(literal), ...(common === undefined ? [] : [imports.useType(common)])];
  const docs = [`Reasons of the errors of \`${operation.id}\`.`];
  return [aliasStructure(symbol.name, type.join(' | '), docs)];
}

/** The reasons that errors of any operation can carry. */
export function commonReasonType({ errors }: Api): readonly Statement[] {
  if (errors?.reasons === undefined) return [];
  const type = errors.reasons.map(literal).join(' | ');
  return [aliasStructure(errors.typeName, type, ['Reasons of the errors of any operation.'])];
}

/** The names of the parts, and those of the parts that come by default; `before` are operations of the same file. */
export function partNames(operation: Operation, before: readonly Operation[], layout: Layout): readonly Statement[] {
  const { parts } = operation;
  if (parts === undefined) return [];
  const all = `Parts of the response of \`${operation.id}\`.`;
  const same = before.find((one) => one.parts?.values.join() === parts.values.join());
  const type = same === undefined ? joinLiterals(parts.values) : layout.type(same, 'Part').name;
  const names = aliasStructure(layout.type(operation, 'Part').name, type, [all]);
  if (parts.default === 'body') return [names];
  const defaults = `Parts that \`${operation.id}\` asks for where a call names none.`;
  return [names, aliasStructure(layout.type(operation, 'DefaultPart').name, joinLiterals(parts.default), [defaults])];
}

/** `<Part extends VideosListPart = VideosListPart>`: params name some of the parts. */
export function partParameter(operation: Operation, layout: Layout): string | undefined {
  if (operation.parts === undefined) return undefined;
  const { name } = layout.type(operation, 'Part');
  return `<Part extends ${name} = ${name}>`;
}

/** The response with exactly the parts that a call asks for. */
export function partResult(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const { id, parts } = operation;
  if (parts === undefined) return [];
  const fallback = parts.default === 'body' ? 'never' : layout.type(operation, 'DefaultPart').name;
  const whole = parts.sometimes === undefined ? 'none of them optional' : 'those optional that it may leave out';
  const docs = [`Response of \`${id}\` with the parts that are asked for: these and no others, ${whole}.`];
  const parameters = `<Part extends ${layout.type(operation, 'Part').name} = ${fallback}>`;
  const type = resultType(operation.callers?.parts ?? parts, layout.type(operation, 'Response').name, (name) =>
    imports.useType(runtime(name)),
  );
  return [aliasStructure(layout.type(operation, 'Result').name, type, docs, parameters)];
}

function resultType(
  { default: fallback, of, always, sometimes = [], names }: Parts,
  response: string,
  helperName: (name: string) => string,
): string {
  // The properties that parts are, by the names that are sent.
  const members = Object.entries(names ?? {}).map(([part, name]) => `readonly ${memberKey(part)}: ${literal(name)}`);
  const keys = [...always.map(literal), names === undefined ? 'Part' : `{ ${members.join('; ')} }[Part]`].join(' | ');
  const last = sometimes.length === 0 ? '' : `, ${sometimes.map(literal).join(' | ')}`;
  const type =
    of === undefined
      ? `${helperName('WithParts')}<${response}, ${keys}${last}>`
      : `${helperName('WithPartsIn')}<${response}, ${literal(of)}, ${keys}${last}>`;
  // Which parts a body holds is not known from its type.
  return fallback === 'body' ? `[Part] extends [never] ? ${response} : ${type}` : type;
}

function joinLiterals(names: readonly string[]): string {
  return names.map(literal).join(' | ');
}

/** The lists of keys that a call can ask for, and the rows that it then gets; `body` is the type of the body. */
export function reportTypes(
  operation: Operation,
  body: string | undefined,
  imports: Imports,
  layout: Layout,
): readonly Statement[] {
  const { id } = operation;
  const { report } = operation.callers ?? operation;
  if (report === undefined) return [];
  const lists = report.keys.map((one) => {
    const type = one.from.reduce((inner, name) => `NonNullable<${inner}[${literal(name)}]>`, body ?? 'never');
    const docs = [`Keys of \`${one.map}\` that \`${id}\` can be asked for.`];
    return aliasStructure(layout.reportKeys(operation, one).name, type, docs);
  });
  const use = (name: string): string => imports.useType(runtime(name));
  const row = `${use('PieceOf')}<${layout.type(operation, 'Response').name}[number], ${literal(report.row)}>`;
  const maps = report.keys.map((one) => `readonly ${memberKey(one.map)}: ${mapType(one, use)}`);
  return [
    ...lists,
    aliasStructure(
      layout.type(operation, 'Row').name,
      maps.length === 0 ? row : `${use('WithEntries')}<${row}, { ${maps.join('; ')} }>`,
      [maps.length === 0 ? `A row of \`${id}\`.` : `A row of \`${id}\` with what a call asks for.`],
      reportParameters(operation, (key) => layout.reportKeys(operation, key).name, 'any list'),
    ),
  ];
}

/** The type of a body, with the lists of keys as a call gives them. */
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
    ([key, list]) => `${literal(key)} extends ${typeParameter}[number] ? ${list.map(literal).join(' | ')} : never`,
  );
  const rest =
    more.length > 1 ? `, ${more.map((one) => `(${one})`).join(' | ')}` : more.map((one) => `, ${one}`).join('');
  return `${use(sometimes ? 'AskedSometimes' : 'Asked')}<${typeParameter}${rest}>`;
}
