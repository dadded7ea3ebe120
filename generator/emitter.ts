/*
 * Entry `speccast/emitter`: the types and functions that emitters use, those of speccast and those of its users.
 * `EMITTER_INTERFACE` is its version, 1.
 */
export type * from './api/api.js';
export type * from './api/types/schema.js';
export type * from './api/types/shape.js';
export type { Position, Severity } from './diagnostics.js';
export type { Json, JsonObject } from './json.js';
export type { EmitContext, PackageSettings } from './emit/emit-context.js';
export type { Part } from './options.js';
export { EMITTER_INTERFACE, defineEmitter } from './emit/define-emitter.js';
export type {
  EmittedFile,
  EmittedFiles,
  EmittedSource,
  EmittedText,
  Emitter,
  EmitterContext,
  EmitterDefinition,
  ReportMistake,
} from './emit/define-emitter.js';
export { allGroups, dailyQuotaSymbol, featuresSymbol, outputPath, serviceSymbol } from './emit/layout.js';
export type { Layout } from './emit/layout.js';
export type { CodeSymbol, ImportLine, PlainFile, SourceFile, Statement } from './emit/source-file.js';
export * from './emit/code/api-features.js';
export * from './emit/code/doc-comments.js';
export * from './emit/code/operation-sentences.js';
export * from './emit/code/operation-params.js';
export * from './emit/code/call-types.js';
export * from './emit/code/operation-parts.js';
export * from './emit/code/operation-result.js';
export * from './emit/code/parameter-values.js';
export * from './emit/code/wire-code.js';
export * from './emit/code/imports.js';
export * from './emit/code/literals.js';
export * from './iterables.js';
export * from './emit/code/structures.js';
export * from './emit/code/types.js';
export {
  Code,
  code,
  compileTemplate,
  createTemplates,
  fields,
  literalCode,
  render,
  useAll,
} from './emit/code/templates.js';
export type { Field, RegexView, Templates } from './emit/code/templates.js';
export * from './emit/package/markdown.js';

// Deprecated names of 0.1, which 0.3 removes.
export { readMemberName as nameOfMember } from './emit/code/types.js';
export { codecSymbol as ofCodecs } from './emit/code/wire-code.js';
export { printTableRows as tableOf } from './emit/package/markdown.js';
