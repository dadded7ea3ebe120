import { isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { parsePointer } from '../../spec/read/pointer.js';
import type { OperationDiff, ServiceDiff } from './api-diff.js';
import { classifyChange, isSameFact, quote, step } from '../sides/finding.js';
import { visitPairs } from '../sides/pairs.js';
import { stepsTo, type Side } from '../sides/side.js';

const facts = [
  [['info', 'contact'], 'the contact'],
  [['info', 'termsOfService'], 'the address of the terms of service'],
  [['info', 'license'], 'the licence'],
  [['externalDocs'], 'what is said elsewhere (externalDocs)'],
] as const;

/** Compares texts of the service that only people read: contact, terms and tags. */
export function diffTexts(service: ServiceDiff): void {
  const { sides, at } = service;
  for (const [steps, what] of facts) {
    const [old, now] = [sides.before, sides.after].map((side) => rawAt(side, steps.slice(0, -1))[steps.at(-1) ?? '']);
    if (isSameFact(old, now)) continue;
    const state = { added: 'is new', removed: 'is gone', changed: 'changed' }[classifyChange(old, now)];
    at(steps.join('.'), steps, now === undefined ? 'old' : 'new')('docs-changed', `${what} ${state}`);
  }
  diffTags(service);
}

interface Tag {
  readonly name: string;
  readonly index: number;
  readonly node: JsonObject;
}

function diffTags({ sides, at }: ServiceDiff): void {
  const [old, now] = [sides.before, sides.after].map(({ api }) =>
    toArray(api.document['tags']).flatMap((node, index): readonly Tag[] => {
      const name = isJsonObject(node) ? node['name'] : undefined;
      return isJsonObject(node) && typeof name === 'string' ? [{ name, index, node }] : [];
    }),
  );
  const tell = ({ name, index }: Tag, side: 'old' | 'new', state: string): void =>
    at(`tags.${step(name)}`, ['tags', index], side)('docs-changed', `the tag ${quote(name)} is ${state}`);
  visitPairs(old, now, ({ name }) => name, {
    both: ({ before, after }) => {
      if (!isSameFact(before.node, after.node)) tell(after, 'new', 'described otherwise');
    },
    alone: (tag, side) => tell(tag, side, side === 'old' ? 'not described any more' : 'described'),
  });
}

/** Compares parts of an operation that only people read: examples, links to other operations, and `externalDocs`. */
export function diffOperationTexts({ sides, before, after, subject, tellAt }: OperationDiff): void {
  const { locate } = sides.after;
  const [old, now] = [findTexts(sides.before, stepsTo(before)), findTexts(sides.after, stepsTo(after))];
  for (const [key, { what, point, steps, value }] of now) {
    const other = old.get(key);
    // A text that is new or gone comes or goes with the part that has it.
    if (other === undefined || isSameFact(other.value, value)) continue;
    const at = locate(steps) ?? locate(steps.slice(0, -1));
    const where = { subject: [subject, ...point].join('.'), ...(at !== undefined && { at }) };
    tellAt(where)('docs-changed', `${what} changed`);
  }
}

/** A text that only people read: the examples of a media type, for instance. */
interface Text {
  readonly what: string;
  /** Names below the operation: `parameters`, `limit`. */
  readonly point: readonly string[];
  readonly steps: readonly string[];
  readonly value: Json;
}

function findTexts(side: Side, steps: readonly string[]): ReadonlyMap<string, Text> {
  const one = (key: string, what: string, { point, steps }: At): Text => ({
    what,
    point,
    steps: [...steps, key],
    value: rawAt(side, steps)[key] ?? null,
  });
  const responses = namesAt(side, [...steps, 'responses']).flatMap((status) => {
    const at = { point: ['responses', step(status)], steps: [...steps, 'responses', status] };
    const headers = namesAt(side, [...at.steps, 'headers']).map((name) =>
      readExamples(side, { point: [...at.point, 'headers', step(name)], steps: [...at.steps, 'headers', name] }),
    );
    return [one('links', 'the links to other operations', at), ...examplesIn(side, at), ...headers];
  });
  const texts = [
    one('externalDocs', 'what is said elsewhere (externalDocs)', { point: [], steps }),
    ...findParameterExamples(side, steps),
    ...examplesIn(side, { point: ['body'], steps: [...steps, 'requestBody'] }),
    ...responses,
  ];
  return new Map(texts.map((text) => [JSON.stringify([text.what, text.point]), text]));
}

type At = Pick<Text, 'point' | 'steps'>;

function namesAt(side: Side, steps: readonly string[]): readonly string[] {
  return Object.keys(rawAt(side, steps));
}

/** Reads the examples of a parameter, a header or a media type. */
function readExamples(side: Side, { point, steps }: At, what: string = 'the examples'): Text {
  const { example = null, examples = null } = rawAt(side, steps);
  return { what, point, steps: [...steps, examples === null ? 'example' : 'examples'], value: [example, examples] };
}

/** Reads the examples of all media types of a body. */
function examplesIn(side: Side, { point, steps }: At): readonly Text[] {
  return namesAt(side, [...steps, 'content']).map((type) =>
    readExamples(side, { point, steps: [...steps, 'content', type] }, `the examples of ${quote(type)}`),
  );
}

/** Reads the examples of the parameters of an operation and of its path. */
function findParameterExamples(side: Side, steps: readonly string[]): readonly Text[] {
  return [steps.slice(0, -1), steps].flatMap((holder) => {
    return toArray(rawAt(side, holder)['parameters']).flatMap((_, index) => {
      const at = [...holder, 'parameters', String(index)];
      const { name } = rawAt(side, at);
      return typeof name === 'string' ? [readExamples(side, { point: ['parameters', step(name)], steps: at })] : [];
    });
  });
}

/** Most references behind one another. */
const MOST = 20;

/** Returns the object at the end of some keys of a document, and follows references; `{}` if there is none. */
function rawAt({ api: { document } }: Side, steps: readonly string[]): JsonObject {
  const found = steps.reduce<Json | undefined>((holder, step) => member(follow(document, holder), step), document);
  const end = follow(document, found);
  return isJsonObject(end) ? end : {};
}

/** Returns an object, or the target of its `$ref`; fields beside that win. */
function follow(document: JsonObject, value: Json | undefined): Json | undefined {
  let found = value;
  for (let count = 0; count < MOST && isJsonObject(found) && typeof found['$ref'] === 'string'; count += 1) {
    const { $ref: reference, ...beside } = found;
    const [, pointer] = /^#(\/.*)$/.exec(reference) ?? [];
    const target =
      pointer === undefined ? undefined : (parsePointer(pointer) ?? []).reduce<Json | undefined>(member, document);
    if (!isJsonObject(target)) return target;
    found = { ...target, ...beside };
  }
  return found;
}

function member(holder: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(holder)) return holder[Number(step)];
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
}
