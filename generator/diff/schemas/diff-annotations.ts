import type { Doc } from '../../api/schemas/schema.js';
import { isSameJson } from '../../api/schemas/is-same-json.js';
import type { JsonObject } from '../../spec/read/json.js';
import type { ChangeCode } from '../change.js';
import { inNew, list, say } from '../finding.js';
import type { Both, Finding, Location } from '../finding.js';
import type { SchemaBoth } from '../side.js';

interface Reporter {
  readonly report: (finding: Finding) => void;
}

/** Compares annotations: defaults, texts, extensions. */
export function diffAnnotations(reporter: Reporter, { before, after, subject }: SchemaBoth): void {
  const where = { subject, ...inNew(after) };
  diffDefaults(reporter, { before, after, subject });
  diffDocs(reporter, { before: before.doc, after: after.doc }, where);
  const texts = { before: textsOf(before), after: textsOf(after) };
  if (texts.before !== texts.after && !hasOtherDoc(before.doc, after.doc))
    reporter.report({ code: 'docs-changed', message: 'the text changed', ...where });
  diffExtensions(reporter, { before: before.extensions ?? {}, after: after.extensions ?? {} }, where);
}

function textsOf({ title, examples }: SchemaBoth['before']): string {
  return JSON.stringify([title ?? null, examples ?? []]);
}

function diffDefaults({ report }: Reporter, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [before.default, after.default];
  if (old === undefined && now === undefined) return;
  if (old !== undefined && now !== undefined && isSameJson(old.value, now.value)) return;
  const code: ChangeCode =
    old === undefined ? 'default-added' : now === undefined ? 'default-removed' : 'default-changed';
  const message = {
    'default-added': `the default is ${say(now?.value)}, and none was stated`,
    'default-removed': `no default is stated any more; it was ${say(old?.value)}`,
    'default-changed': `the default is ${say(now?.value)}, and was ${say(old?.value)}`,
  }[code];
  report({ code, message, subject, ...inNew(after) });
}

/** Where texts are, or what is deprecated. */
export interface Where extends Location {
  readonly subject: string;
}

/** Compares texts for people, and whether something is deprecated. */
export function diffDocs({ report }: Reporter, { before, after }: Both<Doc>, where: Where): void {
  if ((before.deprecated === true) !== (after.deprecated === true)) {
    const isNow = after.deprecated === true;
    const message = isNow ? 'it is deprecated' : 'it is not deprecated any more';
    report({ code: isNow ? 'deprecated' : 'no-longer-deprecated', message, ...where });
  }
  if (hasOtherDoc(before, after)) report({ code: 'docs-changed', message: 'the text changed', ...where });
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
]);

/** Compares extensions: one change for all that differ. */
export function diffExtensions({ report }: Reporter, { before, after }: Both<JsonObject>, where: Where): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !quiet.has(name) && !isSame(before, after, name));
  if (changed.length === 0) return;
  report({ code: 'extension-changed', message: sayExtensions({ before, after }, changed), ...where });
}

function sayExtensions({ before, after }: Both<JsonObject>, changed: readonly string[]): string {
  const isOne = changed.length === 1;
  if (!changed.some((name) => Object.hasOwn(before, name))) return `${list(changed)} ${isOne ? 'is' : 'are'} new`;
  if (!changed.some((name) => Object.hasOwn(after, name))) return `${list(changed)} ${isOne ? 'is' : 'are'} gone`;
  return `${list(changed)} ${isOne ? 'says' : 'say'} something else`;
}

function isSame(before: JsonObject, after: JsonObject, name: string): boolean {
  const has = [before, after].map((one) => Object.hasOwn(one, name));
  return has[0] === has[1] && isSameJson(before[name] ?? null, after[name] ?? null);
}
