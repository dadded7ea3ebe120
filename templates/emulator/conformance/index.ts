export type { Check, ConformanceKit, Expectation, Sender, Step } from './check.js';
export { formatConformance } from './format-conformance.js';
export { listChecks } from './list-checks.js';
export type { CheckResult, ConformanceReport, StepResult } from './report.js';
export { runKit, type ConformanceOptions } from './run-conformance.js';
