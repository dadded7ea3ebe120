/** A media type as it is compared: case, spaces and the usual charset mean nothing. */
export function mediaTypeKey(mediaType: string): string {
  return mediaType
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/;charset="?utf-8"?(?=;|$)/, '');
}
