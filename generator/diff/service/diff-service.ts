import { changeOf } from '../api-diff.js';
import type { ApiDiff, ServiceDiff } from '../api-diff.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import type { Where } from '../schemas/diff-annotations.js';
import { diffSchemes } from './diff-schemes.js';
import { diffServers } from './diff-servers.js';
import { quote, isSameFact, list } from '../finding.js';
import type { Finding, Both, Location } from '../finding.js';
import { locationAt } from '../side.js';
import type { JsonObject } from '../../spec/read/json.js';
import { errorBodiesOf, operationErrors } from '../../api/operations/responses.js';

/** Compares what concerns the service. */
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
    report({ code: 'client-renamed', message, subject: 'info.title', ...locationAt(sides, ['info', 'title']) });
  }
  const common = [before, after].map(({ commonParameters, errors }) => [
    commonParameters?.typeName,
    errors?.reasons && errors.typeName,
  ]);
  for (const name of (common[0] ?? []).filter((one) => one !== undefined && !common[1]?.includes(one))) {
    const message = `there is no type ${quote(name ?? '')} any more`;
    report({ code: 'export-removed', message, subject: 'types', ...locationAt(sides, []) });
  }
}

function diffInfo({ sides, report }: ServiceDiff): void {
  const [before, after] = [sides.before.api, sides.after.api];
  const where = { subject: 'info', ...locationAt(sides, ['info']) };
  const docs = [before, after].map(({ doc, title }) => ({ ...doc, summary: `${title}\n${doc.summary ?? ''}` }));
  diffDocs({ report }, { before: docs[0] ?? {}, after: docs[1] ?? {} }, where);
  const whole: Where = { subject: 'extensions', ...locationAt(sides, []) };
  diffExtensions({ report }, { before: withoutData(before.extensions), after: withoutData(after.extensions) }, whole);
}

function diffErrors({ sides, report }: ServiceDiff): void {
  const [before, after] = [sides.before.api.errors ?? { typeName: '' }, sides.after.api.errors ?? { typeName: '' }];
  const [old, now] = [before.reasons ?? [], after.reasons ?? []];
  const where = { subject: 'reasons', ...locationAt(sides, ['x-reasons']) };
  for (const reason of now.filter((one) => !old.includes(one)))
    report({ code: 'reason-added', message: `errors can carry ${quote(reason)}`, ...where });
  for (const reason of old.filter((one) => !now.includes(one)))
    report({ code: 'reason-removed', message: `errors do not carry ${quote(reason)} any more`, ...where });
  const facts = [before, after].map(({ retryReasons, finalReasons, quota }) => [retryReasons, finalReasons, quota]);
  if (!isSameFact({ before: facts[0], after: facts[1] }))
    report({ code: 'retry-changed', message: 'other calls are repeated after an error', ...where });
}

const kinds = [
  ['x-seed', 'emulator-data-changed', 'the rows that the emulator starts with'],
  ['x-conformance', 'checks-changed', 'the checks of `conformance`'],
] as const;

/** Compares what a package has beside its types and its document: values, or hashes of them, by the names of extensions. */
function diffData({ sides, report }: ServiceDiff, { before, after }: Both<JsonObject>): void {
  for (const [key, code, what] of kinds) {
    const [old, now] = [before[key], after[key]];
    if (isSameFact({ before: old, after: now })) continue;
    const side: Location['side'] = now === undefined ? 'old' : 'new';
    const state = old === undefined ? 'are new' : now === undefined ? 'are gone' : 'are other ones';
    report({ code, message: `${what} ${state}`, subject: key, ...locationAt(sides, [key], side) });
  }
}

/** Extensions of the document without that. */
function withoutData({ 'x-seed': _seed, 'x-conformance': _checks, ...others }: JsonObject): JsonObject {
  return others;
}

/** Compares whether operations have types of their own for what errors say: they have none where all say the same. */
export function diffErrorTypes({ sides, report }: ApiDiff): void {
  const [old, now] = [errorBodiesOf(sides.before.api), errorBodiesOf(sides.after.api)];
  if (old.kind !== 'own' || now.kind !== 'same') return;
  const kept = new Map(sides.after.api.operations.map((one) => [one.typeName, one]));
  const lost = old.operations.filter(({ typeName }) => {
    const operation = kept.get(typeName);
    return operation !== undefined && operationErrors(operation).length > 0;
  });
  if (lost.length === 0) return;
  const names = list(lost.map(({ typeName }) => `${typeName}Errors`));
  const message = `errors of all operations say the same, and so there is no type ${names} any more`;
  const operations = lost.flatMap(({ typeName }) => kept.get(typeName)?.id ?? []);
  report({
    ...changeOf({ code: 'export-removed', message, subject: 'types', ...locationAt(sides, ['paths']) }),
    operations,
  });
}
