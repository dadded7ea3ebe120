import type { Json } from '@speccast/runtime';
import { headerText, isJsonType, mediaTypeOf } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan, Received } from '../plan/plan.js';
import { readOnce } from '../plan/read-once.js';
import { listMediaTypes, findMember } from '../plan/operations/document-parts.js';
import { declaredPart, examplesIn } from '../act/rows/examples.js';
import { findHeaderIssue, isToken } from '../plan/operations/header-issue.js';

/** Matches headers of framing and of CORS, which are derived from the response. */
const framing =
  /^(?:content-(?:type|length|encoding|range|security-policy)|transfer-encoding|connection|keep-alive|te|trailer|upgrade|date|access-control-.*)$/;

/** Matches headers that the emulator sets itself if the response comes from the state; only samples lack them. */
const stateHeaders = /^(?:etag|link)$/;

/** Usual values of headers that documents rarely have examples of. */
const usual: Readonly<Record<string, Json>> = {
  'cache-control': 'no-store',
  'content-disposition': 'attachment',
  'content-language': 'en',
  etag: '"sample"',
  expires: 'Wed, 01 Jan 2025 00:00:00 GMT',
  location: 'https://example.test/',
  'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT',
  'retry-after': '1',
  'set-cookie': 'session=sample; Path=/; HttpOnly',
  vary: 'Accept',
  'www-authenticate': 'Bearer',
};

/**
 * Adds the headers that the document declares for the status and that the response lacks: those with an example, with its value;
 * required ones, the `Location` of a redirect and the cookie of a security scheme, with a value of their schema.
 */
export async function withDeclaredHeaders(
  service: EmulatorPlan,
  { plan, notes }: Received,
  responding: Response | Promise<Response>,
): Promise<Response> {
  const response = await responding;
  if (!plan) return response;
  const isOfState = plan.behaviour.action !== undefined && notes.sampled !== true;
  const lacking = declaredHeaders(plan, service, response.status).filter(
    ([name]) => !response.headers.has(name) && !(isOfState && stateHeaders.test(name)),
  );
  for (const [name, text] of lacking) response.headers.append(name, text);
  return response;
}

const declaredHeaders = readOnce((plan: OperationPlan, service: EmulatorPlan, status: number) => {
  const { document = {} } = service;
  const part = declaredPart(plan, service, status);
  const declared = findMember(document, part, 'headers');
  const [session] = Object.values(service.service.security).flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'cookie' ? `${scheme.name}=sample; Path=/; HttpOnly` : [],
  );
  return Object.keys(declared?.value ?? {}).flatMap((stated) => {
    const header = findMember(document, declared, stated);
    const name = stated.toLowerCase();
    if (!header || !isToken.test(name) || framing.test(name)) return [];
    const isRedirect = name === 'location' && status >= 300 && status < 400;
    const isCookie = name === 'set-cookie';
    const cookie = isCookie ? session : undefined;
    const isNeeded = header.value['required'] === true || isRedirect || cookie !== undefined;
    const [type = ''] = listMediaTypes(header);
    const holder = findMember(document, header, 'content', type) ?? header;
    const schema = findMember(document, holder, 'schema');
    const { const: constant, example, examples = [], default: initial } = schema?.value ?? {};
    // The best come first.
    const values = [
      ...examplesIn(service, holder),
      constant,
      example,
      ...(Array.isArray(examples) ? examples : []),
      initial,
    ];
    if (isNeeded) {
      const seed = `${plan.operation.id} ${name}`;
      values.push(cookie ?? usual[name], schema && service.sampler?.({ schema: schema.value, root: document }, seed));
    }
    const explode = header.value['explode'] === true;
    const texts = values
      .filter((value) => value !== undefined && value !== null)
      .map((value) => {
        if (isCookie && Array.isArray(value)) return value.map(String);
        const json = isJsonType(mediaTypeOf(type)) && typeof value !== 'string';
        return [headerText(value, { json, explode })];
      })
      .find((all) =>
        all.every((text) => isSent.test(text) && (isCookie || findHeaderIssue(document, header, text) === undefined)),
      );
    return (texts ?? []).map((text) => [name, text] as const);
  });
});

/** Matches a text that a header can have, without line breaks. */
const isSent = /^[!-~](?:[\t -~]*[!-~])?$/;
