import { createRequire } from 'node:module';

/** What the `handlebars` library exports. */
export type HandlebarsLibrary = typeof import('handlebars');

/**
 * The `handlebars` library, of which templates that the build of speccast has compiled need only the part that runs them
 * (`handlebars/runtime`).
 */
export function loadHandlebars(part: 'handlebars' | 'handlebars/runtime'): HandlebarsLibrary {
  return createRequire(import.meta.url)(part);
}
