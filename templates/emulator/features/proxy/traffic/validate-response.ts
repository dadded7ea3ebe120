import type { Json, JsonObject, OperationContent } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import {
  decodeUtf8,
  findContent,
  HttpError,
  isBodyless,
  isJsonType,
  mediaTypeOf,
  readBodyXml,
  responseIn,
} from '@speccast/runtime/requests';
import type { Engine } from '../../../world/engine.js';
import type { Received, OperationPlan } from '../../../plan/plan.js';
import { responseFor } from '../../../plan/operations/declared-response.js';
import {
  type DocumentPart,
  isDeclaredType,
  listMediaTypes,
  findMember,
  operationPart,
  responsePart,
} from '../../../plan/operations/document-parts.js';
import { findHeaderIssue, isToken } from '../../../plan/operations/header-issue.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';
import type { PassedResponse } from '../captured-body.js';
import { findOneWayMembers, type SeenBody, sentence, toBodyViolation, warnNotValidated } from './validate-request.js';

const wrongResponse = { severity: 'error', of: 'response' } as const;

const invalidJson = {
  ...wrongResponse,
  code: 'invalid-body',
  message: 'The body is not valid JSON in UTF-8',
  location: 'body',
} as const;

/** Validates the response to a request whose operation is known. Notes its JSON in `received`. `items` got its items as they arrived. */
export function validateResponse(
  engine: Engine,
  received: Received,
  { status, headers: pairs, body: { seen: body } }: PassedResponse,
  items: ItemValidator | undefined,
): readonly Violation[] {
  const headers = new Headers([...pairs]);
  const type = mediaTypeOf(headers.get('content-type') ?? '');
  const isJson = typeof body !== 'string' && body.length > 0 && isJsonType(type);
  const json = isJson ? parseJson(decodeUtf8(body) ?? '') : undefined;
  if (json !== undefined) received.responseBody = json;
  const { plan, request } = received;
  if (!plan) return isJson && json === undefined ? [invalidJson] : [];
  const { document = {} } = engine.plan;
  const operation = operationPart(document, plan);
  if (!operation) return [];
  const declared = responsePart(document, operation, status);
  if (declared) {
    const hasBody = request.method !== 'HEAD' && !isBodyless(status);
    const wrongBody = hasBody ? checkBody({ document, plan, status, body, items, declared, type, json }) : [];
    return [...checkHeaders(document, declared, headers), ...wrongBody];
  }
  // HTTP itself defines these statuses, for conditional requests and requests for a range.
  const names = status === 304 ? ['if-none-match', 'if-modified-since'] : [206, 416].includes(status) ? ['range'] : [];
  if (names.some((name) => request.headers.has(name))) return [];
  const statuses = Object.keys(Object(operation.value['responses'])).join(', ') || 'no status';
  const message = `The document has ${statuses} for this operation, not ${status}`;
  const pointer = `${operation.pointer}/responses`;
  return [{ ...wrongResponse, code: 'undocumented-status', message, location: 'status', pointer }];
}

/** Validates the declared headers of a response: that the required ones are there, and their values. */
function checkHeaders(document: JsonObject, response: DocumentPart, headers: Headers) {
  const declared = findMember(document, response, 'headers');
  if (!declared) return [];
  return Object.keys(declared.value).flatMap((name): readonly Violation[] => {
    const header = findMember(document, declared, name);
    // The media type is validated with the body, and cookies are no list of values.
    if (!header || /^(?:content-type|set-cookie)$/i.test(name)) return [];
    const about = { ...wrongResponse, location: `header ${name}` };
    const text = isToken.test(name) ? headers.get(name) : null;
    if (text !== null) {
      const issue = findHeaderIssue(document, header, text);
      return issue ? [{ ...about, code: 'invalid-header', ...issue }] : [];
    }
    if (header.value['required'] !== true) return [];
    const pointer = declared.pointer + pointerStep(name);
    return [{ ...about, code: 'missing-header', message: 'The document requires this header', pointer }];
  });
}

interface Seen {
  readonly document: JsonObject;
  readonly plan: OperationPlan;
  readonly status: number;
  readonly body: SeenBody;
  readonly items: ItemValidator | undefined;
  /** The response in the document. */
  readonly declared: DocumentPart;
  /** Media type of the body. */
  readonly type: string;
  readonly json: Json | undefined;
}

function checkBody({ document, plan, status, body, items, declared, type, json }: Seen): readonly Violation[] {
  const types = listMediaTypes(declared);
  const { pointer } = declared;
  const about = { of: 'response', location: 'body', pointer } as const;
  if (!body.length) {
    if (!types.some(isJsonType)) return [];
    return [{ ...about, severity: 'error', code: 'missing-body', message: 'The document declares a body' }];
  }
  if (!types.length)
    return [{ ...about, severity: 'warning', code: 'undocumented-body', message: 'The document declares no body' }];
  if (!isDeclaredType(type, types)) {
    const message = `The document has ${types.join(', ')} for this status, not ${type || 'a body without a type'}`;
    const location = 'header Content-Type';
    return [{ ...wrongResponse, code: 'undocumented-media-type', message, location, pointer: `${pointer}/content` }];
  }
  if (items) return items.end(body === 'unread').map((one) => ({ pointer, ...one }));
  if (typeof body === 'string') return [warnNotValidated(body, about)];
  const late = createItemValidator(plan, status, type);
  if (late) {
    late.push(body);
    return late.end(false).map((one) => ({ pointer, ...one }));
  }
  if (isJsonType(type) && json === undefined) return [{ ...invalidJson, pointer }];
  const { body: validator, mediaType = type } = responseFor(plan, status) ?? {};
  const check = (value: unknown) => (validator?.check(value) ?? []).map((issue) => toBodyViolation('response', issue));
  if (json !== undefined) {
    // The validator may be that of another declared media type.
    const issues = isJsonType(mediaType) ? check(json) : [];
    return [...issues, ...findOneWayMembers(document, declared, { of: 'response', type, value: json })];
  }
  const content = findDeclaredContent(plan, status, type);
  if (content?.kind !== 'xml' && content?.kind !== 'text') return [];
  try {
    const value = content.kind === 'xml' ? readBodyXml(body, content, plan.operation) : decodeUtf8(body);
    return value === undefined || content.unvalidated ? [] : check(value);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return [{ ...about, severity: 'error', code: 'invalid-body', message: sentence(error.message) }];
  }
}

/** Finds the declared content of a response with a status and a media type; undefined if the operation declares none. */
function findDeclaredContent(
  { operation: { responses = [], xmlErrors = [] } }: OperationPlan,
  status: number,
  type: string,
): OperationContent | undefined {
  const find = (list: typeof responses) => findContent(responseIn(list, status)?.contents ?? [], type);
  return find(responses) ?? find(xmlErrors);
}

/** Longest item that is validated, in characters: longer ones would have to be held in memory. */
const longestItem = 8 * 1024 * 1024;

const mostViolations = 1000;

/** Precedes each item of a sequence (RFC 7464). */
const mark = '\u001e';

const pieceEnd = new RegExp(`(?<=[\n${mark}])`);

/** Validates the items of a response as they arrive. */
export interface ItemValidator {
  readonly push: (chunk: Uint8Array) => void;
  /** Returns the violations of all items. `isCut`: the response broke off. */
  readonly end: (isCut: boolean) => readonly Violation[];
}

class ItemMistake extends Error {}

/** Creates the validator of a response that arrives item by item; undefined for other responses. */
export function createItemValidator(plan: OperationPlan, status: number, type: string): ItemValidator | undefined {
  const content = findDeclaredContent(plan, status, type);
  const { split } = plan.operation;
  if (!split || (content?.kind !== 'events' && content?.kind !== 'lines')) return undefined;
  const splitter = split(content, (message) => new ItemMistake(message));
  const declared = content.unvalidated ? undefined : responseFor(plan, status);
  const decoder = new TextDecoder();
  const found: Violation[] = [];
  let count = 0;
  /** Characters of the item that arrives. */
  let length = 0;
  let isOver = false;
  const end = (violations: readonly Violation[]) => {
    found.push(...violations.slice(0, mostViolations - found.length));
    [count, length] = [count + 1, 0];
  };
  const fail = (severity: Violation['severity'], code: Violation['code'], message: string) =>
    end([{ severity, code, message, of: 'response', location: `body ${count}` }]);
  const take = (read: () => Iterable<unknown>) => {
    try {
      for (const item of read()) {
        // A line of a gRPC gateway may be an error, which ends the lines.
        const isError = content.items === 'result' && Object(item).error;
        end(isError ? [] : checkItem(item, count, declared));
      }
    } catch (error) {
      if (!(error instanceof ItemMistake)) throw error;
      fail('error', 'invalid-body', 'The item is not the JSON that is declared');
    }
  };
  const add = (text: string) => {
    // Piece by piece, so that an invalid item does not hide the others.
    for (const piece of text.split(pieceEnd)) {
      if (isOver) return;
      length += piece.length;
      isOver = length > longestItem;
      if (isOver) fail('warning', 'not-validated', 'An item is too long to be validated');
      else take(() => splitter.push(piece));
    }
  };
  return {
    push: (chunk) => add(decoder.decode(chunk, { stream: true })),
    end: (isCut) => {
      add(decoder.decode());
      if (!isCut && !isOver) take(() => splitter.end());
      isOver = true;
      return found;
    },
  };
}

/** Validates an item by its validator, or by that of all items. */
function checkItem(item: unknown, index: number, declared: ReturnType<typeof responseFor>) {
  const own = declared?.item?.check(item);
  const issues = own ?? declared?.body?.check([item]) ?? [];
  return issues.map((issue) => {
    const path = own ? issue.path : issue.path.slice(1);
    return toBodyViolation('response', { ...issue, path: [index, ...path] });
  });
}
