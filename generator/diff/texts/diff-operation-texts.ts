import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import type { OperationDiff } from '../api-diff.js';
import { quote, step, isSameFact } from '../finding.js';
import { follow, rawAt } from './raw-at.js';
import type { Side } from '../side.js';
import type { Operation } from '../../api/api.js';

/** Compares what only people read of an operation: examples, links to other operations, and what is said elsewhere. */
export function diffOperationTexts(diff: OperationDiff): void {
  const { sides, before, after } = diff;
  const [old, now] = [textsOf(sides.before, stepsTo(before)), textsOf(sides.after, stepsTo(after))];
  for (const [key, text] of now) {
    const other = old.get(key);
    // What comes or goes at once is a change of its own.
    if (other !== undefined && !isSameFact(other.value, text.value)) tell(diff, text);
  }
}

/** A text, or something in its stead. */
interface Text {
  readonly what: string;
  /** Below the operation: `parameters.limit`. */
  readonly subject: string;
  readonly steps: readonly string[];
  readonly value: Json;
}

function tell({ subject, sides, tellAt }: OperationDiff, { what, steps, subject: inner }: Text): void {
  const { locate } = sides.after;
  const at = locate(steps) ?? locate(steps.slice(0, -1));
  const where = { subject: inner === '' ? subject : `${subject}.${inner}`, ...(at !== undefined && { at }) };
  tellAt(where)('docs-changed', `${what} changed`);
}

function textsOf(side: Side, steps: readonly string[]): ReadonlyMap<string, Text> {
  const node = rawAt(side, steps);
  const inner = (holder: JsonObject, key: string): JsonObject => {
    const found = follow(side.api.document, holder[key]);
    return isJsonObject(found) ? found : {};
  };
  const body = inner(node, 'requestBody');
  const responses = Object.keys(inner(node, 'responses')).flatMap((status) => {
    const response = inner(inner(node, 'responses'), status);
    const at = { subject: `responses.${step(status)}`, steps: [...steps, 'responses', status] };
    return [
      one('links', response['links'], at),
      ...examplesIn(side, response, at),
      ...Object.keys(inner(response, 'headers')).flatMap((name) =>
        examplesOf(inner(inner(response, 'headers'), name), {
          subject: `${at.subject}.headers.${step(name)}`,
          steps: [...at.steps, 'headers', name],
        }),
      ),
    ];
  });
  const texts = [
    one('externalDocs', node['externalDocs'], { subject: '', steps }),
    ...parametersOf(side, steps),
    ...examplesIn(side, body, { subject: 'body', steps: [...steps, 'requestBody'] }),
    ...responses,
  ];
  return new Map(texts.map((text) => [JSON.stringify([text.what, text.subject]), text]));
}

type At = Pick<Text, 'subject' | 'steps'>;

const names = {
  links: 'the links to other operations',
  externalDocs: 'what is said elsewhere (externalDocs)',
  examples: 'the examples',
};

function one(key: 'links' | 'externalDocs', value: Json | undefined, { subject, steps }: At): Text {
  return { what: names[key], subject, steps: [...steps, key], value: value ?? null };
}

/** Those of a parameter, a header or a media type. */
function examplesOf({ example, examples }: JsonObject, { subject, steps }: At): Text {
  const key = examples === undefined ? 'example' : 'examples';
  return { what: names.examples, subject, steps: [...steps, key], value: [example ?? null, examples ?? null] };
}

/** Those of all media types of a body, as one. */
function examplesIn({ api: { document } }: Side, body: JsonObject, { subject, steps }: At): readonly Text[] {
  const content = body['content'];
  if (!isJsonObject(content)) return [];
  return Object.keys(content).flatMap((mediaType) => {
    const node = follow(document, content[mediaType]);
    const at = { subject, steps: [...steps, 'content', mediaType] };
    return isJsonObject(node) ? [{ ...examplesOf(node, at), what: `the examples of ${quote(mediaType)}` }] : [];
  });
}

/** Those of the operation and of its path. */
function parametersOf(side: Side, steps: readonly string[]): readonly Text[] {
  return [steps.slice(0, -1), steps].flatMap((holder) => {
    const list = rawAt(side, holder)['parameters'];
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry, index) => {
      const node = follow(side.api.document, entry);
      if (!isJsonObject(node) || typeof node['name'] !== 'string') return [];
      const at = { subject: `parameters.${step(node['name'])}`, steps: [...holder, 'parameters', String(index)] };
      return [examplesOf(node, at)];
    });
  });
}

/** The keys of the path to an operation in its document. */
export function stepsTo({ method, path }: Pick<Operation, 'method' | 'path'>): readonly string[] {
  return ['paths', path, method.toLowerCase()];
}
