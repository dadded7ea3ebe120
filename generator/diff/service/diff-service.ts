import { changeOf, openService } from '../api-diff.js';
import type { ApiDiff, ServiceDiff } from '../api-diff.js';
import { diffDocs, diffExtensions } from '../schemas/diff-annotations.js';
import { diffSchemes } from './diff-schemes.js';
import { diffServers } from './diff-servers.js';
import { differences, eventOf, isSameFact, list, quote } from '../finding.js';
import { locationAt } from '../side.js';
import type { Api } from '../../api/api.js';
import type { Doc } from '../../api/schemas/schema.js';
import type { JsonObject } from '../../spec/read/json.js';
import { errorBodiesOf, operationErrors } from '../../api/operations/responses.js';
import { diffTexts } from '../diff-texts.js';

/** Compares what concerns the service. */
export function diffService(diff: ApiDiff): void {
  const service = openService(diff);
  diffNames(service);
  diffInfo(service);
  diffServers(service);
  diffSchemes(service);
  diffErrors(service);
  diffData(service);
  diffTexts(service);
  diffErrorTypes(diff);
}

function diffNames({ sides, at }: ServiceDiff): void {
  const [before, after] = [sides.before.api, sides.after.api];
  if (before.typeName !== after.typeName) {
    const [old, now] = [before, after].map(({ typeName }) => quote(`create${typeName}`));
    at('info.title', ['info', 'title'])('client-renamed', `the client is made by ${now}, and was by ${old}`);
  }
  const [old, now] = [before, after].map(({ commonParameters, errors }) =>
    [commonParameters?.typeName, errors?.reasons && errors.typeName].filter((one) => one !== undefined),
  );
  for (const name of differences(old, now).gone)
    at('types', [])('export-removed', `there is no type ${quote(name)} any more`);
}

function diffInfo({ sides, at }: ServiceDiff): void {
  const [old, now] = [sides.before.api, sides.after.api];
  const docOf = ({ doc, title }: Api): Doc => ({ ...doc, summary: `${title}\n${doc.summary ?? ''}` });
  diffDocs(at('info', ['info']), docOf(old), docOf(now));
  diffExtensions(at('extensions', []), withoutData(old.extensions), withoutData(now.extensions));
}

function diffErrors({ sides, at }: ServiceDiff): void {
  const [before, after] = [sides.before.api.errors, sides.after.api.errors];
  const tell = at('reasons', ['x-reasons']);
  const { come, gone } = differences(before?.reasons, after?.reasons);
  for (const reason of come) tell('reason-added', `errors can carry ${quote(reason)}`);
  for (const reason of gone) tell('reason-removed', `errors do not carry ${quote(reason)} any more`);
  const [old, now] = [before, after].map((one) => [one?.retryReasons, one?.finalReasons, one?.quota]);
  if (!isSameFact(old, now)) tell('retry-changed', 'other calls are repeated after an error');
}

const data = [
  ['x-seed', 'emulator-data-changed', 'the rows that the emulator starts with'],
  ['x-conformance', 'checks-changed', 'the checks of `conformance`'],
] as const;

/** Compares what a package has beside its types and its document: values, or hashes of them, by the names of extensions. */
function diffData({ sides, at }: ServiceDiff): void {
  for (const [key, code, what] of data) {
    const [old, now] = [sides.before.api.extensions[key], sides.after.api.extensions[key]];
    if (isSameFact(old, now)) continue;
    const state = { added: 'are new', removed: 'are gone', changed: 'are other ones' }[eventOf(old, now)];
    at(key, [key], now === undefined ? 'old' : 'new')(code, `${what} ${state}`);
  }
}

/** Extensions of the document without that. */
function withoutData({ 'x-seed': _seed, 'x-conformance': _checks, ...others }: JsonObject): JsonObject {
  return others;
}

/** Compares whether operations have types of their own for what errors say: they have none where all say the same. */
function diffErrorTypes({ sides, report }: ApiDiff): void {
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
