import type { Doc, Schema } from '../../api/types/schema.js';
import { isSameJson, type JsonObject } from '../../json.js';
import { classifyChange, isSameFact, list, say, sayFact, tellTurn, type Tell } from '../sides/finding.js';
import { tellNew, type SchemaBoth, type SchemaWalk } from '../sides/side.js';

/** Compares annotations: defaults, texts, extensions. */
export function diffAnnotations(walk: SchemaWalk, both: SchemaBoth): void {
  const { before, after } = both;
  const tell = tellNew(walk, both);
  const defaults = [before.default, after.default] as const;
  if (!isSameFact(...defaults)) {
    const values = defaults.map((one) => one && say(one.value));
    const absent = { none: 'none was stated', lost: 'no default is stated any more' };
    tell(`default-${classifyChange(...defaults)}`, sayFact('the default', values, absent));
  }
  diffDocs(tell, before.doc, after.doc);
  if (printTexts(before) !== printTexts(after) && !hasOtherDoc(before.doc, after.doc))
    tell('docs-changed', 'the text changed');
  diffExtensions(tell, before.extensions, after.extensions);
}

function printTexts({ title, examples }: Schema): string {
  return JSON.stringify([title ?? null, examples ?? []]);
}

/** Compares texts for people, and whether something is deprecated. */
export function diffDocs(tell: Tell, before: Doc, after: Doc): void {
  tellTurn(
    tell,
    [before.deprecated, after.deprecated],
    ['deprecated', 'it is deprecated'],
    ['no-longer-deprecated', 'it is not deprecated any more'],
  );
  if (hasOtherDoc(before, after)) tell('docs-changed', 'the text changed');
}

function hasOtherDoc(before: Doc, after: Doc): boolean {
  return before.summary !== after.summary || before.description !== after.description;
}

/** Extensions that are not compared here: they are notes for people, or other functions compare them. */
const quiet: ReadonlySet<string> = new Set([
  'x-decision',
  'x-differs',
  'x-facts',
  'x-idempotent',
  'x-not-shown',
  'x-open-parameters',
  'x-quota',
  'x-reasons',
  'x-source',
  'x-sources',
  'x-webhook-signature',
]);

/** Compares extensions, and reports one change for all that differ. */
export function diffExtensions(tell: Tell, before: JsonObject = {}, after: JsonObject = {}): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => {
    const isSame = Object.hasOwn(before, name) === Object.hasOwn(after, name);
    return !quiet.has(name) && !(isSame && isSameJson(before[name] ?? null, after[name] ?? null));
  });
  if (changed.length === 0) return;
  const isIn = (one: JsonObject): boolean => changed.some((name) => Object.hasOwn(one, name));
  const is = changed.length === 1 ? 'is' : 'are';
  const state = !isIn(before) ? `${is} new` : !isIn(after) ? `${is} gone` : 'changed';
  tell('extension-changed', `${list(changed)} ${state}`);
}
