import type { MediaUpload, Operation } from '../../api/api.js';
import { joinWords, lowerFirst, printCount } from '../../api/docs/sentence.js';
import { objectOf, textsOf } from './extension-values.js';
import type { Words } from './words.js';

/** What `media` takes: `` Bytes of type `image/png`. ``, `At most 2,048 bytes (2 KiB).` */
export function mediaSentences({ mediaTypes, accepted, maxBytes }: MediaUpload, words: Words): readonly string[] {
  const types = accepted ?? mediaTypes;
  const any = types.length === 0 || types.includes('*/*');
  return [
    `Bytes of ${any ? 'any type' : `type ${joinWords(types.map(words.code), 'or')}`}.`,
    ...(maxBytes === undefined
      ? []
      : [`At most ${printCount(maxBytes)} ${maxBytes === 1 ? 'byte' : 'bytes'}${inUnits(maxBytes)}.`]),
  ];
}

/** What a service is known to take as `media` beyond its types, and how it can be sent (`x-media`), a line each. */
export function uploadSentences({ body, extensions }: Operation, words: Words): readonly string[] {
  const media = body?.media;
  if (media === undefined) return [];
  const { upload } = objectOf(extensions['x-media']);
  const ways = textsOf(objectOf(upload).protocols).flatMap((protocol) => protocols.get(protocol) ?? []);
  const isKnown = media.accepted !== undefined || media.maxBytes !== undefined;
  return [
    ...(isKnown ? [`Media: ${lowerFirst(mediaSentences(media, words).join(' '))}`] : []),
    ...(ways.length === 0 ? [] : [`Media can be sent ${joinWords(ways, 'or')}.`]),
  ];
}

const protocols: ReadonlyMap<string, string> = new Map([
  ['media', 'alone'],
  ['multipart', 'with the body in one request'],
  ['resumable', 'in pieces, to be resumed'],
]);

const units: readonly (readonly [unit: string, size: number])[] = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
];

/** ` (2 MiB)` where that says it exactly. */
function inUnits(bytes: number): string {
  const found = units.find(([, size]) => bytes % size === 0);
  return found === undefined ? '' : ` (${printCount(bytes / found[1])} ${found[0]})`;
}
