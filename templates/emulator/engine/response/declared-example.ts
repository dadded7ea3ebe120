import { isJsonObject, type Json, type JsonObject, type OperationContent } from '@speccast/runtime';
import { follow, isJsonType, mediaTypeOf, operationIn } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';

/** The examples that the document declares for the JSON or else the XML of a successful response, the first one first. */
export function declaredExamples({ document }: EmulatorPlan, plan: OperationPlan): readonly Json[] {
  if (document === undefined) return [];
  const { responses } = operationIn(document, plan);
  const entries = Object.entries(isJsonObject(responses) ? responses : {});
  const success =
    entries.find(([status]) => status.startsWith('2')) ?? entries.find(([status]) => status === 'default');
  const { content } = objectAt(document, success?.[1]);
  const contents = Object.entries(isJsonObject(content) ? content : {});
  const xml = plan.operation.responses?.flatMap((one) => one.contents ?? []).filter(({ kind }) => kind === 'xml') ?? [];
  const isXml = ([type]: readonly [string, Json]): boolean => xml.some(({ mediaType }) => mediaType === type);
  const [type, media] = contents.find(([name]) => isJsonType(mediaTypeOf(name))) ?? contents.find(isXml) ?? [];
  if (!isJsonObject(media)) return [];
  const { example, examples } = media;
  const named = Object.values(isJsonObject(examples) ? examples : {}).flatMap((one) => {
    const value = objectAt(document, one)['value'];
    return value === undefined ? [] : [value];
  });
  const all = example === undefined ? named : [example, ...named];
  const written = xml.find(({ mediaType }) => mediaType === type);
  return written === undefined ? all : all.flatMap((one) => readExample(plan, written, one));
}

/** An example in XML is text, or the value that it is read as; none where it is not what its schema declares. */
function readExample({ operation }: OperationPlan, content: OperationContent, example: Json): readonly Json[] {
  if (typeof example !== 'string') return [example];
  try {
    // Whatever is read from XML can be JSON.
    return [operation.xml?.read(example, content, Error) as Json];
  } catch {
    return [];
  }
}

/** The object that a value is, or refers to; empty for anything else. */
function objectAt(document: JsonObject, value: Json | undefined): JsonObject {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  const target = typeof reference === 'string' ? follow(document, reference) : value;
  return isJsonObject(target) ? target : {};
}
