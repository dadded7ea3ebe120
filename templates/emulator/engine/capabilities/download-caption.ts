import {
  type CaptionFormat,
  captionMediaType,
  convertCaptions,
  decodeCaptions,
  detectCaptionFormat,
  isCaptionFormat,
  translateCaptions,
} from '../domain/captions.js';
import type { CallResponse, Call, Capability } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { notFound, requireOwner } from '../rows/rows.js';
import { visibleRow } from '../rows/visibility.js';
import type { ReceivedMedia } from '../store/tables.js';
import { stringAt } from '../values/json-path.js';
import { requireInput } from './inputs.js';

/** Sends the file of a caption track as it was uploaded, or in the format `tfmt` and the language `tlang`. */
export const downloadCaption: Capability = (call, options) => {
  const id = requireInput(call, 'id');
  const row = visibleRow(call, 'captions', id);
  const media = call.tables.blob(`captions/${id}`);
  if (row === undefined || media === undefined) throw notFound(call, 'captions', id);
  if (options['owned'] === true) requireOwner(call, 'captions', row);
  const language = stringAt(call.params, 'tlang') ?? stringAt(row, 'snippet.language');
  return sent(converted(call, media), language);
};

function sent(media: ReceivedMedia, language: string | undefined): CallResponse {
  const safe = language !== undefined && /^[A-Za-z0-9-]{1,35}$/.test(language);
  return { kind: 'bytes', media, ...(safe ? { headers: { 'content-language': language } } : {}) };
}

function converted({ params }: Call, media: ReceivedMedia): ReceivedMedia {
  const format = stringAt(params, 'tfmt');
  const language = stringAt(params, 'tlang');
  if (format === undefined && language === undefined) return media;
  if (format !== undefined && !isCaptionFormat(format)) throw cannot('tfmt', `There is no caption format ${format}.`);
  const original = detectCaptionFormat(media.bytes);
  const text = decodeCaptions(media.bytes);
  if (original === undefined || text === undefined)
    throw cannot(format === undefined ? 'tlang' : 'tfmt', 'The track cannot be read as captions.');
  const translated = language === undefined ? text : translate(text, original, language);
  const target = format ?? original;
  const result = convertCaptions(translated, original, target);
  if (result === undefined) throw cannot('tfmt', 'The track cannot be converted.');
  return { bytes: new TextEncoder().encode(result), mediaType: captionMediaType(target) };
}

function translate(text: string, format: CaptionFormat, language: string): string {
  const translated = translateCaptions(text, format, language);
  if (translated === undefined) throw cannot('tlang', `The track cannot be translated to ${language}.`);
  return translated;
}

function cannot(location: string, message: string): HttpError {
  return new HttpError(400, 'couldNotConvert', message, { location, locationType: 'parameter' });
}
