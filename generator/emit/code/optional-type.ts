/** Callers pass on what they may not have: `undefined` stands for "not given", whatever their compiler options. */
export function optionalType(type: string): string {
  return type === 'unknown' ? type : `${type} | undefined`;
}
