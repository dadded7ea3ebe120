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
  /** Table of the objects that have thumbnails. */
  readonly of: string;
  readonly kind: string;
}

/** Stores an uploaded image as the thumbnail of a video of the caller; its size determines the available sizes. */
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

/** Sizes of the thumbnails of videos. Those beyond `high` exist only if the upload is large enough. */
const sizes: readonly ThumbnailSize[] = [
  { name: 'default', width: 120, height: 90 },
  { name: 'medium', width: 320, height: 180 },
  { name: 'high', width: 480, height: 360 },
  { name: 'standard', width: 640, height: 480 },
  { name: 'maxres', width: 1280, height: 720 },
];

const alwaysThere = ['default', 'medium', 'high'];

/** Lists the sizes of the thumbnails of a video by the size of the upload. */
export function thumbnailSizes(upload?: { readonly width: number; readonly height: number }): readonly ThumbnailSize[] {
  return sizes.filter(
    ({ name, width, height }) =>
      alwaysThere.includes(name) || (upload !== undefined && upload.width >= width && upload.height >= height),
  );
}
