import type { Doc, Schema } from '../../api/types/schema.js';
import { isSameJson } from '../../api/tools/is-same-json.js';
import type { JsonObject } from '../../json.js';
import { classifyChange, inNew, list, say, tellAt, tellTurn } from '../sides/finding.js';
import type { Tell } from '../sides/finding.js';
import type { SchemaBoth, SchemaWalk } from '../sides/side.js';

/** Compares annotations: defaults, texts, extensions. */
export function diffAnnotations({ report }: Pick<SchemaWalk, 'report'>, { before, after, subject }: SchemaBoth): void {
  const tell = tellAt(report, { subject, ...inNew(after) });
  diffDefaults(tell, before.default, after.default);
  diffDocs(tell, before.doc, after.doc);
  if (printTexts(before) !== printTexts(after) && !hasOtherDoc(before.doc, after.doc))
    tell('docs-changed', 'the text changed');
  diffExtensions(tell, before.extensions, after.extensions);
}

function printTexts({ title, examples }: Schema): string {
  return JSON.stringify([title ?? null, examples ?? []]);
}

function diffDefaults(tell: Tell, old: Schema['default'], now: Schema['default']): void {
  if (old === undefined ? now === undefined : now !== undefined && isSameJson(old.value, now.value)) return;
  const event = classifyChange(old, now);
  const message = {
    added: `the default is ${say(now?.value)}, and none was stated`,
    removed: `no default is stated any more; it was ${say(old?.value)}`,
    changed: `the default is ${say(now?.value)}, and was ${say(old?.value)}`,
  }[event];
  tell(`default-${event}`, message);
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

/** Extensions that nothing but people and other codes of changes look at. */
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

/** Compares extensions: one change for all that differ. */
export function diffExtensions(tell: Tell, before: JsonObject = {}, after: JsonObject = {}): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !quiet.has(name) && !isSame(before, after, name));
  if (changed.length === 0) return;
  const isIn = (one: JsonObject): boolean => changed.some((name) => Object.hasOwn(one, name));
  const [is, says] = changed.length === 1 ? ['is', 'says'] : ['are', 'say'];
  const state = !isIn(before) ? `${is} new` : !isIn(after) ? `${is} gone` : `${says} something else`;
  tell('extension-changed', `${list(changed)} ${state}`);
}

function isSame(before: JsonObject, after: JsonObject, name: string): boolean {
  const has = [before, after].map((one) => Object.hasOwn(one, name));
  return has[0] === has[1] && isSameJson(before[name] ?? null, after[name] ?? null);
}
