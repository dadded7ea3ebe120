import type { Api, Operation, Parameter, RequestBody } from '../../api/api.js';
import type { Doc } from '../../api/schema.js';
import type { Member, Shape } from '../../api/shape.js';

/** Parameters that callers pass: those that carry a credential of a security scheme come from the client's `auth`. */
export function callerParameters(api: Api, operation: Operation): readonly Parameter[] {
  return operation.parameters.filter((parameter) => !carriesCredential(api, parameter));
}

/** Members of the params object of an operation, in the order of the spec; then `body`, then `media`. */
export function paramsMembers(api: Api, operation: Operation): readonly Member[] {
  const members = callerParameters(api, operation).map(parameterMember);
  return operation.body === undefined ? members : [...members, ...bodyMembers(operation.body)];
}

/** Whether a call without any params is possible. */
export function paramsAreOptional(api: Api, operation: Operation): boolean {
  return paramsMembers(api, operation).every((member) => !member.required);
}

/** What callers may pass as `body`: any of the media types, or the JSON beside the bytes. */
function bodyShape(body: RequestBody): Shape | undefined {
  const metadata = body.media?.metadata === undefined ? [] : [body.media.metadata.shape];
  const shapes = [...body.contents.map((content) => content.shape), ...metadata];
  return shapes.length === 0 ? undefined : unionOf(shapes);
}

/** Whether a call without `body` is an error; one that takes bytes may do without. */
export function bodyIsRequired(body: RequestBody): boolean {
  return body.required && body.contents.length > 0 && body.media === undefined;
}

/** One shape for several; each only once. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const distinct = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  const [first, ...rest] = distinct.values();
  return first !== undefined && rest.length === 0 ? first : { kind: 'union', of: [...distinct.values()] };
}

function parameterMember({ property, required, shape, doc, notes }: Parameter): Member {
  return { name: property, required, shape, doc, notes };
}

function bodyMembers(body: RequestBody): readonly Member[] {
  const shape = bodyShape(body);
  const members = shape === undefined ? [] : [bodyMember(body, shape)];
  return body.media === undefined ? members : [...members, mediaMember(body, shape === undefined)];
}

function bodyMember(body: RequestBody, shape: Shape): Member {
  return { name: 'body', required: bodyIsRequired(body), shape, doc: body.doc, notes: [] };
}

/** The doc of the request body stands at `media` only where there is no `body` to carry it. */
function mediaMember({ media, doc }: RequestBody, alone: boolean): Member {
  const notes = [acceptedNote(media?.mediaTypes ?? [])];
  const own: Doc = alone ? doc : {};
  return { name: 'media', required: media?.required ?? false, shape: { kind: 'binary' }, doc: own, notes };
}

function acceptedNote(types: readonly string[]): string {
  if (types.length === 0 || types.includes('*/*')) return 'Bytes of any type.';
  return `Bytes of type ${types.map((type) => `\`${type}\``).join(' or ')}.`;
}

function carriesCredential(api: Api, { name, in: place }: Parameter): boolean {
  return api.securitySchemes.some((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === place && scheme.parameter === name;
    if (scheme.kind !== 'bearer') return false;
    return (place === 'query' && scheme.queryParameter === name) || isAuthorization(place, name);
  });
}

function isAuthorization(place: string, name: string): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}
