/*
 * `speccast/emitter`: what emitters are made with, those of speccast and those of its users. Version 1; `EMITTER_INTERFACE` says
 * which one this is.
 */
export type * from './api/api.js';
export type * from './api/types/schema.js';
export type * from './api/types/shape.js';
export type { Position, Severity } from './diagnostics.js';
export type { Json, JsonObject } from './spec/read/json.js';
export type { EmitContext, PackageSettings, Part } from './emit/emit-context.js';
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
export { allGroups, outputPath, serviceSymbol } from './emit/layout.js';
export type { Layout } from './emit/layout.js';
export type { CodeSymbol, ImportLine, PlainFile, SourceFile, Statement } from './emit/source-file.js';
export * from './emit/code/api-features.js';
export * from './emit/code/docs/doc-lines.js';
export * from './emit/code/docs/operation-sentences.js';
export * from './emit/code/operations/argument-plan.js';
export * from './emit/code/operations/call-types.js';
export * from './emit/code/operations/operation-params.js';
export * from './emit/code/operations/operation-parts.js';
export * from './emit/code/operations/operation-result.js';
export * from './emit/code/operations/parameter-type.js';
export * from './emit/code/operations/parameter-values.js';
export * from './emit/code/operations/query-kinds.js';
export * from './emit/code/operations/served-parts.js';
export * from './emit/code/operations/wire-code.js';
export * from './emit/code/operations/wire-types.js';
export * from './emit/code/runtime-version.js';
export * from './emit/code/syntax/doc-comments.js';
export * from './emit/code/syntax/imports.js';
export * from './emit/code/syntax/literals.js';
export * from './iterables.js';
export * from './emit/code/syntax/structures.js';
export * from './emit/code/syntax/types.js';
export * from './emit/code/templates/templates.js';
export * from './emit/package/markdown.js';
