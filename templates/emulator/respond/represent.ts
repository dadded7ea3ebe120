import { isJsonObject, type Json } from '@speccast/runtime';
import { accepts, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import { findTable } from '../plan/rule.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { writeCsv } from '../values/csv.js';
import { valueAt } from '../values/json-path.js';
import { contentsOf, type DeclaredContent, examplesIn, isCsv } from '../act/declared-example.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';
import { chooseDeclared, sampleContent, sampleOf, textResponse } from '../act/sample-response.js';

const isData = ({ content: { kind = 'json', mediaType } }: DeclaredContent): boolean =>
  kind === 'json' || kind === 'xml' || accepts(mediaType, 'application/json');

/**
 * Responds in the media type that the caller prefers among those that the operation declares, JSON and XML before others: a
 * value of another schema has the members of the response that it knows, lists become CSV or items, and text is a sample.
 */
export function represent(call: Call, response: CallResponse): CallResponse {
  const { emulator, plan, accept } = call;
  if (response.kind !== 'json' || response.content !== undefined) return response;
  const status = response.status ?? chooseSuccess(plan);
  const contents = contentsOf(emulator, plan, status);
  const chosen = chooseDeclared([...contents.filter(isData), ...contents.filter((one) => !isData(one))], accept);
  if (chosen === undefined || status >= 300) return response;
  const { content, isValidated } = chosen;
  const { kind, mediaType } = content;
  if (isValidated && kind !== 'lines' && kind !== 'events') return response;
  const { body, headers } = response;
  if (isData(chosen)) {
    const sampled = sampleOf(call, chosen, undefined);
    if (sampled === undefined) return response;
    const own = overlay(sampled, body);
    if (writeExactly(own) === writeExactly(sampled)) call.notes.sampled = true;
    return { ...response, body: own, content };
  }
  const rows = itemsIn(call, body);
  const withHeaders = (other: CallResponse | undefined): CallResponse => ({
    ...(other ?? response),
    ...(headers && { headers }),
  });
  if (isCsv(mediaType)) return withHeaders(textResponse(status, mediaType, writeCsv(rows ?? [body])));
  // All JSON is YAML.
  if (/[/+-]yaml$/.test(mediaTypeOf(mediaType)))
    return withHeaders(textResponse(status, mediaType, writeExactly(body)));
  // What nothing changes is as its example says.
  const isExample = isValidated && examplesIn(emulator, chosen.media).length > 0 && !isWritten(call);
  if (!isExample && rows !== undefined && (kind === 'lines' || (kind === 'events' && content.items === 'data')))
    return withHeaders({ kind: 'rows', rows, content });
  call.notes.sampled = true;
  return withHeaders(sampleContent(call, status, chosen));
}

/** Whether an operation writes the table that a call reads. */
function isWritten({ emulator, plan }: Call): boolean {
  const table = findTable(plan.behaviour);
  return emulator.operations.some((one) => one.operation.method !== 'GET' && findTable(one.behaviour) === table);
}

/** The items of a response that is a list. */
function itemsIn({ plan }: Call, body: Json): readonly Json[] | undefined {
  const { action } = plan.behaviour;
  const items = typeof action === 'object' && 'list' in action ? action['items'] : undefined;
  const list = typeof items === 'string' ? valueAt(body, items) : body;
  return Array.isArray(list) ? list : undefined;
}

/** A sample with the values that another value has under the same names, where they have the same types. */
function overlay(sample: Json, value: Json | undefined): Json {
  if (Array.isArray(sample)) {
    const [first = null] = sample;
    return Array.isArray(value) ? value.map((one: Json) => overlay(first, one)) : sample;
  }
  if (isJsonObject(sample) && isJsonObject(value))
    return Object.fromEntries(Object.entries(sample).map(([name, one]) => [name, overlay(one, value[name])]));
  return typeof value === typeof sample && value !== null && !isJsonObject(value) ? (value ?? sample) : sample;
}
