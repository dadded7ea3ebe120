import type { SecurityScheme } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import { changeOf } from './api-diff.js';
import type { ApiDiff, ServiceDiff } from './api-diff.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import type { Where } from './diff-annotations.js';
import { diffServers } from './diff-servers.js';
import { quote, step } from './finding.js';
import type { Finding } from './finding.js';
import { isSameFact } from './is-same-fact.js';
import { placeAt } from './place-at.js';

/** Compares what concerns the service as a whole. */
export function diffService(diff: ApiDiff): void {
  const { sides } = diff;
  const service = { sides, report: (finding: Finding): void => diff.report(changeOf(finding)) };
  diffNames(service);
  diffInfo(service);
  diffServers(service);
  diffSchemes(service);
  diffErrors(service);
}

function diffNames({ sides, report }: ServiceDiff): void {
  const [before, after] = [sides.before.api, sides.after.api];
  if (before.typeName !== after.typeName) {
    const [old, now] = [before, after].map(({ typeName }) => quote(`create${typeName}`));
    const message = `the client is made by ${now}, and was by ${old}`;
    report({ code: 'client-renamed', message, subject: 'info.title', ...placeAt(sides, ['info', 'title']) });
  }
  const common = [before, after].map(({ commonParameters, errors }) => [
    commonParameters?.typeName,
    errors?.reasons && errors.typeName,
  ]);
  for (const name of (common[0] ?? []).filter((one) => one !== undefined && !common[1]?.includes(one))) {
    const message = `there is no type ${quote(name ?? '')} any more`;
    report({ code: 'export-removed', message, subject: 'types', ...placeAt(sides, []) });
  }
}

function diffInfo({ sides, report }: ServiceDiff): void {
  const [before, after] = [sides.before.api, sides.after.api];
  const where = { subject: 'info', ...placeAt(sides, ['info']) };
  const docs = [before, after].map(({ doc, title }) => ({ ...doc, summary: `${title}\n${doc.summary ?? ''}` }));
  diffDocs({ report }, { before: docs[0] ?? {}, after: docs[1] ?? {} }, where);
  const whole: Where = { subject: 'extensions', ...placeAt(sides, []) };
  diffExtensions({ report }, { before: before.extensions, after: after.extensions }, whole);
}

function diffSchemes({ sides, report }: ServiceDiff): void {
  const [old, now] = [sides.before.api.securitySchemes, sides.after.api.securitySchemes];
  for (const [name, { ours, theirs }] of pairUp(old, now, (one) => one.name)) {
    const steps = ['components', 'securitySchemes', name];
    const where = {
      subject: `securitySchemes.${step(name)}`,
      ...placeAt(sides, steps, theirs === undefined ? 'old' : 'new'),
    };
    const way = `the way to authenticate ${quote(name)}`;
    if (ours === undefined) report({ code: 'security-scheme-added', message: `${way} is new`, ...where });
    else if (theirs === undefined) report({ code: 'security-scheme-removed', message: `${way} is gone`, ...where });
    else {
      diffDocs({ report }, { before: ours.doc, after: theirs.doc }, where);
      const [was, is] = [transportOf(ours), transportOf(theirs)];
      const isKept = Object.entries(was).every(([key, value]) => is[key] === value);
      if (!isKept)
        report({
          code: 'security-scheme-changed',
          message: `${way} is of another kind, or travels elsewhere`,
          ...where,
        });
      else if (Object.keys(is).some((key) => was[key] === undefined))
        report({ code: 'security-scheme-extended', message: `${way} has one more way to travel`, ...where });
    }
  }
}

/** What callers do with their credential; scopes belong to operations. */
function transportOf(scheme: SecurityScheme): Readonly<Record<string, string>> {
  if (scheme.kind === 'apiKey') return { kind: scheme.kind, in: scheme.in, parameter: scheme.parameter };
  if (scheme.kind !== 'bearer') return { kind: scheme.kind };
  const { kind, queryParameter, tokenUrl } = scheme;
  return { kind, ...(queryParameter !== undefined && { queryParameter }), ...(tokenUrl !== undefined && { tokenUrl }) };
}

function diffErrors({ sides, report }: ServiceDiff): void {
  const [before, after] = [sides.before.api.errors ?? { typeName: '' }, sides.after.api.errors ?? { typeName: '' }];
  const [old, now] = [before.reasons ?? [], after.reasons ?? []];
  const where = { subject: 'reasons', ...placeAt(sides, ['x-reasons']) };
  for (const reason of now.filter((one) => !old.includes(one)))
    report({ code: 'reason-added', message: `errors can carry ${quote(reason)}`, ...where });
  for (const reason of old.filter((one) => !now.includes(one)))
    report({ code: 'reason-removed', message: `errors do not carry ${quote(reason)} any more`, ...where });
  const facts = [before, after].map(({ retryReasons, finalReasons, quota }) => [retryReasons, finalReasons, quota]);
  if (!isSameFact({ before: facts[0], after: facts[1] }))
    report({ code: 'retry-changed', message: 'other calls are repeated after an error', ...where });
}
