import {
  defineCapability,
  missingInput,
  notFoundIn,
  notOwnerOf,
  type Capability,
  type ThumbnailSize,
  withValue,
} from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface SetThumbnailOptions {
  /** Table of what gets the thumbnail. */
  readonly of: string;
  readonly kind: string;
}

/** Keeps an uploaded image as the thumbnail of a video of the caller's; the sizes there are depend on the image. */
export const setThumbnail: Capability = defineCapability<SetThumbnailOptions>({
  errors: [missingInput('videoId'), notFoundIn('videos'), notOwnerOf('the video')],
  run(call, { of, kind }) {
    const videos = call.table(of);
    const row = videos.require(call.requireInput('videoId'));
    videos.requireOwner(row);
    const { media, facts } = call.requireImage();
    const custom = withValue(row, 'contentDetails.hasCustomThumbnail', true);
    const thumbnails = videos.putThumbnails(custom, media, thumbnailSizes(facts));
    return { kind: 'json', body: { kind, etag: call.tag(JSON.stringify(thumbnails)), items: [thumbnails] } };
  },
});

/** Thumbnail sizes of videos; those beyond `high` exist only where the upload is as large. */
const sizes: readonly ThumbnailSize[] = [
  { name: 'default', width: 120, height: 90 },
  { name: 'medium', width: 320, height: 180 },
  { name: 'high', width: 480, height: 360 },
  { name: 'standard', width: 640, height: 480 },
  { name: 'maxres', width: 1280, height: 720 },
];

const alwaysThere = ['default', 'medium', 'high'];

/** The sizes that a video has, given the size of what was uploaded. */
export function thumbnailSizes(upload?: { readonly width: number; readonly height: number }): readonly ThumbnailSize[] {
  return sizes.filter(
    ({ name, width, height }) =>
      alwaysThere.includes(name) || (upload !== undefined && upload.width >= width && upload.height >= height),
  );
}
