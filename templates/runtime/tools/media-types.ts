import { extname } from 'node:path';

/** Media types, each with the endings of its files, one media type a line. */
const table = `
video/mp4 mp4 m4v
video/quicktime mov
video/webm webm
video/x-matroska mkv
video/x-msvideo avi
video/mpeg mpg mpeg
audio/mpeg mp3
audio/mp4 m4a
audio/wav wav
audio/ogg ogg
audio/flac flac
image/png png
image/jpeg jpg jpeg
image/gif gif
image/webp webp
image/svg+xml svg
image/avif avif
image/bmp bmp
image/tiff tif tiff
text/plain txt
text/csv csv
text/html html htm
text/markdown md
text/vtt vtt
application/x-subrip srt
application/json json
application/jsonl jsonl ndjson
application/xml xml
application/yaml yaml yml
application/pdf pdf
application/zip zip
application/gzip gz
application/x-tar tar
`;

/** Returns the media type of a file by its ending: `film.mp4` → `video/mp4`; `undefined` for an unknown ending. */
export function mediaTypeByEnding(path: string): string | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  const rows = table.split('\n').map((row) => row.split(' '));
  return rows.find(([, ...endings]) => endings.includes(ending))?.[0];
}
