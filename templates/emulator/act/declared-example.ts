import { type Json, jsonResponses, type OperationContent } from '@speccast/runtime';
import { isJsonType, mediaTypeOf, responseIn } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import {
  type DocumentPart,
  listMediaTypes,
  findMember,
  operationPart,
  responsePart,
} from '../plan/operations/document-parts.js';
import { readCsv } from '../values/csv.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';

/** A media type of a response, and its part of the document. */
export interface DeclaredContent {
  readonly content: OperationContent;
  /** Absent where the emulator has no document. */
  readonly media?: DocumentPart | undefined;
  /** The validator of the response is about its values. */
  readonly isValidated: boolean;
}

type ReadResponse<Found> = (emulator: EmulatorPlan, plan: OperationPlan, status: number) => Found;

/** Makes a reader of the declaration of a response that reads it once. */
export function readOnce<Found>(read: ReadResponse<Found>): ReadResponse<Found> {
  const knownBy = new WeakMap<OperationPlan, Map<number, Found>>();
  return (emulator, plan, status) => {
    const known = knownBy.get(plan) ?? new Map<number, Found>();
    knownBy.set(plan, known);
    const found = known.get(status) ?? read(emulator, plan, status);
    known.set(status, found);
    return found;
  };
}

/** Lists the media types that an operation declares for a status, in the order of its descriptor. */
export const listContents: ReadResponse<readonly DeclaredContent[]> = readOnce(readContents);

/** Tells whether a media type can be the value of a header. */
export function isSendable(mediaType: string): boolean {
  return /^[!-~]+\/[ -~]*[!-~]$/.test(mediaType);
}

/** Finds the part of the document about a response of an operation. */
export function declaredPart(
  { document }: EmulatorPlan,
  plan: OperationPlan,
  status: number,
): DocumentPart | undefined {
  const operation = document && operationPart(document, plan);
  return document && operation && responsePart(document, operation, status);
}

function readContents(emulator: EmulatorPlan, plan: OperationPlan, status: number): readonly DeclaredContent[] {
  const { document = {} } = emulator;
  const part = declaredPart(emulator, plan, status);
  const declared = part && findMember(document, part, 'content');
  // The descriptor has no contents of redirects and errors.
  const own = responseIn(plan.operation.responses ?? jsonResponses, status)?.contents;
  const stated =
    own ??
    (part === undefined ? [] : listMediaTypes(part)).map((mediaType): OperationContent => ({
      mediaType,
      kind: isJsonType(mediaTypeOf(mediaType)) ? 'json' : 'text',
    }));
  const contents = stated.filter(({ mediaType }) => isSendable(mediaType));
  const medias = contents.map(({ mediaType }) => declared && findMember(document, declared, mediaType));
  const schemaAt = (index: number) => JSON.stringify(medias[index]?.value['schema'] ?? null);
  const kinds = ['json', 'xml', 'events', 'lines', 'text'];
  const [first = -1] = kinds.flatMap((kind) =>
    contents.flatMap((one, index) => ((one.kind ?? 'json') === kind ? index : [])),
  );
  return contents.map((content, index) => {
    const isData = content.kind === undefined || content.kind === 'json' || content.kind === 'xml';
    const isSame = isData && content.unvalidated !== true && schemaAt(index) === schemaAt(first);
    return { content, media: medias[index], isValidated: own !== undefined && (index === first || isSame) };
  });
}

/** Lists the examples of a media type, a parameter or a header, the first one first: `example`, then `examples`. */
export function examplesIn({ document = {} }: EmulatorPlan, holder: DocumentPart | undefined): readonly Json[] {
  const examples = holder && findMember(document, holder, 'examples');
  const named = Object.keys(examples?.value ?? {}).map((name) => {
    const {
      value,
      dataValue = value,
      serializedValue = dataValue,
    } = (examples && findMember(document, examples, name)?.value) ?? {};
    return serializedValue;
  });
  return [holder?.value['example'], ...named].filter((one) => one !== undefined);
}

/**
 * Lists the examples that the document declares for a successful response as values: those of JSON, else of XML, else of CSV, which
 * are rows.
 */
export function declaredExamples(emulator: EmulatorPlan, plan: OperationPlan): readonly Json[] {
  const contents = listContents(emulator, plan, chooseSuccess(plan));
  for (const kind of ['json', 'xml', 'csv'])
    for (const { content, media } of contents) {
      const own = isCsv(content.mediaType) ? 'csv' : (content.kind ?? 'json');
      const examples = own === kind ? examplesIn(emulator, media) : [];
      const values = examples.flatMap((example) => readExample(plan, content, example));
      if (values.length > 0) return values;
    }
  return [];
}

/** Tells whether a media type is CSV. */
export function isCsv(mediaType: string): boolean {
  return mediaTypeOf(mediaType) === 'text/csv';
}

/** Reads an example that is text: XML, CSV or JSON. Returns none if it is something else than its media type says. */
export function readExample({ operation }: OperationPlan, content: OperationContent, example: Json): readonly Json[] {
  if (typeof example !== 'string') return [example];
  if (isCsv(content.mediaType)) return [readCsv(example)];
  try {
    // Whatever is read from XML, or is JSON, can be JSON.
    if (content.kind === 'xml') return [operation.xml?.read(example, content, Error) as Json];
    return [example, JSON.parse(example) as Json];
  } catch {
    return content.kind === 'xml' ? [] : [example];
  }
}
