import { createRequire } from 'node:module';

/*
 * The libraries that few runs need, each loaded when it is first needed. The build puts each into a file of its own
 * (see bundle-libraries.ts), which it finds by these calls of `require()`.
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

/** Finds what a JSONPath selects. */
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

/** Parses an SPDX expression; throws where it is none. */
export function loadSpdxParser(): (expression: string) => unknown {
  return require('spdx-expression-parse');
}

/** Lists the identifiers of licences that SPDX has. */
export function loadSpdxIds(): readonly string[] {
  return require('spdx-license-ids');
}

/** The exports of the `handlebars` library. */
export type HandlebarsLibrary = typeof import('handlebars');

/** Parses and compiles templates. */
export function loadHandlebars(): HandlebarsLibrary {
  return require('handlebars');
}

/** Loads the part of `handlebars` for templates that the build of speccast has compiled. */
export function loadHandlebarsRuntime(): HandlebarsLibrary {
  return require('handlebars/runtime');
}

/** Loads the part of prettier that formats; the rest, which finds files and configurations, would take as long again to load. */
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
