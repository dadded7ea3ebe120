import type { Api, Model, Operation } from '../../api/api.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import type { Schema } from '../../api/types/schema.js';
import { isLeftOut, isReference, listDescribing } from '../../api/schemas/target-schema.js';
import { type Imports, runtime } from '../code/imports.js';
import type { WireTools } from '../code/wire-code.js';
import { inBraces, propertyKey } from '../code/literals.js';
import type { SourceFile } from '../source-file.js';
import { emitConstants, type OperationTools } from './emit-xml.js';
import { groupPairs, reachable } from '../../iterables.js';

/** The part of a value that only the service sets: all of it (`true`), that of a model, or members. */
type ReadOnlyPart = true | Model | readonly (readonly [name: string, part: ReadOnlyPart])[];

type ModelTools = Pick<WireTools, 'api' | 'layout'>;

/** Name of the members that no property describes, in `ReadOnlyMembers` of the runtime. */
const OTHERS = '*';

/** Deepest members that are looked into where several schemas declare one: what is deeper is sent. */
const DEEPEST = 2;

/** Emits `operations/read-only.ts`: what only the service sets of the models that are sent. */
export function emitReadOnly(tools: OperationTools): readonly SourceFile[] {
  const holders = findHolders(tools);
  const constants = {
    symbol: (model: Model) => tools.layout.readOnly(model),
    type: runtime('ReadOnlyMembers'),
    describe: (name: string) => `Members of ${name} that only the service sets.`,
    print: (model: Model, imports: Imports) => printPart(holders.get(model) ?? [], { ...tools, imports }) ?? '{}',
  };
  return emitConstants([...holders.keys()], constants, tools.templates);
}

/** Source text of what the bodies of an operation hold that only the service sets; `undefined` where there is nothing. */
export function readOnlyCode({ body }: Operation, tools: WireTools): string | undefined {
  const { contents = [], media } = body ?? {};
  const schemas = [...contents, ...(media?.metadata === undefined ? [] : [media.metadata])].map(({ schema }) => schema);
  return printPart(refer(tools, [...new Set(schemas)]), tools)?.replace(/^\(\) => /, '');
}

/** The members of an object, or of the items of an array, that schemas of one value mark; of alternatives, all that declare one have to. */
function readParts(tools: ModelTools, schemas: readonly Schema[], depth: number = 0): ReadOnlyPart {
  const { api } = tools;
  const travel = { direction: 'request', schemas: api.schemas } as const;
  const parts = [...reachable(schemas, (one) => [...listDescribing(api.schemas, one), one.array?.items])];
  // Callers have something else in their place.
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

/** A reference is a model, so that each is written once and may hold itself. */
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

/** Models that are sent, and their members that only the service sets. */
type Holders = ReadonlyMap<Model, ReadOnlyPart>;

const known = new WeakMap<Api, Holders>();

/** Finds the models that are sent and hold something that only the service sets, at any depth. */
function findHolders(tools: ModelTools): Holders {
  const { api } = tools;
  const found = known.get(api);
  if (found !== undefined) return found;
  const sent = api.models.filter((model) => model.sent);
  const parts = new Map(sent.map((model) => [model, readParts(tools, [model.schema])]));
  const holding = new Map<Model, ReadOnlyPart>();
  for (let count = -1; count !== holding.size;) {
    count = holding.size;
    for (const [model, part] of parts) if (holds(part, holding)) holding.set(model, part);
  }
  const holders = new Map([...parts].filter(([model]) => holding.has(model)));
  known.set(api, holders);
  return holders;
}

function holds(part: ReadOnlyPart, holders: Holders): boolean {
  if (part === true) return true;
  return 'id' in part ? holders.has(part) : part.some(([, inner]) => holds(inner, holders));
}

function printPart(part: ReadOnlyPart, tools: WireTools): string | undefined {
  if (!holds(part, findHolders(tools))) return undefined;
  if (part === true) return 'true';
  // Models may follow later.
  if ('id' in part) return `() => ${tools.imports.use(tools.layout.readOnly(part))}`;
  const members = part.flatMap(([name, inner]) => {
    const text = printPart(inner, tools);
    return text === undefined ? [] : [`${propertyKey(name)}: ${text}`];
  });
  return inBraces(members);
}
