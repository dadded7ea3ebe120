import { isCompound, isJsonObject, toArray, type Json } from '../../json.js';
import { readPointer, writePointer } from '../../../templates/runtime/validators/document/document-pointer.js';
import type { OperationDiff, ServiceDiff } from './api-diff.js';
import { classifyChange, isSameFact, quote, step } from '../sides/finding.js';
import { visitPairs } from '../sides/pairs.js';
import { stepsTo, type Side } from '../sides/side.js';

const facts = [
  [['info', 'contact'], 'the contact'],
  [['info', 'termsOfService'], 'the address of the terms of service'],
  [['info', 'license'], 'the licence'],
  [['externalDocs'], 'the link to further documentation (externalDocs)'],
] as const;

/** Compares texts of the service that only people read: contact, terms and tags. */
export function diffTexts({ sides, at }: ServiceDiff): void {
  for (const [steps, what] of facts) {
    const [old, now] = [sides.before, sides.after].map((side) => valueAt(side, steps));
    if (isSameFact(old, now)) continue;
    const state = { added: 'is new', removed: 'is gone', changed: 'changed' }[classifyChange(old, now)];
    at(steps.join('.'), steps, now === undefined ? 'old' : 'new')('docs-changed', `${what} ${state}`);
  }
  const [tags, others] = [sides.before, sides.after].map(({ api }) =>
    toArray(api.document['tags']).flatMap((tag, index) => {
      const name = isJsonObject(tag) ? tag['name'] : undefined;
      return typeof name === 'string' ? [{ name, index, tag }] : [];
    }),
  );
  const tell = (name: string, index: number, side: 'old' | 'new', state: string): void =>
    at(`tags.${step(name)}`, ['tags', index], side)('docs-changed', `the tag ${quote(name)} is ${state}`);
  visitPairs(tags, others, ({ name }) => name, {
    both: ({ before, after }, name) => {
      if (!isSameFact(before.tag, after.tag)) tell(name, after.index, 'new', 'described in another way');
    },
    alone: ({ index }, side, name) => tell(name, index, side, side === 'old' ? 'not described any more' : 'described'),
  });
}

/** Compares parts of an operation that only people read: examples, links to other operations, and `externalDocs`. */
export function diffOperationTexts({ sides, before, after, subject, tellAt }: OperationDiff): void {
  const { locate } = sides.after;
  const [old, now] = [findTexts(sides.before, stepsTo(before)), findTexts(sides.after, stepsTo(after))];
  for (const [key, { what, point, steps, values }] of now) {
    const other = old.get(key);
    // Without a counterpart, the part that has the text is new or gone itself, which is reported elsewhere.
    if (other === undefined || isSameFact(other.values, values)) continue;
    const at = locate(steps) ?? locate(steps.slice(0, -1));
    const where = { subject: [subject, ...point].join('.'), ...(at && { at }) };
    tellAt(where)('docs-changed', `${what} changed`);
  }
}

/** A text that only people read: the examples of a media type, for instance. */
interface Text {
  readonly what: string;
  /** Names below the operation: `parameters`, `limit`. */
  readonly point: readonly string[];
  readonly steps: readonly string[];
  readonly values: readonly Json[];
}

function findTexts(side: Side, operation: readonly string[]): ReadonlyMap<string, Text> {
  const found = new Map<string, Text>();
  const add = (what: string, point: Text['point'], holder: Text['steps'], keys = ['examples', 'example']): void => {
    const values = keys.map((key) => valueAt(side, [...holder, key]) ?? null);
    const key = keys.find((_, index) => values[index] !== null) ?? keys.at(-1) ?? '';
    found.set(JSON.stringify([what, point]), { what, point, steps: [...holder, key], values });
  };
  const addContents = (point: Text['point'], body: Text['steps']): void => {
    for (const type of namesAt(side, [...body, 'content']))
      add(`the examples of ${quote(type)}`, point, [...body, 'content', type]);
  };
  add('the link to further documentation (externalDocs)', [], operation, ['externalDocs']);
  // Parameters are those of the path and those of the operation.
  for (const holder of [operation.slice(0, -1), operation])
    for (const index of namesAt(side, [...holder, 'parameters'])) {
      const steps = [...holder, 'parameters', index];
      const name = valueAt(side, [...steps, 'name']);
      if (typeof name === 'string') add('the examples', ['parameters', step(name)], steps);
    }
  addContents(['body'], [...operation, 'requestBody']);
  for (const status of namesAt(side, [...operation, 'responses'])) {
    const [point, steps] = [
      ['responses', step(status)],
      [...operation, 'responses', status],
    ];
    add('the links to other operations', point, steps, ['links']);
    addContents(point, steps);
    for (const name of namesAt(side, [...steps, 'headers']))
      add('the examples', [...point, 'headers', step(name)], [...steps, 'headers', name]);
  }
  return found;
}

/** Lists the keys of the object, or the indexes of the array, at the end of some keys of a document. */
function namesAt(side: Side, steps: readonly string[]): readonly string[] {
  const value = valueAt(side, steps);
  return isCompound(value) ? Object.keys(value) : [];
}

/** Returns the value at the end of some keys of a document; references on the way are followed. */
function valueAt({ api: { document } }: Side, steps: readonly string[]): Json | undefined {
  return readPointer(document, writePointer(steps))?.value;
}
