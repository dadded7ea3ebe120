import type { Api } from '../../api/api.js';

/** Whether the resources of a service have thumbnails, which its emulator draws. */
export function takesPictures({ models }: Api): boolean {
  return models.some(
    ({ extensions }) => extensions['x-resource'] !== undefined && extensions['x-thumbnails'] !== undefined,
  );
}
