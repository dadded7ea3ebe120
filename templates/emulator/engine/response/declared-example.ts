import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { operationIn } from '../plan/with-document.js';
import { follow } from '../sampling/resolve-schema.js';
import { isJsonType, mediaTypeOf } from '../values/media-type.js';

/** The examples that the document declares for the JSON of a successful response, the first one first. */
export function declaredExamples({ document }: EmulatorPlan, plan: OperationPlan): readonly Json[] {
  if (document === undefined) return [];
  const { responses } = operationIn(document, plan);
  const entries = Object.entries(isJsonObject(responses) ? responses : {});
  const success =
    entries.find(([status]) => status.startsWith('2')) ?? entries.find(([status]) => status === 'default');
  const { content } = objectAt(document, success?.[1]);
  const contents = Object.entries(isJsonObject(content) ? content : {});
  const [, media] = contents.find(([type]) => isJsonType(mediaTypeOf(type))) ?? [];
  if (!isJsonObject(media)) return [];
  const { example, examples } = media;
  const named = Object.values(isJsonObject(examples) ? examples : {}).flatMap((one) => {
    const value = objectAt(document, one)['value'];
    return value === undefined ? [] : [value];
  });
  return example === undefined ? named : [example, ...named];
}

/** The object that a value is, or refers to; empty for anything else. */
function objectAt(document: JsonObject, value: Json | undefined): JsonObject {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  const target = typeof reference === 'string' ? follow(document, reference) : value;
  return isJsonObject(target) ? target : {};
}
