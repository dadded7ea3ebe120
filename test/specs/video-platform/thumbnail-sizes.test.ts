import { describe, expect, test } from 'vitest';
import { thumbnailSizes } from '../../../specs/video-platform/capabilities/set-thumbnail.js';

const size = (width: number, height: number): { width: number; height: number } => ({ width, height });

describe('thumbnailSizes', () => {
  test.each([
    [undefined, ['default 120x90', 'medium 320x180', 'high 480x360']],
    [size(320, 240), ['default 120x90', 'medium 320x180', 'high 480x360']],
    [size(640, 480), ['default 120x90', 'medium 320x180', 'high 480x360', 'standard 640x480']],
    [size(1280, 720), ['default 120x90', 'medium 320x180', 'high 480x360', 'standard 640x480', 'maxres 1280x720']],
  ])('returns the sizes for an uploaded image of %j', (upload, want) => {
    expect(thumbnailSizes(upload).map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual(want);
  });
});
