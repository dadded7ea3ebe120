import type { Api, Operation, Parameter } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import { isJsonObject } from '../spec/read/json.js';
import type { Json } from '../spec/read/json.js';
import { compareSchema } from './compare-schema.js';
import { compareSets, compareValues, haveBoth } from './difference.js';
import type { Comparison } from './difference.js';
import type { Schema } from '../api/schemas/schema.js';

interface Both {
  readonly ours: Operation;
  readonly theirs: Operation;
}

/** Compares all that two descriptions say of one operation. */
export function compareOperation(comparison: Comparison, at: string, both: Both): void {
  const { ours, theirs } = both;
  const position = ours.at;
  const values = (name: string, valueOf: (operation: Operation) => unknown): void =>
    compareValues(comparison, { at: `${at}.${name}`, position }, { ours: valueOf(ours), theirs: valueOf(theirs) });
  values('method', (operation) => operation.method);
  comparePaths(comparison, at, both);
  values('deprecated', (operation) => operation.doc.deprecated === true);
  compareParameters(comparison, at, both);
  for (const [name, schemaOf] of [['request', requestSchema] as const, ['response', responseSchema] as const]) {
    const pair = { ours: schemaOf(ours), theirs: schemaOf(theirs) };
    const whole = { at: `${at}.${name}`, positionOf: (): typeof position => position };
    if (haveBoth(pair, comparison, whole)) compareSchema(comparison, whole.at, pair);
  }
  const scopes = { ours: scopesOf(ours), theirs: scopesOf(theirs) };
  compareSets(comparison, { at: `${at}.scopes`, position }, scopes);
  compareMedia(comparison, at, both);
}

/** A path counts from the host: two descriptions may cut it at different points between server and operation. */
function comparePaths(comparison: Comparison, at: string, { ours, theirs }: Both): void {
  const [here, there] = [fullPaths(comparison.ours, ours), fullPaths(comparison.theirs, theirs)];
  if (here.some((path) => there.includes(path))) return;
  compareValues(comparison, { at: `${at}.path`, position: ours.at }, { ours: here, theirs: there });
}

function fullPaths(api: Api, { path }: Operation): readonly string[] {
  return api.servers.map(({ url }) => `${url.replace(/^[a-z+.-]+:\/\/[^/]*/i, '').replace(/\/$/, '')}${path}`);
}

function compareParameters(comparison: Comparison, at: string, { ours, theirs }: Both): void {
  for (const [name, pair] of pairUp(ours.parameters, theirs.parameters, (one) => one.name)) {
    const where = `${at}.parameters.${name}`;
    if (haveBoth(pair, comparison, { at: where, positionOf: (one) => one.at })) compareParameter(comparison, where, pair);
  }
}

function compareParameter(
  comparison: Comparison,
  at: string,
  { ours, theirs }: { readonly ours: Parameter; readonly theirs: Parameter },
): void {
  const position = ours.at;
  compareValues(comparison, { at: `${at}.in`, position }, { ours: ours.in, theirs: theirs.in });
  compareValues(comparison, { at: `${at}.required`, position }, { ours: ours.required, theirs: theirs.required });
  const deprecated = { ours: ours.doc.deprecated === true, theirs: theirs.doc.deprecated === true };
  compareValues(comparison, { at: `${at}.deprecated`, position }, deprecated);
  compareSchema(comparison, at, { ours: ours.schema, theirs: theirs.schema });
}

function scopesOf({ security }: Operation): readonly string[] {
  return security.flatMap((needs) => needs.flatMap((need) => need.scopes));
}

function compareMedia(comparison: Comparison, at: string, { ours, theirs }: Both): void {
  const position = ours.at;
  const [here, there] = [mediaOf(ours), mediaOf(theirs)];
  compareSets(comparison, { at: `${at}.media.mediaTypes`, position }, { ours: here.mediaTypes, theirs: there.mediaTypes });
  for (const name of ['maxBytes', 'path'] as const) {
    compareValues(comparison, { at: `${at}.media.${name}`, position }, { ours: here[name], theirs: there[name] });
  }
}

interface MediaFacts {
  readonly mediaTypes: readonly string[];
  readonly maxBytes: Json | undefined;
  readonly path: Json | undefined;
}

function mediaOf({ extensions }: Operation): MediaFacts {
  const media = extensions['x-media'];
  if (!isJsonObject(media)) return { mediaTypes: [], maxBytes: undefined, path: undefined };
  const { mediaTypes = [], maxBytes, upload } = media;
  return {
    mediaTypes: Array.isArray(mediaTypes) ? mediaTypes.map(String) : [],
    maxBytes,
    path: isJsonObject(upload) ? upload['path'] : undefined,
  };
}

/** Schema of the JSON that an operation is sent, beside bytes or alone. */
function requestSchema({ body }: Operation): Schema | undefined {
  return body?.contents.find((content) => content.kind === 'json')?.schema ?? body?.media?.metadata?.schema;
}

/** Schema of the JSON of the successful response of an operation. */
function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter((response) => response.status.startsWith('2'));
  return good.flatMap((response) => response.contents).find((content) => content.kind === 'json')?.schema;
}

/** The schemas of both. */
export function bodySchemas(operation: Operation): readonly Schema[] {
  return [requestSchema(operation), responseSchema(operation)].filter((schema) => schema !== undefined);
}
