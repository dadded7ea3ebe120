import { isUpgraded, versionName } from '../openapi/spec-version.js';
import { isMisspelt } from './check-fields.js';
import { leaveOut, rename, reportFault } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';
import { isJsonObject, type JsonObject, toArray } from '../../json.js';
import { type SpecContext, objectAt } from '../references/spec-context.js';

/** Checks the parameters of a path item or an operation against each other. */
export function checkParameterList(context: SpecContext, { parameters }: JsonObject): void {
  const { positions } = context;
  const list = toArray(parameters);
  const known = new Map<string, number>();
  for (const [index, value] of list.entries()) {
    const { in: location, name } = objectAt(context, value) ?? {};
    // What is not a string was reported; names of headers are the same in capitals.
    if (typeof location !== 'string' || typeof name !== 'string') continue;
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const first = known.get(key);
    known.set(key, first ?? index);
    if (first === undefined) continue;
    const { line } = positions.ofValue(list, first);
    const message = `the ${location} parameter "${name}" is declared twice; the first is at line ${line}`;
    const at = positions.ofValue(list, index);
    reportFault(context, { code: 'duplicate-parameter', message, at }, leaveOut(list, index));
  }
}

/** Checks a path item: GET and HEAD have no use for a body. */
export function checkBodies(context: SpecContext, item: JsonObject): void {
  for (const method of ['get', 'head']) {
    const operation = item[method];
    if (!isJsonObject(operation) || !('requestBody' in operation)) continue;
    const message = `a ${method.toUpperCase()} request with a body is not sent by every client`;
    context.diagnostics.warning('unusual-body', message, context.positions.ofKey(operation, 'requestBody'));
  }
}

/** Checks a link: the `operationId` that it names is among those of the document. */
export function checkLink({ positions, diagnostics }: SpecContext, link: JsonObject, known: ReadonlySet<string>): void {
  const id = link['operationId'];
  if (typeof id !== 'string' || known.has(id)) return;
  const message = `no operation is called ${JSON.stringify(id)}${didYouMean(id, known)}`;
  diagnostics.warning('unknown-operation', message, positions.ofValue(link, 'operationId'));
}

/** Checks that an operation has responses, which OpenAPI 3.0 requires. */
export function checkAnswers({ version, positions, diagnostics }: SpecContext, operation: JsonObject): void {
  if (!isUpgraded(version) || 'responses' in operation) return;
  diagnostics.warning(
    'missing-required',
    `an operation of ${versionName(version)} has "responses"`,
    positions.of(operation),
  );
}

/** Checks a response: it is described, if only for people. */
export function checkResponse(context: SpecContext, response: JsonObject): void {
  const { version, positions, diagnostics } = context;
  if ('description' in response || version === '3.2' || isMisspelt(context, response, 'response', 'description'))
    return;
  diagnostics.warning('missing-required', 'a response has a "description"', positions.of(response));
}

/** Checks the keys of an operation's responses. */
export function checkResponses(context: SpecContext, responses: JsonObject): void {
  const { positions, diagnostics } = context;
  if (!Object.keys(responses).some((key) => !key.startsWith('x-'))) {
    diagnostics.warning('missing-required', 'an operation has at least one response', positions.of(responses));
  }
  for (const key of Object.keys(responses)) {
    if (key.startsWith('x-') || key === 'default' || /^[1-5](\d\d|XX)$/.test(key)) continue;
    const meant = didYouMean(key, ['default', '1XX', '2XX', '3XX', '4XX', '5XX']);
    const forms = '; write three digits such as "200", a class such as "4XX", or "default"';
    const message = `${JSON.stringify(key)} is not a status${meant === '' ? forms : meant}`;
    const fault = { code: 'invalid-status', message, at: positions.ofKey(responses, key) } as const;
    // A class or default in the wrong case is read as such.
    const read = /^default$/i.test(key) ? 'default' : key.toUpperCase();
    const isMeant = /^(?:default|[1-5]XX)$/.test(read) && !Object.hasOwn(responses, read);
    reportFault(context, fault, isMeant ? rename(responses, key, read) : leaveOut(responses, key));
  }
}
