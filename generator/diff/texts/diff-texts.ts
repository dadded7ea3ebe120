import { pairUp } from '../../api/pair-up.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { changeOf } from '../api-diff.js';
import type { ApiDiff } from '../api-diff.js';
import { quote, step, isSameFact } from '../finding.js';
import type { Both, Finding, Location } from '../finding.js';
import { locationAt } from '../side.js';
import { rawAt } from './raw-at.js';

/** Compares what only people read of the service: whom to ask, under which terms, what its tags are about. */
export function diffTexts(diff: ApiDiff): void {
  const { before, after } = diff.sides;
  const [old, now] = [rawAt(before, ['info']), rawAt(after, ['info'])];
  for (const [key, what] of facts)
    diffFact(diff, { before: old[key], after: now[key] }, { what, steps: ['info', key] });
  const docs = { before: before.api.document['externalDocs'], after: after.api.document['externalDocs'] };
  diffFact(diff, docs, { what: externalDocs, steps: ['externalDocs'] });
  diffTags(diff);
}

const externalDocs = 'what is said elsewhere (externalDocs)';

const facts = [
  ['contact', 'the contact'],
  ['termsOfService', 'the address of the terms of service'],
  ['license', 'the licence'],
] as const;

interface Where {
  /** How it is called in a sentence. */
  readonly what: string;
  readonly steps: readonly string[];
}

function diffFact(diff: ApiDiff, both: Both<Json | undefined>, { what, steps }: Where): void {
  if (isSameFact(both)) return;
  const state = both.before === undefined ? 'is new' : both.after === undefined ? 'is gone' : 'changed';
  const side = both.after === undefined ? 'old' : 'new';
  tell(diff, `${what} ${state}`, { subject: steps.map(step).join('.'), ...locationAt(diff.sides, steps, side) });
}

function tell({ report }: ApiDiff, message: string, where: Pick<Finding, 'subject'> & Location): void {
  report(changeOf({ code: 'docs-changed', message, ...where }));
}

interface Tag {
  readonly name: string;
  readonly index: number;
  readonly node: JsonObject;
}

function diffTags(diff: ApiDiff): void {
  const [old, now] = [diff.sides.before, diff.sides.after].map(({ api }) => tagsOf(api.document['tags']));
  for (const [name, { ours, theirs }] of pairUp(old ?? [], now ?? [], (one) => one.name)) {
    if (isSameFact({ before: ours?.node, after: theirs?.node })) continue;
    const state =
      ours === undefined
        ? 'is described'
        : theirs === undefined
          ? 'is not described any more'
          : 'is described otherwise';
    const steps = ['tags', String((theirs ?? ours)?.index ?? 0)];
    const location = locationAt(diff.sides, steps, theirs === undefined ? 'old' : 'new');
    tell(diff, `the tag ${quote(name)} ${state}`, { subject: `tags.${step(name)}`, ...location });
  }
}

function tagsOf(tags: Json | undefined): readonly Tag[] {
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((node, index) => {
    const name = isJsonObject(node) ? node['name'] : undefined;
    return isJsonObject(node) && typeof name === 'string' ? [{ name, index, node }] : [];
  });
}
