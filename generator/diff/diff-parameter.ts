import type { WebhookParameter } from '../api/api.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import type { Where } from './diff-annotations.js';
import { quote } from './finding.js';
import type { Both, Finding } from './finding.js';
import { withoutDocOf } from './own-doc.js';

/** A parameter, by what tells it from others. */
type Named = Pick<WebhookParameter, 'name' | 'in'>;

/** The name of a parameter as it is compared: case means nothing in names of headers. */
export function parameterKey({ name, in: place }: Named): string {
  return place === 'header' ? name.toLowerCase() : name;
}

/** That a parameter is new. */
export function parameterAdded({ name, required }: Named & Pick<WebhookParameter, 'required'>): Told {
  return required
    ? { code: 'required-parameter-added', message: `the required parameter ${quote(name)} is new` }
    : { code: 'parameter-added', message: `the parameter ${quote(name)} is new` };
}

/** That there is a parameter no more. */
export function parameterRemoved({ name }: Named): Told {
  return { code: 'parameter-removed', message: `the parameter ${quote(name)} is gone` };
}

type Told = Pick<Finding, 'code' | 'message'>;

/** Compares what is said of a parameter beside its schema and its name, whichever way it travels. */
export function diffParameter(
  report: (finding: Finding) => void,
  { before, after }: Both<WebhookParameter>,
  where: Where,
): void {
  const name = quote(after.name);
  if (before.in !== after.in)
    report({ code: 'parameter-moved', message: `${name} is in: ${after.in}, and was in: ${before.in}`, ...where });
  if (before.required !== after.required) {
    const message = after.required ? `${name} is required` : `${name} is optional`;
    report({ code: after.required ? 'parameter-required' : 'parameter-optional', message, ...where });
  }
  diffSerialization(report, { before, after }, where);
  diffDocs(
    { report },
    { before: withoutDocOf(before.schema, before.doc), after: withoutDocOf(after.schema, after.doc) },
    where,
  );
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, where);
}

function diffSerialization(
  report: (finding: Finding) => void,
  { before, after }: Both<WebhookParameter>,
  where: Where,
): void {
  if (before.in !== after.in) return;
  for (const key of ['style', 'explode', 'allowReserved', 'contentType', 'template'] as const) {
    const [old, now] = [before[key], after[key]];
    if (old === now || (key === 'explode' && isSimple(before) && isSimple(after))) continue;
    const message = `${key} of ${quote(after.name)} is ${sayFact(now)}, and was ${sayFact(old)}`;
    report({ code: 'parameter-serialization', message, ...where });
  }
}

/** A single value is written the same, exploded or not. */
function isSimple({ schema, style }: WebhookParameter): boolean {
  const isScalar = schema.types?.every((type) => type !== 'array' && type !== 'object') === true;
  return isScalar && (style === 'form' || style === 'simple');
}

function sayFact(value: string | boolean | undefined): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'string' ? quote(value) : String(value);
}
