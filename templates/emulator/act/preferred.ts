import type { Json } from '@speccast/runtime';
import { HttpError, isBodyless } from '@speccast/runtime/requests';
import type { Call, CallResponse, EmulatorPlan } from '../plan/plan.js';
import { findMember, operationPart } from '../plan/operations/document-parts.js';
import { listContents, declaredPart, type DeclaredContent } from './declared-example.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';
import { chooseDeclared, sampleContent } from './sample-response.js';
import { chooseReason } from '../plan/operations/reasons.js';

/** The response that a request prefers: `Prefer: code=404, example=gone` (RFC 7240). */
export interface Preference {
  readonly code?: string;
  readonly example?: string;
}

const member = /(?:^|[,;])\s*(code|example)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*))/gi;

/** Reads the preferences about the response; undefined if there are none. */
export function readPreference(header: string | null): Preference | undefined {
  const stated = [...(header ?? '').matchAll(member)].map(([, name = '', quoted, plain = '']) => [
    name.toLowerCase(),
    quoted?.replace(/\\(.)/g, '$1') ?? plain,
  ]);
  // The first of a name counts.
  return stated.length === 0 ? undefined : Object.fromEntries(stated.toReversed());
}

/**
 * Makes the response that a request prefers: the example, else a sample of what is declared for the status. What is not declared
 * is noted as ignored. Without `response` the usual one is preferred; `headers` name the preferences that were applied. Throws an
 * `HttpError` for an error without an example.
 */
export function preferResponse(
  call: Call,
  { code, example }: Preference,
): { readonly response?: CallResponse; readonly headers: Readonly<Record<string, string>> } {
  const { emulator, plan, notes, accept } = call;
  const status = findStatus(call, code, example);
  const contents = status === undefined ? [] : listContents(emulator, plan, status);
  const named = (example === undefined ? [] : contents).flatMap((one) => {
    const { media } = one;
    const value = findExample(emulator, one, example ?? '');
    if (media === undefined || value === undefined) return [];
    return [{ ...one, media: { ...media, value: { ...media.value, example: value } } }];
  });
  const applied: string[] = [];
  const note = (text: string, isApplied: boolean): unknown =>
    isApplied ? applied.push(text.replace(/[^ -~]/g, '?')) : notes.ignored.push(`Prefer: ${text}`);
  if (code !== undefined) note(`code=${code}`, status !== undefined);
  if (example !== undefined) note(`example=${example}`, named.length > 0);
  if (status === undefined || applied.length === 0) return { headers: {} };
  const headers = { 'preference-applied': applied.join(', '), vary: 'Prefer' };
  if (named.length === 0 && status === chooseSuccess(plan)) return { headers };
  notes.sampled = true;
  const chosen = isBodyless(status) ? undefined : chooseDeclared(named.length > 0 ? named : contents, accept);
  if (chosen === undefined) return { headers, response: { kind: 'empty', status } };
  const response = sampleContent(call, status, chosen);
  if (response !== undefined) return { headers, response };
  const message = `The request prefers the status ${status}.`;
  throw new HttpError(status, chooseReason(emulator, plan, status), message, { headers });
}

/** Finds the preferred status, if the document declares it; without one, the first status with the example, of a success first. */
function findStatus({ emulator, plan }: Call, code: string | undefined, example: string = ''): number | undefined {
  if (code !== undefined)
    return /^[2-5]\d\d$/.test(code) && declaredPart(emulator, plan, Number(code)) ? Number(code) : undefined;
  const { document = {} } = emulator;
  const operation = operationPart(document, plan);
  const responses = operation && findMember(document, operation, 'responses');
  const stated = Object.keys(responses?.value ?? {}).map((name) => Number(name.replace(/xx$/i, '00')) || 500);
  return [chooseSuccess(plan), ...stated].find((status) =>
    listContents(emulator, plan, status).some((one) => findExample(emulator, one, example) !== undefined),
  );
}

function findExample({ document = {} }: EmulatorPlan, { media }: DeclaredContent, name: string): Json | undefined {
  const examples = media && findMember(document, media, 'examples');
  const { value, dataValue = value, serializedValue } = (examples && findMember(document, examples, name)?.value) ?? {};
  return dataValue ?? serializedValue;
}
