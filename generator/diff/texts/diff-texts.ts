import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import type { ServiceDiff } from '../api-diff.js';
import { eventOf, isSameFact, quote, visitPairs, step } from '../finding.js';
import { rawAt } from './raw-at.js';

const facts = [
  [['info', 'contact'], 'the contact'],
  [['info', 'termsOfService'], 'the address of the terms of service'],
  [['info', 'license'], 'the licence'],
  [['externalDocs'], 'what is said elsewhere (externalDocs)'],
] as const;

/** Compares what only people read of the service: whom to ask, under which terms, what its tags are about. */
export function diffTexts(service: ServiceDiff): void {
  const { sides, at } = service;
  for (const [steps, what] of facts) {
    const [old, now] = [sides.before, sides.after].map((side) => rawAt(side, steps.slice(0, -1))[steps.at(-1) ?? '']);
    if (isSameFact(old, now)) continue;
    const state = { added: 'is new', removed: 'is gone', changed: 'changed' }[eventOf(old, now)];
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
  const [old, now] = [sides.before, sides.after].map(({ api }) => tagsOf(api.document['tags']));
  const tell = ({ name, index }: Tag, side: 'old' | 'new', state: string): void =>
    at(`tags.${step(name)}`, ['tags', index], side)('docs-changed', `the tag ${quote(name)} is ${state}`);
  visitPairs(old, now, ({ name }) => name, {
    both: ({ before, after }) => {
      if (!isSameFact(before.node, after.node)) tell(after, 'new', 'described otherwise');
    },
    alone: (tag, side) => tell(tag, side, side === 'old' ? 'not described any more' : 'described'),
  });
}

function tagsOf(tags: Json | undefined): readonly Tag[] {
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((node, index) => {
    const name = isJsonObject(node) ? node['name'] : undefined;
    return isJsonObject(node) && typeof name === 'string' ? [{ name, index, node }] : [];
  });
}
