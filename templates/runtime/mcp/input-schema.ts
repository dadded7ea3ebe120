import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { Tool } from '../tools/catalogue.js';
import { bundleSchema } from '../validators/json-schema/bundle-schema.js';
import { mapSchema } from '../validators/json-schema/map-schema.js';
import { releaseOneWay } from '../validators/json-schema/release-one-way.js';
import { asSchemaObject } from '../validators/json-schema/schema-parts.js';
import { toTarget } from '../validators/json-schema/schema-targets.js';
import { listArguments } from './arguments.js';
import { acceptDigits } from './long-integers.js';
import { readFirstSentence, toPlainText } from './plain-text.js';
import { keepDefinitions, type ObjectSchema } from './prune-schema.js';

/**
 * Returns the schema of the arguments of an operation, with all that it refers to: that of the validators, without properties that only
 * the service writes. A brief one is for a list of tools: it has the first sentence of each text, and none for parameters that
 * all operations have.
 */
export function writeInputSchema(tool: Tool, isBrief: boolean): ObjectSchema {
  // A reference that resolves to nothing accepts any value, so that the other operations can be called.
  const follow = (ref: string) => tool.schemas.at(ref) ?? true;
  const args = listArguments(tool);
  const required = args.filter((one) => one.required).map(({ name }) => name);
  const properties = args.map(({ name, schema, description = '', isCommon }) => {
    const text = isBrief && isCommon ? '' : description;
    return [name, text === '' ? schema : { ...asSchemaObject(schema), description: text }];
  });
  const release = releaseOneWay('request', follow);
  const bundle = bundleSchema(
    {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      ...(tool.operation.openParameters !== true && { additionalProperties: false }),
    },
    { follow, rewrite: ({ $dynamicRef: _dynamic, ...one }) => acceptDigits(release(one)) },
  );
  const { $schema: _dialect, ...whole } = toTarget(bundle, 'draft-2020-12');
  // `as`: `toTarget` copies JSON, and the schema above is one of an object.
  const written = mapSchema(whole as JsonObject, (one) => writeForAgents(one, isBrief)) as ObjectSchema;
  return keepDefinitions(written, Infinity);
}

/** Cuts the texts of a schema object, and leaves out properties that callers should not send, if it takes any further property. */
function writeForAgents(
  { description, examples: _examples, title: _title, $comment: _comment, properties, ...rest }: JsonObject,
  isBrief: boolean,
): JsonObject {
  const { additionalProperties, unevaluatedProperties, required = [] } = rest;
  const isOpen = (additionalProperties ?? unevaluatedProperties ?? true) === true;
  const isKept = ([name, one]: readonly [string, Json]) => {
    const { readOnly, deprecated }: JsonObject = Object(one);
    return !isOpen || [required].flat().includes(name) || (readOnly !== true && !(isBrief && deprecated === true));
  };
  const cut = (text: string) => (isBrief ? toPlainText(readFirstSentence(text), 80) : toPlainText(text, 1_000));
  return {
    ...rest,
    ...(typeof description === 'string' && { description: cut(description) }),
    ...(isJsonObject(properties) && { properties: Object.fromEntries(Object.entries(properties).filter(isKept)) }),
  };
}
