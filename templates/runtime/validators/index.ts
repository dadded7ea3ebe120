// Names that generated validators and the emulator import; `./validators` of a generated package exports those for users.
export { collectOnce, collectFromRoot } from './check/collect-once.js';
export { collect } from './check/collect.js';
export { falseSchema } from './check/false-schema.js';
export { validator, validatorOf } from './check/create-validator.js';
export { declaredIn } from './json-schema/declared-names.js';
export { descend } from './check/descend.js';
export { documentPositions, positionOf } from './document/document-positions.js';
export { documentSchemas, type SchemaFacts, type DocumentSchemas } from './document/document-schemas.js';
export { isOneOf } from './values/equal.js';
export * from './formats/date-time.js';
export { isEmail } from './formats/email.js';
export * from './formats/google.js';
export * from './formats/hostname.js';
export * from './formats/idn-email.js';
export * from './formats/integers.js';
export * from './formats/small-integers.js';
export * from './formats/iri.js';
export { isIpv4, isIpv6 } from './formats/network.js';
export * from './formats/registry.js';
export * from './formats/text.js';
export * from './formats/uri.js';
export {
  createPlaceOf,
  withPlaces,
  type IssuePlace,
  type PositionTable,
  type PlaceOf,
  type PlacedValidator,
} from './document/issue-positions.js';
export { maxDepth, reject } from './check/issues.js';
export { registerSchemas, registerDocuments } from './json-schema/json-schema.js';
export * from './keywords/applicators.js';
export * from './keywords/arrays.js';
export * from './keywords/numbers.js';
export * from './keywords/objects.js';
export { findBroken, findLengthFault, isSent, withRules } from './keywords/request-rules.js';
export { say } from './keywords/say-count.js';
export * from './keywords/strings.js';
export * from './keywords/unions.js';
export * from './keywords/values.js';
export { createLenientCheck, type LenientResult, type CheckLeniently, type DeclaredNames } from './check/lenient.js';
export { recall, matchesFromRoot, tooDeep, circular } from './check/memo.js';
export { type RecursivePredicate, type Memo } from './check/context.js';
export { isMultiple, isMultipleExactly } from './values/multiple-of.js';
export { releaseOneWay, type Direction } from './json-schema/release-one-way.js';
export { isOpen } from './json-schema/schema-parts.js';
export type { CheckedSchema, Schema, Reference, NamedSchema, Keyword, Check, Verdict } from './check/schema.js';
export type { WriteSchema, SchemaRegistry } from './check/validator.js';
export { isAtMost, isAtLeast } from './values/strings.js';
export * from './values/types.js';
export { isUnique } from './values/unique.js';
export type {
  StandardResult,
  ValidateOptions,
  JsonSchemaOptions,
  StandardProperties,
  LengthRule,
  RequestRules,
  Validator,
  ValidatorParts,
} from './check/validator.js';
export type { Issue, Found, IssueContext, Location } from './check/context.js';
export { words, type Words } from './values/words.js';
