import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { resolveSchema, type Tool, type ToolBody } from '../tools/catalogue.js';
import { bundleSchema } from '../validators/json-schema/bundle-schema.js';
import { releaseOneWay } from '../validators/json-schema/release-one-way.js';
import { toTarget } from '../validators/json-schema/schema-targets.js';
import { argumentNames } from './arguments.js';
import { takingDigits } from './long-integers.js';
import { plainText } from './plain-text.js';

/** How much of the texts of a spec an agent is given, in characters. */
export interface TextLimits {
  readonly operation: number;
  readonly parameter: number;
  readonly property: number;
}

/** Limits where all operations are listed. */
export const listedTexts: TextLimits = { operation: 500, parameter: 200, property: 80 };

/** Limits where one operation is described. */
export const describedTexts: TextLimits = { operation: 4_000, parameter: 1_000, property: 500 };

/** Most characters of a string among values of a schema, which is cut no further: a value must stay what it is. */
const longestValue = 200;

/** The schema that the validators go by for the arguments of an operation, with all that it refers to. */
export function inputSchema(tool: Tool, limits: TextLimits): Record<string, unknown> & { type: 'object' } {
  const names = argumentNames(tool);
  const { body } = tool;
  const described = (schema: Json, description: string): Json => ({
    ...(isJsonObject(schema) ? schema : schema === false ? { not: {} } : {}),
    ...(description !== '' && { description: plainText(description, limits.parameter) }),
  });
  const properties: [string, Json][] = tool.parameters.map((one) => [
    one.property,
    described(one.schema, one.description),
  ]);
  const required = tool.parameters.filter((one) => one.required).map(({ property }) => property);
  if (body !== undefined) properties.push(['body', described(withFiles(tool, body), body.description)]);
  if (body?.required === true) required.push('body');
  if (names.contentType) properties.push(['contentType', { enum: body?.mediaTypes ?? [] }]);
  if (tool.media !== undefined) properties.push(['media', mediaSchema(tool.media.mediaTypes)]);
  if (tool.media?.required === true) required.push('media');
  if (names.saveTo !== undefined)
    properties.push(
      [names.saveTo, { type: 'string', description: 'File to write the bytes to, in an allowed folder' }],
      [names.overwrite, { type: 'boolean', description: 'Whether that file may be replaced' }],
    );
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(tool.operation.openParameters !== true && { additionalProperties: false }),
  };
  return selfContained(tool, schema, limits);
}

/** The schema of a body whose parts that are bytes are files in allowed folders. */
function withFiles(tool: Tool, { schema, files }: ToolBody): Json {
  const own = files.size === 0 ? undefined : resolveSchema(tool, schema);
  const properties = own?.['properties'];
  if (own === undefined || !isJsonObject(properties)) return schema;
  const entries = Object.entries(properties).map(([name, one]): readonly [string, Json] => {
    if (!files.has(name)) return [name, one];
    const isList = resolveSchema(tool, one)?.['items'] !== undefined;
    return [name, isList ? { type: 'array', items: mediaSchema([]) } : mediaSchema([])];
  });
  return { ...own, properties: Object.fromEntries(entries) };
}

function mediaSchema(mediaTypes: readonly string[]): Json {
  const listed = mediaTypes.length === 0 ? '' : `: ${plainText(mediaTypes.join(', '), longestValue)}`;
  const type = `Media type of the file${listed}. Default: by its ending`;
  return {
    type: 'object',
    description: 'The bytes to send: a file in an allowed folder',
    properties: { path: { type: 'string' }, type: { type: 'string', description: type } },
    required: ['path'],
    additionalProperties: false,
  };
}

function selfContained(
  { schemas }: Tool,
  schema: JsonObject,
  limits: TextLimits,
): Record<string, unknown> & { type: 'object' } {
  // What refers to nothing takes any value: the other operations are of use all the same.
  const follow = (ref: string): Json => schemas.at(ref) ?? true;
  const release = releaseOneWay('request', follow);
  const bundle = bundleSchema(schema, {
    follow,
    rewrite: ({ $dynamicRef: _dynamic, ...one }) => takingDigits(release(one)),
  });
  const { $schema: _dialect, ...whole } = toTarget(bundle, 'draft-2020-12');
  // What `toTarget` gives has the type of the schema that it was given.
  return withPlainTexts(whole, limits) as Record<string, unknown> & { type: 'object' };
}

/** Cuts the texts in a schema. A name of a property is none: it is what has to be sent. */
function withPlainTexts(schema: Record<string, unknown>, limits: TextLimits): unknown {
  const { properties, ...rest } = schema;
  const own = Object.entries(Object(properties)).map(([name, one]) => [name, cutTexts(one, limits.parameter, limits)]);
  return { ...Object(cutTexts(rest, 0, limits)), properties: Object.fromEntries(own) };
}

function cutTexts(value: unknown, most: number, limits: TextLimits): unknown {
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, limits.property, limits));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): readonly (readonly [string, unknown])[] => {
      if (key === 'examples' || key === 'title' || key === '$comment') return [];
      if (key === 'description' && typeof one === 'string') return most === 0 ? [] : [[key, plainText(one, most)]];
      // Under these, keys are names of properties and no keywords, and values are values.
      if (['properties', 'patternProperties', '$defs', 'dependentSchemas'].includes(key) && isJsonObject(one))
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(one).map(([name, inner]) => [name, cutTexts(inner, limits.property, limits)]),
            ),
          ],
        ];
      if (['enum', 'const', 'default', 'required', 'pattern', '$ref', 'dependentRequired'].includes(key))
        return [[key, one]];
      return [[key, cutTexts(one, limits.property, limits)]];
    }),
  );
}
