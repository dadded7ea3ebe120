import type { KindName } from '../openapi/rules.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { printPointer } from '../references/pointer.js';
import type { Positions } from '../references/positions.js';
import { leaveOut, leaveOutNode, replace, findSlot, type Repair } from './repairs.js';
import { kinds } from '../openapi/kinds.js';
import { undescribedDone, undescribedScheme } from '../check/check-security.js';

/**
 * What is done about a reference that resolves to nothing, or to an object of another kind. A schema takes anything then, and
 * so do bodies; what there can be none of is left out.
 */
export function repairReference(
  positions: Positions,
  node: JsonObject,
  wanted: KindName,
  found?: { readonly kind: KindName | undefined; readonly value: Json },
): Repair | undefined {
  const { $ref } = node;
  const body = wanted === 'schema' && typeof $ref === 'string' ? bodySchema($ref, found?.value) : undefined;
  if (body !== undefined) return replace(node, '$ref', body, 'it is read as the schema of that body');
  if (wanted === 'schema') return leaveOut(node, '$ref', 'any value is valid there');
  if (wanted === 'pathItem') return leaveOut(node, '$ref', 'its operations are left out');
  const slot = findSlot(positions, node);
  if (slot === undefined || typeof $ref !== 'string') return undefined;
  const { owner, key } = slot;
  const isSchema = found?.kind === 'schema';
  if (wanted === 'response' || wanted === 'requestBody') {
    const done = isSchema ? 'it is read as the schema of a body in JSON' : 'its body may be any JSON';
    const content = { 'application/json': { schema: isSchema ? { $ref } : true } };
    return replace(owner, key, wanted === 'response' ? { description: '', content } : { content }, done);
  }
  if (wanted === 'securityScheme') return replace(owner, key, undescribedScheme, undescribedDone);
  return leaveOutNode(positions, node, kinds[wanted].label);
}

/** The reference to the schema of the body that a response or a request body has; `undefined` where there is none. */
function bodySchema(reference: string, value: Json | undefined): string | undefined {
  const content = isJsonObject(value) ? value['content'] : undefined;
  const [first] = isJsonObject(content) ? Object.entries(content) : [];
  if (first === undefined || !isJsonObject(first[1]) || first[1]['schema'] === undefined) return undefined;
  return `${reference}${encodeURI(printPointer(['content', first[0], 'schema']))}`;
}
