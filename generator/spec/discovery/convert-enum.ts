import type { Json, JsonObject } from '../read/json.js';
import type { DiscoveryContext } from './discovery-context.js';
import { itemsAt, textsAt } from './fields.js';
import { type Draft, makeList, makeMap } from './make-value.js';
import { convertText } from './convert-value.js';

/** A value of an enum with its index in the Discovery document. */
interface Value {
  readonly value: Json;
  readonly text: string;
  readonly index: number;
}

/** The values of an enum, each once, and what is said about each: its meaning, and whether it is deprecated. */
export function convertEnum(context: DiscoveryContext, node: JsonObject, type: string | undefined): Draft {
  const values = valuesOf(context, node, type);
  if (values.length === 0) return {};
  const descriptions = textsAt(context, node, 'enumDescriptions');
  const flags = itemsAt(context, node, 'enumDeprecated');
  const described = values.filter(({ index }) => (descriptions[index] ?? '').trim() !== '');
  const deprecated = values.filter(({ index }) => flags[index] === true);
  return {
    enum: makeList(
      context,
      { node, key: 'enum' },
      values.map(({ value }) => value),
      indexesOf(values),
    ),
    ...(described.length > 0 && {
      'x-enum-descriptions': makeMap(
        context,
        { node, key: 'enumDescriptions' },
        described.map(({ text, index }) => [text, descriptions[index]]),
      ),
    }),
    ...(deprecated.length > 0 && {
      'x-enum-deprecated': makeList(
        context,
        { node, key: 'enumDeprecated' },
        deprecated.map(({ value }) => value),
        indexesOf(deprecated),
      ),
    }),
  };
}

function valuesOf(context: DiscoveryContext, node: JsonObject, type: string | undefined): readonly Value[] {
  const texts = textsAt(context, node, 'enum');
  return texts.flatMap((text, index) => {
    const value = texts.indexOf(text) === index ? convertText(text, type) : undefined;
    return value === undefined ? [] : [{ value, text, index }];
  });
}

function indexesOf(values: readonly Value[]): readonly number[] {
  return values.map(({ index }) => index);
}
