import type { MediaTypeObject } from '../../spec/openapi/openapi.js';
import type { Lowering } from '../lowering.js';
import { essenceOf, isText, isXml } from './media-type.js';
import type { Schema } from '../schemas/schema.js';
import { targetSchema } from '../schemas/target-schema.js';

/** A media type that is text, with what the spec says it holds. */
export interface TextContent {
  readonly mediaType: string;
  readonly node: MediaTypeObject;
  readonly schema: Schema;
  /** Whether the same body may come as JSON, so that nothing is missed. */
  readonly isJsonToo: boolean;
}

/**
 * The schema of a body that is text: its own where that is one of texts; one of anything else describes what the text
 * means, which is reported to have no effect. A sample of the media type becomes one of the schema.
 */
export function lowerText(lowering: Lowering, content: TextContent): Schema {
  const { mediaType, node, schema } = content;
  const target = targetSchema(lowering, schema);
  const examples = examplesOf(content);
  if (isText(target)) return examples.length === 0 || target.examples !== undefined ? schema : { ...target, examples };
  const { document, diagnostics } = lowering;
  if (node.schema !== undefined && !content.isJsonToo) {
    const message = `the schema has no effect: ${JSON.stringify(mediaType)} travels as text, which is neither written nor read by it`;
    diagnostics.warning('unsupported-schema', message, document.positions.ofKey(node, 'schema'));
  }
  const sample = isXml(essenceOf(mediaType)) ? [`<${rootOf(schema)}/>`] : [];
  const texts = examples.length === 0 ? sample : examples;
  return { at: schema.at, types: ['string'], doc: {}, ...(texts.length > 0 && { examples: texts }) };
}

function examplesOf({ node }: TextContent): readonly string[] {
  const named = Object.values(node.examples ?? {}).map((one) => one['value']);
  return [node.example, ...named].filter((one) => typeof one === 'string');
}

/** Name of the element that a schema of XML describes. */
function rootOf({ ref }: Schema): string {
  const name = ref?.split('/').at(-1) ?? '';
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'root';
}
