const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/;

/** The same time, written in one of five other ways of RFC 3339; text that is no such time stays. */
export function otherTime(text: string, way: number): string {
  const [, seconds, fraction = ''] = written.exec(text) ?? [];
  const at = Date.parse(text);
  if (seconds === undefined || Number.isNaN(at) || fraction.length > 3) return text;
  const utc = new Date(at).toISOString();
  const whole = utc.slice(0, 19);
  if (way === 0) return at % 1000 === 0 ? `${whole}Z` : utc;
  if (way === 1) return `${utc.slice(0, 23)}000Z`;
  if (way === 2) return `${utc.slice(0, 23)}+00:00`;
  const shift = way === 3 ? 330 : -480;
  const local = new Date(at + shift * 60_000).toISOString().slice(0, 23);
  return `${local}${way === 3 ? '+05:30' : '-08:00'}`;
}
