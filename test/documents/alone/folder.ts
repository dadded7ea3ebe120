import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root: string = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder of the packages that are generated from the documents alone, without the overlays that add public facts. */
export const folder: string = fileURLToPath(new URL('../../../.cache/documents-alone', import.meta.url));
