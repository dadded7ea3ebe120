const punycodeBase = 36;
const firstBias = 72;
const firstCode = 128;

/** Length of the string that Punycode (RFC 3492) may take: a label of a host name without `xn--`. */
const longestCode = 59;

/** What Punycode decodes to; `undefined` where no string is encoded so. */
export function decodePunycode(value: string): string | undefined {
  const split = value.lastIndexOf('-');
  const points = Array.from(value.slice(0, Math.max(split, 0)), (character) => character.charCodeAt(0));
  if (value.length > longestCode || points.some((point) => point >= firstCode)) return undefined;
  const state = { code: firstCode, index: 0, bias: firstBias };
  let at = split + 1;
  while (at < value.length) {
    const read = readDelta(value, at, state.bias);
    if (read === undefined) return undefined;
    at = read.at;
    insertPoint(points, state, read.delta);
    if (state.code > 0x10ffff) return undefined;
  }
  return String.fromCodePoint(...points);
}

/** A string in Punycode, without `xn--`; `undefined` where that is longer than a label may be. */
export function encodePunycode(value: string): string | undefined {
  const points = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  if (points.length > longestCode) return undefined;
  const plain = points.filter((point) => point < firstCode);
  let written = plain.length === 0 ? '' : `${String.fromCodePoint(...plain)}-`;
  let [code, bias, done, delta] = [firstCode, firstBias, plain.length, 0];
  while (done < points.length) {
    const next = Math.min(...points.filter((point) => point >= code));
    delta += (next - code) * (done + 1);
    code = next;
    for (const point of points) {
      if (point < code) delta += 1;
      if (point !== code) continue;
      written += writeDelta(delta, bias);
      bias = adaptBias(delta, done + 1, done === plain.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    code += 1;
  }
  return written.length > longestCode ? undefined : written;
}

function insertPoint(points: number[], state: { code: number; index: number; bias: number }, delta: number): void {
  const size = points.length + 1;
  const position = state.index + delta;
  state.bias = adaptBias(delta, size, state.code === firstCode && state.index === 0);
  state.code += Math.floor(position / size);
  state.index = position % size;
  points.splice(state.index, 0, state.code);
  state.index += 1;
}

function readDelta(value: string, start: number, bias: number): { delta: number; at: number } | undefined {
  let [delta, weight, at] = [0, 1, start];
  for (let k = punycodeBase; at < value.length; k += punycodeBase) {
    const digit = digitOf(value.charCodeAt(at));
    at += 1;
    delta += digit * weight;
    if (digit >= punycodeBase || delta > 0x7fffffff) return undefined;
    const threshold = thresholdOf(k, bias);
    if (digit < threshold) return { delta, at };
    weight *= punycodeBase - threshold;
  }
  return undefined;
}

function writeDelta(delta: number, bias: number): string {
  let [left, written] = [delta, ''];
  for (let k = punycodeBase; ; k += punycodeBase) {
    const threshold = thresholdOf(k, bias);
    if (left < threshold) return written + toDigit(left);
    const digit = threshold + ((left - threshold) % (punycodeBase - threshold));
    written += toDigit(digit);
    left = Math.floor((left - threshold) / (punycodeBase - threshold));
  }
}

/** Letters are 0 to 25, digits are 26 to 35. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 26 ? letter : punycodeBase;
}

function toDigit(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30);
}

function thresholdOf(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, 1), 26);
}

function adaptBias(delta: number, size: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / size);
  let k = 0;
  for (; left > 455; k += punycodeBase) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}
