import { groupBy, listPresent } from '../../iterables.js';
import type { Api, Layer } from '../../api/api.js';
import { joinWords, printCount } from '../../api/tools/sentence.js';
import type { Diagnostic } from '../../diagnostics.js';
import { type Json, type JsonObject, toObject } from '../../json.js';
import { printLimits, quotaLimits, listStatusReasons } from '../code/operation-sentences.js';
import { code, type Code } from '../code/templates.js';
import { descriptionBlocks, descriptionLine, joinBlocks } from './description.js';
import { orderExamples } from './example-call.js';
import { codeSpan, markdownText, markdownCode, tableRow } from './markdown.js';
import type { Layout } from '../layout.js';

/** Prints a row for each scope: its name and description. */
export function scopeRows({ securitySchemes }: Api): readonly Code[] {
  return securitySchemes
    .flatMap((scheme) => (scheme.kind === 'bearer' ? scheme.scopes : []))
    .map(({ name, description = '' }) => tableRow([codeSpan(name).text, descriptionLine(description).text]));
}

/** Prints a row for each bucket of the quota: its name and limits. */
export function quotaRows(api: Api): readonly Code[] {
  return Object.entries(quotaLimits(api)).map(([bucket, limits]) =>
    tableRow([codeSpan(bucket).text, printLimits(limits)]),
  );
}

/** Prints the errors that report a spent quota, as a clause; empty if the spec has none. */
export function spentClause({ errors }: Api): Code {
  const { reasons = [], errors: others = [] } = errors?.quota ?? {};
  const clauses = others.map(({ status, reason, message }) => {
    const start = status === undefined ? '' : `the status ${status}, `;
    return `${start}the reason ${markdownCode(reason)} with ${markdownCode(message)} in the message`;
  });
  const plain = reasons.length > 0 && `the reason ${joinWords(reasons.map(markdownCode), 'or')}`;
  return code(listPresent([plain, ...clauses]).join('; or '));
}

/** Prints a row for each status with the reasons of its errors; reasons that the emulator sends only as faults come last. */
export function reasonRows(extensions: JsonObject): readonly Code[] {
  return listStatusReasons(extensions).map(({ status, reasons, faults }) => {
    const clauses = listPresent([
      reasons.length > 0 && reasons.map(markdownCode).join(', '),
      faults.length > 0 && `only as faults: ${faults.map(markdownCode).join(', ')}`,
    ]);
    return tableRow([markdownCode(status), clauses.join('; ')]);
  });
}

/** Prints a row for each decision that the document leaves open, and the different decision of the profile `vendor`, in order of number. */
export function decisionRows({ extensions }: Api): readonly Code[] {
  const vendor = toObject(extensions['x-vendor-decisions']);
  const sentence = (value: Json | undefined): string => (typeof value === 'string' ? descriptionLine(value).text : '');
  // Decisions without a number come last.
  const readNumber = (name: string): number => Number(/^[A-Z]+(\d+)$/.exec(name)?.[1] ?? Number.MAX_SAFE_INTEGER);
  return Object.entries(toObject(extensions['x-decisions']))
    .toSorted(([left], [right]) => readNumber(left) - readNumber(right))
    .map(([name, text]) => tableRow([markdownText(name).text, sentence(text), sentence(vendor[name])]));
}

/** Prints the numbers of operations, schemas and so on in each layer of the spec; none if there is only one layer. */
export function layerRows({ layers }: Api): readonly Code[] {
  const [document, facts] = ['spec', 'overlays'].map((kind) => layers.find((layer) => layer.kind === kind));
  if (document === undefined || facts === undefined) return [];
  return layerFacts.map(([key, name]) => tableRow([name, printCount(document[key]), printCount(facts[key])]));
}

const layerFacts: readonly (readonly [key: Exclude<keyof Layer, 'kind'>, name: string])[] = [
  ['operations', 'Operations'],
  ['parameters', 'Parameters of operations'],
  ['schemas', 'Schemas'],
  ['properties', 'Properties'],
  ['enumValues', 'Values of enums'],
];

/** Prints a row for each request that the service sends: name, method, body, expected response, description. */
export function webhookRows({ webhooks = [] }: Api, layout: Layout): readonly Code[] {
  return webhooks.map(({ name, operation, expression = '', method, payload, response, doc }) => {
    const text = doc.summary ?? doc.description ?? '';
    const [paragraph = ''] = text.split(/\n\s*\n/, 1);
    const callback = operation === undefined ? '' : ` of ${markdownCode(operation)}, to ${markdownCode(expression)}`;
    return tableRow([
      `${markdownCode(name)}${callback}`,
      markdownCode(method),
      modelName(payload, layout),
      modelName(response, layout),
      `${doc.deprecated === true ? '**Deprecated.** ' : ''}${descriptionLine(paragraph).text}`,
    ]);
  });
}

function modelName(id: string | undefined, layout: Layout): string {
  const model = layout.modelById(id ?? '');
  return model ? markdownCode(layout.model(model).name) : '';
}

/** Most repairs of one kind on a page. */
const MOST_REPAIRS = 5;

/** Prints a row with the position of each repair, and for more than `MOST_REPAIRS` of a kind, a row with the number of further ones. */
export function repairRows(repairs: readonly Diagnostic[] = []): readonly Code[] {
  return [...groupBy(repairs, (one) => one.code)].flatMap(([kind, all]) => {
    const shown = all.slice(0, MOST_REPAIRS).map(({ at, message }) => {
      return tableRow([markdownCode(`${at.file}:${at.line}`), markdownText(message).text]);
    });
    const more = all.length - shown.length;
    return more === 0 ? shown : [...shown, tableRow(['', `${more} more ${markdownCode(kind)}`])];
  });
}

/** Divides the description of the service: `summary` for the start of README.md, `about` for a section of api.md. */
export function aboutView({ doc, title }: Api, parts = ''): { readonly summary: Code; readonly about: Code | false } {
  const { summary = '', description = '' } = doc;
  const blocks = descriptionBlocks(description.trim() === summary.trim() ? '' : description);
  const short = descriptionLine(summary).text;
  const count = blocks[0]?.kind === 'paragraph' && (short === '' || blocks.length === 1) ? 1 : 0;
  const first = listPresent([short !== '' && short, ...blocks.slice(0, count).map(({ text }) => text)]);
  return {
    summary: first.length === 0 ? markdownText(`${parts} of ${title}.`) : code(first.join('\n\n')),
    about: count < blocks.length && code(joinBlocks(blocks.slice(count))),
  };
}

/** Prints the maximum size of pages in an example list: ``pages of 50 (`maxResults`)``; `false` if no list states one. */
export function pageSentence(api: Api): Code | false {
  const list = orderExamples(api).find(({ operation: { paging } }) => paging?.size?.max !== undefined);
  const { parameter, max } = list?.operation.paging?.size ?? {};
  return parameter !== undefined && code(`pages of ${max} (${codeSpan(parameter).text})`);
}
