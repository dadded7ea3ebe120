import { groupPairs, listPresent, reachable } from '../../iterables.js';
import type { Api, Model, Operation } from '../../api/api.js';
import { describeCodec } from '../../api/schemas/codecs.js';
import { successResponses } from '../../api/messages/responses.js';
import type { Schema } from '../../api/types/schema.js';
import { isFoundLate, partsDefault } from '../code/parameter-values.js';
import { partProperty } from '../code/operation-params.js';
import { holdsItems, responseHeaders } from '../code/operation-result.js';
import { codecSymbol, wireCode, type WireTools } from '../code/wire-code.js';
import { runtime } from '../code/imports.js';
import { followSchema, isLeftOut, isReference, listDescribing } from '../../api/schemas/target-schema.js';
import { compact, type Json, type JsonObject, toArray, toObject } from '../../json.js';
import { inBraces, literal, propertyKey } from '../code/literals.js';
import { ownCodecSymbol } from '../code/types.js';
import { code, type Field } from '../code/templates.js';
import { findConversions, isConverted } from '../../api/conversions/conversions.js';
import { emitConstants } from './emit-xml.js';
import { pagingReaders, pagingValue, printMembers } from './descriptor-value.js';
import type { EmitContext } from '../emit-context.js';
import { usedCodecs } from '../own-packages.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import { toCallersName } from '../../api/conversions/names-agree.js';

/** Emits `operations/wire.ts`: the conversions of models between the wire and callers, if there are any. */
export function emitWire(context: EmitContext): readonly SourceFile[] {
  const { api, layout } = context;
  const models = api.models.filter(({ schema }) => isConverted(api) && findConversions(api).converts(schema));
  return emitConstants(models, context, {
    symbol: layout.wire,
    type: codecSymbol('WireSchema'),
    describe: (name) => `Conversion of ${name} between the wire and callers.`,
    print: ({ schema }, imports) => {
      const value = wireCode(schema, { api, layout, imports }) ?? '{}';
      // The constant of another model may follow later in the module, so a reference to it stays a function.
      return value.startsWith('() => ') ? `{ all: [${value}] }` : value;
    },
  });
}

/** Emits `codecs/*.ts`: unchanged copies of the user's codecs that schemas use. */
export function emitOwnCodecs({ api, codecs = [] }: EmitContext): readonly OutputFile[] {
  return usedCodecs(api, codecs).map(({ name, file, text, packages }) => {
    const codec = describeCodec(name);
    const { module } = ownCodecSymbol(codec, 'codec');
    const exports = ['codec', codec.type];
    return { kind: 'capability', path: `src/${module}.ts`, file, text, exports, packages };
  });
}

/** Returns the field `wire` of a descriptor: the conversions of its calls, and the members that requests leave out; undefined if there are none. */
export function wireField(operation: Operation, tools: WireTools): Field | undefined {
  const { api, imports } = tools;
  const { parts, parameters } = operation;
  const property = partProperty(operation);
  const sent = pagingValue(operation, 'wire');
  const isSame = sent === undefined || JSON.stringify(pagingValue(operation, 'callers')) === JSON.stringify(sent);
  const readOnly = readOnlyCode(operation, tools);
  const renamed = parameters.filter(({ callersName }) => callersName !== undefined);
  const names = renamed.map((one) => [one.property, one.callersName ?? ''] as const);
  const converted = isConverted(api) && {
    names: names.length === 0 ? undefined : literal(Object.fromEntries(names)),
    ...requestParts(operation, tools),
    ...responseParts(operation, tools),
    // The paging of a list with the names on the wire.
    sent: isSame
      ? undefined
      : `{ paging: { ${[...printMembers(sent), ...pagingReaders(api, operation, imports)].join(', ')} } }`,
    // The default parts, if parts have other names for callers.
    parts:
      parts && property !== undefined && isFoundLate(operation)
        ? literal({ property, ...partsDefault(api, operation, parts) })
        : undefined,
  };
  const members = Object.entries(compact({ ...converted, readOnly })).map(([name, text]) => `${name}: ${text}`);
  if (members.length === 0) return undefined;
  const isAlone = readOnly !== undefined && members.length === 1;
  const convert = isAlone
    ? runtime('sendWritable')
    : codecSymbol(readOnly === undefined ? 'convert' : 'convertWritable');
  return { name: 'wire', value: code(`{ convert: ${imports.use(convert)}, ${members.join(', ')} }`) };
}

type Parts = Readonly<Record<string, string | undefined>>;

/** Schemas by name or status; undefined for a body that is not converted. */
type Bodies = readonly (readonly [string, Schema | undefined])[];

function requestParts({ body, parameters }: Operation, tools: WireTools): Parts {
  const { contents = [], media } = body ?? {};
  const bodies = [...contents, ...(media?.metadata ? [{ mediaType: 'media', ...media.metadata }] : [])];
  return {
    parameters: mapCode(
      parameters.map(({ property, schema }) => [property, schema]),
      tools,
    ),
    bodies: mapCode(
      bodies.map(({ mediaType, schema }) => [mediaType, schema]),
      tools,
    ),
  };
}

function responseParts(operation: Operation, tools: WireTools): Parts {
  const successes = successResponses(operation.responses);
  const errors = operation.responses.filter((one) => !successes.includes(one));
  const bodies = (list: typeof successes): Bodies =>
    list
      .filter(({ contents }) => contents.length > 0)
      .map(({ status, contents }) => {
        const found = contents.find(
          (one) => !holdsItems(one) && one.kind !== 'binary' && findConversions(tools.api).converts(one.schema),
        );
        return [status, found?.schema];
      });
  // Items that are read one by one: of a stream, of an array with `x-stream`, or of a report.
  const contents = successes.flatMap((one) => one.contents);
  const lists = contents.filter((one) => holdsItems(one) || one.stream === true || operation.report !== undefined);
  const items = lists.map(({ schema }) => {
    const list = schema.ref === undefined ? schema : tools.api.schemas[schema.ref];
    return list?.array?.items && wireCode(list.array.items, tools);
  });
  return {
    // Includes responses without a conversion: the runtime reads an undeclared status like the first declared one.
    responses: mapCode(bodies(successes), tools, '{}'),
    errors: mapCode(bodies(errors), tools),
    items: items.find((one) => one !== undefined),
  };
}

/** Prints the typed headers of a response with their decoders; `undefined` if none is decoded. */
export function headersCode(operation: Operation, data: Json | undefined, tools: WireTools): string | undefined {
  if (!isConverted(tools.api)) return undefined;
  const headers = responseHeaders(operation).map(({ name, schema }, index) => {
    const facts = toObject(toArray(data)[index]);
    const target = followSchema(tools.api.schemas, schema);
    // Numbers in headers are strings.
    const text = textCodecs.get(target.codec?.number ?? '');
    const part = wireCode(
      text === undefined ? schema : { ...target, types: ['string'], codec: { string: text } },
      tools,
    );
    return { name, part, members: printMembers(part === undefined ? facts : keepHeaderText(facts, schema, tools)) };
  });
  if (headers.every(({ part }) => part === undefined)) return undefined;
  const texts = headers.map(({ name, part, members }) => {
    if (part === undefined) return `{ ${members.join(', ')} }`;
    const decoder = tools.imports.use(codecSymbol('headerDecoder'));
    const call = `/* @__PURE__ */ ${decoder}(${literal(operation.id)}, ${literal(name)}, ${part})`;
    return `{ ${[...members, `decode: ${call}`].join(', ')} }`;
  });
  return `[${texts.join(', ')}]`;
}

/** Removes the types of converted numbers from a header: their codecs read strings, since a JavaScript number may be inexact. */
function keepHeaderText(types: JsonObject, schema: Schema, tools: WireTools): JsonObject {
  const { array, object } = followSchema(tools.api.schemas, schema);
  const isText = (type: Json, of: Schema | undefined): boolean =>
    isNumber(type) && of !== undefined && wireCode(of, tools) !== undefined;
  const entries = Object.entries(types).flatMap(([key, value]): [string, Json][] => {
    if (key === 'type') return isNumber(value) ? [] : [[key, value]];
    if (key === 'items') return isText(value, array?.items) ? [] : [[key, value]];
    if (key !== 'properties') return [[key, value]];
    const own = Object.entries(toObject(value)).filter(
      ([name, type]) => !isText(type, object?.properties?.find((one) => one.name === name)?.schema),
    );
    return [[key, Object.fromEntries(own)]];
  });
  return Object.fromEntries(entries);
}

function isNumber(type: Json): boolean {
  return [type].flat().some((one) => one === 'integer' || one === 'number');
}

const textCodecs: ReadonlyMap<string, string> = new Map([
  ['int64AsBigint', 'int64TextAsBigint'],
  ['uint64AsBigint', 'uint64TextAsBigint'],
  ['int64EitherAsBigint', 'int64TextAsBigint'],
  ['uint64EitherAsBigint', 'uint64TextAsBigint'],
]);

/** Prints the conversions of entries. Entries without one are left out, or printed as `none`; undefined if no entry has one. */
function mapCode(entries: Bodies, tools: WireTools, none?: string): string | undefined {
  const found = entries.map(([name, schema]) => [name, schema && wireCode(schema, tools)] as const);
  if (found.every(([, value]) => value === undefined)) return undefined;
  const codes = found.map(([name, value = none]) => value !== undefined && `${propertyKey(name)}: ${value}`);
  return `{ ${listPresent(codes).join(', ')} }`;
}

/** The read-only part of a value: all of it (`true`), the part of a model, or some members. */
type ReadOnlyPart = true | Model | readonly (readonly [name: string, part: ReadOnlyPart])[];

type ModelTools = Pick<WireTools, 'api' | 'layout'>;

/** Name of the members that no property describes, in `ReadOnlyMembers` of the runtime. */
const OTHERS = '*';

/** Most levels of members that are searched if several schemas declare them; deeper read-only members are sent. */
const DEEPEST = 2;

/** Emits `operations/read-only.ts`: the read-only members of models in requests, which the client leaves out. */
export function emitReadOnly(context: EmitContext): readonly SourceFile[] {
  const holders = findHolders(context);
  return emitConstants([...holders.keys()], context, {
    symbol: context.layout.readOnly,
    type: runtime('ReadOnlyMembers'),
    describe: (name) => `Members of ${name} that only the service sets.`,
    print: (model, imports) => printPart(holders.get(model) ?? [], { ...context, imports }) ?? '{}',
  });
}

/** Prints the read-only part of the bodies of an operation; `undefined` if there is none. */
function readOnlyCode({ body }: Operation, tools: WireTools): string | undefined {
  const contents = listPresent([...(body?.contents ?? []), body?.media?.metadata]);
  const schemas = new Set(contents.map(({ schema }) => schema));
  return printPart(refer(tools, [...schemas]), tools)?.replace(/^\(\) => /, '');
}

/** Finds the read-only members of an object, or of the items of an array. A member is read-only only if all schemas that declare it say so. */
function readParts(tools: ModelTools, schemas: readonly Schema[], depth: number = 0): ReadOnlyPart {
  const { api } = tools;
  const travel = { direction: 'request', schemas: api.schemas } as const;
  const parts = [...reachable(schemas, (one) => [...listDescribing(api.schemas, one), one.array?.items])];
  // A value with a codec for the whole has no members for callers.
  if (depth > DEEPEST || parts.some(({ codec }) => codec?.any !== undefined)) return [];
  const members = groupPairs(
    parts.flatMap(({ object: { properties = [], additionalProperties } = {} }) => [
      ...properties.map((property) => [toCallersName(property), property.schema] as const),
      ...(additionalProperties === undefined ? [] : [[OTHERS, additionalProperties] as const]),
    ]),
  );
  return [...members].flatMap(([name, own]) => {
    const isMarked = name !== OTHERS && own.every((one) => isLeftOut(one, travel));
    const part = isMarked || refer(tools, own, depth + 1);
    return Array.isArray(part) && part.length === 0 ? [] : [[name, part] as const];
  });
}

/** Finds the read-only part of schemas. A reference becomes its model, so that models are printed once and may be recursive. */
function refer(tools: ModelTools, schemas: readonly Schema[], depth: number = 0): ReadOnlyPart {
  const [only, ...others] = new Map(schemas.map((one) => [isReference(one) ? one.ref : one, one])).values();
  const items = only?.array?.items;
  if (only !== undefined && others.length === 0) {
    const model = isReference(only) ? tools.layout.modelById(only.ref) : undefined;
    if (model !== undefined) return model;
    if (items !== undefined) return refer(tools, [items], depth);
  }
  return readParts(tools, schemas, depth);
}

const known = new WeakMap<Api, ReadonlyMap<Model, ReadOnlyPart>>();

/** Finds the models in requests that have read-only members at any depth, with these members. */
function findHolders(tools: ModelTools): ReadonlyMap<Model, ReadOnlyPart> {
  const { api } = tools;
  const found = known.get(api);
  if (found !== undefined) return found;
  const sent = api.models.filter((model) => model.sent);
  const parts = new Map(sent.map((model) => [model, readParts(tools, [model.schema])]));
  const holding = new Set<Model>();
  for (let count = -1; count !== holding.size;) {
    count = holding.size;
    for (const [model, part] of parts) if (holds(part, holding)) holding.add(model);
  }
  const holders = new Map([...parts].filter(([model]) => holding.has(model)));
  known.set(api, holders);
  return holders;
}

function holds(part: ReadOnlyPart, holders: Pick<ReadonlySet<Model>, 'has'>): boolean {
  if (part === true) return true;
  return 'id' in part ? holders.has(part) : part.some(([, inner]) => holds(inner, holders));
}

function printPart(part: ReadOnlyPart, tools: WireTools): string | undefined {
  if (!holds(part, findHolders(tools))) return undefined;
  if (part === true) return 'true';
  // The constant of the model may follow later in the module.
  if ('id' in part) return `() => ${tools.imports.use(tools.layout.readOnly(part))}`;
  const members = part.flatMap(([name, inner]) => {
    const text = printPart(inner, tools);
    return text === undefined ? [] : [`${propertyKey(name)}: ${text}`];
  });
  return inBraces(members);
}
