// The entry `@speccast/runtime/samples`, which `@speccast/emulator` and the generator share: values that match a schema, and strings that
// match a pattern.
export { samplePattern, type PatternStyle } from './sample-pattern.js';
export { sampleSchema, type SampleContext, type SampleStyle } from './sample-schema.js';
