import { createRequire } from 'node:module';

/*
 * Functions that load a library when it is first needed, because most runs need few of them. The build puts each library into
 * a file of its own (see bundle-libraries.ts), and recognizes it by these calls of `require()`.
 */

const require = createRequire(import.meta.url);

/** The exports of the `yaml` library. */
export type YamlLibrary = typeof import('yaml');

/** Reads YAML with the positions of its nodes. */
export function loadYaml(): YamlLibrary {
  return require('yaml');
}

/** Reads and edits JSON with the positions of its values. */
export function loadJsonc(): typeof import('jsonc-parser') {
  return require('jsonc-parser');
}

/** Finds the values that a JSONPath selects. */
export function loadJsonPath(): typeof import('json-p3') {
  return require('json-p3');
}

/** Reads regular expressions as trees. */
export function loadRegexpp(): typeof import('@eslint-community/regexpp') {
  return require('@eslint-community/regexpp');
}

/** The exports of the `markdown-it` library. */
export type MarkdownItLibrary = typeof import('markdown-it').default;

/** Reads Markdown as tokens. */
export function loadMarkdownIt(): MarkdownItLibrary {
  return require('markdown-it');
}

/** Parses an SPDX expression; throws an error if it is invalid. */
export function loadSpdxParser(): (expression: string) => unknown {
  return require('spdx-expression-parse');
}

/** Lists the identifiers of all SPDX licences. */
export function loadSpdxIds(): readonly string[] {
  return require('spdx-license-ids');
}

/** The exports of the `handlebars` library. */
export type HandlebarsLibrary = typeof import('handlebars');

/** Parses and compiles templates. */
export function loadHandlebars(): HandlebarsLibrary {
  return require('handlebars');
}

/** Runs templates that the build of speccast has compiled; it is the smaller part of `handlebars`. */
export function loadHandlebarsRuntime(): HandlebarsLibrary {
  return require('handlebars/runtime');
}

/** Loads the formatter of prettier only; the rest finds files and configurations, and would double the time of loading. */
export function loadPrettier(): typeof import('prettier/standalone') {
  return require('prettier/standalone');
}

/** Loads the parsers of prettier for TypeScript. */
export function loadPrettierPlugins(): readonly [
  typeof import('prettier/plugins/babel'),
  typeof import('prettier/plugins/estree'),
] {
  return [require('prettier/plugins/babel'), require('prettier/plugins/estree')];
}
