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
 * Returns the JSON Schema of the arguments of an operation, with the schemas that it refers to, and without read-only properties. With
 * `isBrief`, for a list of tools, descriptions are cut to their first sentence, and common parameters have none.
 */
export function writeInputSchema(tool: Tool, isBrief: boolean): ObjectSchema {
  // An unresolved reference accepts any value, so that the operation can still be called.
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
  // `as`: `toTarget` copies JSON, and the schema above has the type `object`.
  const written = mapSchema(whole as JsonObject, (one) => writeForAgents(one, isBrief)) as ObjectSchema;
  return keepDefinitions(written, Infinity);
}

/** Shortens a schema object: cuts its description, and removes read-only properties if it allows additional ones. */
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
