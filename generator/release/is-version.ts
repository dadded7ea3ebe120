/** Versions as npm has them. */
const VERSION = /^(?:0|[1-9]\d{0,14})(?:\.(?:0|[1-9]\d{0,14})){2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Whether a value is a semantic version, like `1.2.3` or `2.0.0-beta.1`. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 256 && VERSION.test(value);
}
