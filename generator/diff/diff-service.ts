import { changeOf } from './api-diff.js';
import type { ApiDiff, ServiceDiff } from './api-diff.js';
import { diffDocs, diffExtensions } from './diff-annotations.js';
import type { Where } from './diff-annotations.js';
import { diffData, withoutData } from './diff-data.js';
import { diffSchemes } from './diff-schemes.js';
import { diffServers } from './diff-servers.js';
import { quote } from './finding.js';
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
  const [old, now] = [sides.before.api.extensions, sides.after.api.extensions];
  diffData(service, { before: old, after: now });
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
  diffExtensions({ report }, { before: withoutData(before.extensions), after: withoutData(after.extensions) }, whole);
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
