import {
  defineCapability,
  invalidInput,
  notFoundIn,
  stringAt,
  type Capability,
  type CapabilityCall,
  type CapabilityResponse,
  type ReceivedMedia,
} from '@speccast/emulator/capabilities';
import {
  captionMediaType,
  convertCaptions,
  decodeCaptions,
  detectCaptionFormat,
  isCaptionFormat,
  translateCaptions,
  type CaptionFormat,
} from './captions/captions.js';

/** Members of `x-action` beside `perform`. */
interface DownloadCaptionOptions {
  /** True if only the owner of the video may download the file. Default: false. */
  readonly owned?: boolean;
}

/** Sends the file of a caption track as it was uploaded, or in the format `tfmt` and the language `tlang`. */
export const downloadCaption: Capability = defineCapability<DownloadCaptionOptions>({
  errors: [
    notFoundIn('captions'),
    invalidInput('tfmt', {
      reason: 'couldNotConvert',
      is: 'a format that the track can be converted to',
      fix: 'Send srt, vtt, sbv, ttml or scc as tfmt.',
    }),
    invalidInput('tlang', {
      reason: 'couldNotConvert',
      is: 'a language that the track can be translated to',
      fix: 'Send the code of a language as tlang, such as fr.',
    }),
  ],
  run(call, { owned = false }) {
    const captions = call.table('captions');
    const id = call.requireInput('id');
    const row = captions.requireVisible(id);
    const media = call.mediaAt(`captions/${id}`);
    if (media === undefined) throw captions.notFound(id);
    if (owned) captions.requireOwner(row);
    const language = stringAt(call.params, 'tlang') ?? stringAt(row, 'snippet.language');
    return respond(convertMedia(call, media), language);
  },
});

function respond(media: ReceivedMedia, language: string | undefined): CapabilityResponse {
  const safe = language !== undefined && /^[A-Za-z0-9-]{1,35}$/.test(language);
  return { kind: 'bytes', media, ...(safe ? { headers: { 'content-language': language } } : {}) };
}

function convertMedia(call: CapabilityCall, media: ReceivedMedia): ReceivedMedia {
  const format = stringAt(call.params, 'tfmt');
  const language = stringAt(call.params, 'tlang');
  const cannot = (location: string, message: string): Error =>
    call.error(400, 'couldNotConvert', message, { location, locationType: 'parameter' });
  if (format === undefined && language === undefined) return media;
  if (format !== undefined && !isCaptionFormat(format)) throw cannot('tfmt', `There is no caption format ${format}.`);
  const original = detectCaptionFormat(media.bytes);
  const text = decodeCaptions(media.bytes);
  if (original === undefined || text === undefined)
    throw cannot(format === undefined ? 'tlang' : 'tfmt', 'The track cannot be read as captions.');
  const translated = language === undefined ? text : translateCaptions(text, original, language);
  if (translated === undefined) throw cannot('tlang', `The track cannot be translated to ${String(language)}.`);
  const target: CaptionFormat = format ?? original;
  const result = convertCaptions(translated, original, target);
  if (result === undefined) throw cannot('tfmt', 'The track cannot be converted.');
  return { bytes: new TextEncoder().encode(result), mediaType: captionMediaType(target) };
}
