import type { Api, Layer, Webhook } from '../../api/api.js';
import { printCount } from '../../api/tools/sentence.js';
import type { Diagnostic } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { printLimits, quotaLimits, listStatusReasons } from '../code/operation-sentences.js';
import { code, type Code } from '../code/templates.js';
import { descriptionBlocks, descriptionLine, joinBlocks } from './description.js';
import { orderExamples } from './example-call.js';
import { codeSpan, markdownText, markdownCode, tableRow } from './markdown.js';
import type { Layout } from '../layout.js';

/** The scopes of all schemes, with what each allows. */
export function scopeRows({ securitySchemes }: Api): readonly Code[] {
  return securitySchemes
    .flatMap((scheme) => (scheme.kind === 'bearer' ? scheme.scopes : []))
    .map(({ name, description = '' }) => tableRow([codeSpan(name).text, descriptionLine(description).text]));
}

/** The buckets of units that calls draw from. */
export function quotaRows(api: Api): readonly Code[] {
  return Object.entries(quotaLimits(api)).map(([bucket, limits]) =>
    tableRow([codeSpan(bucket).text, printLimits(limits)]),
  );
}

/** Which errors say that the daily budget is spent, as a clause; empty where the spec does not say it. */
export function spentClause({ errors }: Api): Code {
  const { reasons = [], errors: others = [] } = errors?.quota ?? {};
  const clauses = [
    ...(reasons.length === 0 ? [] : [`the reason ${list(reasons.map(markdownCode))}`]),
    ...others.map(({ status, reason, message }) => {
      const code = status === undefined ? '' : `the status ${status}, `;
      return `${code}the reason ${markdownCode(reason)} with ${markdownCode(message)} in the message`;
    }),
  ];
  return code(clauses.join('; or '));
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Reasons that errors of every call can carry, by status; last those that the emulator sends only as faults. */
export function reasonRows(extensions: JsonObject): readonly Code[] {
  return listStatusReasons(extensions).map(({ status, reasons, faults }) => {
    const clauses = [
      ...(reasons.length === 0 ? [] : [reasons.map(markdownCode).join(', ')]),
      ...(faults.length === 0 ? [] : [`only as faults: ${faults.map(markdownCode).join(', ')}`]),
    ];
    return tableRow([codeSpan(status).text, clauses.join('; ')]);
  });
}

/** What was decided where the document is silent, and what the profile `vendor` does instead, a row a decision in their order. */
export function decisionRows({ extensions }: Api): readonly Code[] {
  const [decisions, others] = [extensions['x-decisions'], extensions['x-vendor-decisions']];
  if (!isJsonObject(decisions)) return [];
  const vendor = isJsonObject(others) ? others : {};
  const sentence = (value: Json | undefined): string => (typeof value === 'string' ? descriptionLine(value).text : '');
  return Object.entries(decisions)
    .toSorted(([left], [right]) => readDecisionNumber(left) - readDecisionNumber(right))
    .map(([name, said]) => tableRow([markdownText(name).text, sentence(said), sentence(vendor[name])]));
}

/** Decisions without a number come last. */
function readDecisionNumber(name: string): number {
  const found = /^[A-Z]+(\d+)$/.exec(name)?.[1];
  return found === undefined ? Number.MAX_SAFE_INTEGER : Number(found);
}

/** How many things each layer of the spec states, a row a kind of thing; empty where there is one layer. */
export function layerRows({ layers }: Api): readonly Code[] {
  const [document, facts] = ['spec', 'overlays'].map((kind) => layers.find((layer) => layer.kind === kind));
  if (document === undefined || facts === undefined) return [];
  return counted.map(([key, name]) => tableRow([name, printCount(document[key]), printCount(facts[key])]));
}

const counted: readonly (readonly [key: Exclude<keyof Layer, 'kind'>, name: string])[] = [
  ['operations', 'Operations'],
  ['parameters', 'Parameters of operations'],
  ['schemas', 'Schemas'],
  ['properties', 'Properties'],
  ['enumValues', 'Values of enums'],
];

/** The requests that the service sends, a row each: what it is, its body, the response that it expects, what it tells. */
export function webhookRows({ webhooks = [] }: Api, layout: Layout): readonly Code[] {
  return webhooks.map((webhook) => {
    const { method, payload, response, doc } = webhook;
    const text = doc.summary ?? doc.description ?? '';
    const told = text.split(/\n\s*\n/, 1)[0] ?? '';
    return tableRow([
      printWebhookName(webhook),
      codeSpan(method).text,
      modelName(payload, layout),
      modelName(response, layout),
      `${doc.deprecated === true ? '**Deprecated.** ' : ''}${descriptionLine(told).text}`,
    ]);
  });
}

function printWebhookName({ name, operation, expression = '' }: Webhook): string {
  const own = codeSpan(name).text;
  return operation === undefined ? own : `${own} of ${codeSpan(operation).text}, to ${codeSpan(expression).text}`;
}

function modelName(id: string | undefined, layout: Layout): string {
  const model = id === undefined ? undefined : layout.modelById(id);
  return model === undefined ? '' : codeSpan(layout.model(model).name).text;
}

/** Most repairs of one kind that a page lists. */
const MOST_REPAIRS = 5;

/** What was repaired in the document, and where: the first of each kind, and how many more. */
export function repairRows(repairs: readonly Diagnostic[] = []): readonly Code[] {
  const kinds = new Map<string, readonly Diagnostic[]>();
  for (const one of repairs) kinds.set(one.code, [...(kinds.get(one.code) ?? []), one]);
  return [...kinds].flatMap(([kind, all]) => {
    const shown = all
      .slice(0, MOST_REPAIRS)
      .map(({ at, message }) => [codeSpan(`${at.file}:${at.line}`).text, markdownText(message).text]);
    const more = all.length - shown.length;
    return [...shown, ...(more === 0 ? [] : [['', `${more} more ${markdownCode(kind)}`]])].map(tableRow);
  });
}

/** What pages say about the service: the first two paragraphs at the beginning of README.md, and all others in a section of api.md. */
export function aboutView({ doc, title }: Api, parts = ''): { readonly summary: Code; readonly about: Code | false } {
  const { summary, description = '' } = doc;
  const blocks = descriptionBlocks(description.trim() === summary?.trim() ? '' : description);
  const short = descriptionLine(summary ?? '').text;
  const count = blocks[0]?.kind === 'paragraph' && (short === '' || blocks.length === 1) ? 1 : 0;
  const first = [...(short === '' ? [] : [short]), ...blocks.slice(0, count).map(({ text }) => text)];
  return {
    summary: first.length === 0 ? markdownText(`${parts} of ${title}.`) : code(first.join('\n\n')),
    about: count === blocks.length ? false : code(joinBlocks(blocks.slice(count))),
  };
}

/** `pages of 50 (`maxResults`)`, of the first list that says how long its pages may be; `false` where none does. */
export function pageSentence(api: Api): Code | false {
  const list = orderExamples(api).find(({ operation: { paging } }) => paging?.size?.max !== undefined);
  const { parameter, max } = list?.operation.paging?.size ?? {};
  return parameter !== undefined && code(`pages of ${max} (${codeSpan(parameter).text})`);
}
