import { isJsonObject, type Json } from '@speccast/runtime';
import { accepts, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import { findTable, readAction } from '../plan/rule.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { writeCsv } from '../values/csv.js';
import { valueAt } from '../values/json-path.js';
import {
  type DeclaredContent,
  chooseDeclared,
  examplesIn,
  isCsv,
  listContents,
  sampleContent,
  sampleDeclared,
  textResponse,
} from '../act/rows/examples.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';

const isData = ({ content: { kind = 'json', mediaType } }: DeclaredContent) =>
  kind === 'json' || kind === 'xml' || accepts(mediaType, 'application/json');

/**
 * Responds in the media type that the caller prefers among those that the operation declares, JSON and XML before others: a
 * sample of another schema takes the members of the response that it has, too, lists become CSV or items, and text is a sample.
 */
export function represent(call: Call, response: CallResponse): CallResponse {
  const { emulator, plan, accept } = call;
  if (response.kind !== 'json' || response.content) return response;
  const status = response.status ?? chooseSuccess(plan);
  const contents = listContents(plan, emulator, status);
  const chosen = chooseDeclared([...contents.filter(isData), ...contents.filter((one) => !isData(one))], accept);
  if (!chosen || status >= 300) return response;
  const { content, isValidated } = chosen;
  const { kind, mediaType } = content;
  if (isValidated && kind !== 'lines' && kind !== 'events') return response;
  const { body, headers } = response;
  if (isData(chosen)) {
    const sampled = sampleDeclared(call, chosen, undefined);
    if (sampled === undefined) return response;
    const own = overlay(sampled, body);
    if (writeExactly(own) === writeExactly(sampled)) call.notes.sampled = true;
    return { ...response, body: own, content };
  }
  const { list: listed, items } = readAction(plan.behaviour);
  const list = listed !== undefined && typeof items === 'string' ? valueAt(body, items) : body;
  const rows: readonly Json[] | undefined = Array.isArray(list) ? list : undefined;
  const withHeaders = (other: CallResponse | undefined) => ({
    ...(other ?? response),
    ...(headers && { headers }),
  });
  if (isCsv(mediaType)) return withHeaders(textResponse(status, mediaType, writeCsv(rows ?? [body])));
  // All JSON is YAML.
  if (/[/+-]yaml$/.test(mediaTypeOf(mediaType)))
    return withHeaders(textResponse(status, mediaType, writeExactly(body)));
  // CSV of a table that no operation writes is the example in the document.
  const table = findTable(plan.behaviour);
  const isWritten = emulator.operations.some(
    (one) => one.operation.method !== 'GET' && findTable(one.behaviour) === table,
  );
  const isExample = isValidated && !isWritten && examplesIn(emulator, chosen.media).length > 0;
  if (!isExample && rows && (kind === 'lines' || (kind === 'events' && content.items === 'data')))
    return withHeaders({ kind: 'rows', rows, content });
  call.notes.sampled = true;
  return withHeaders(sampleContent(call, status, chosen));
}

/** Copies the values of the same name and type from a value into a sample: `{ id: 'x', n: 1 }`, `{ id: 'a' }` → `{ id: 'a', n: 1 }`. */
function overlay(sample: Json, value: Json | undefined): Json {
  if (Array.isArray(sample)) {
    const [first = null] = sample;
    return Array.isArray(value) ? value.map((one: Json) => overlay(first, one)) : sample;
  }
  if (isJsonObject(sample) && isJsonObject(value))
    return Object.fromEntries(Object.entries(sample).map(([name, one]) => [name, overlay(one, value[name])]));
  return typeof value === typeof sample && value !== null && !isJsonObject(value) ? (value ?? sample) : sample;
}
