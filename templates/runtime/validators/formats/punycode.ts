const punycodeBase = 36;
const firstBias = 72;
const firstCode = 128;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Maximum length of Punycode (RFC 3492) in a label of a host name: 63 without `xn--`. */
const longestCode = 59;

/** Decodes Punycode: `bcher-kva` → `bücher`; `undefined` if it is invalid. */
export function decodePunycode(value: string): string | undefined {
  const split = value.lastIndexOf('-');
  const points = Array.from(value.slice(0, Math.max(split, 0)), (character) => character.charCodeAt(0));
  if (value.length > longestCode || points.some((point) => point >= firstCode)) return undefined;
  let [code, index, bias, at] = [firstCode, 0, firstBias, split + 1];
  while (at < value.length) {
    const read = readDelta(value.slice(at).toLowerCase(), bias);
    if (!read) return undefined;
    const size = points.length + 1;
    const position = index + read.delta;
    bias = adaptBias(read.delta, size, code === firstCode && index === 0);
    code += Math.floor(position / size);
    index = position % size;
    if (code > 0x10ffff) return undefined;
    points.splice(index, 0, code);
    index += 1;
    at += read.length;
  }
  return String.fromCodePoint(...points);
}

/** Encodes a string in Punycode, without `xn--`: `bücher` → `bcher-kva`; `undefined` if it is too long for a label. */
export function encodePunycode(value: string): string | undefined {
  const points = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  if (points.length > longestCode) return undefined;
  const plain = points.filter((point) => point < firstCode);
  let written = plain.length ? `${String.fromCodePoint(...plain)}-` : '';
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

/** Reads the number at the start of a string, and its length. Digits are `a` to `z`, then `0` to `9`. */
function readDelta(value: string, bias: number) {
  let [delta, weight] = [0, 1];
  for (let at = 0; at < value.length; at += 1) {
    const digit = digits.indexOf(value.charAt(at));
    delta += digit * weight;
    if (digit < 0 || delta > 0x7fffffff) return undefined;
    const threshold = findThreshold(at, bias);
    if (digit < threshold) return { delta, length: at + 1 };
    weight *= punycodeBase - threshold;
  }
  return undefined;
}

function writeDelta(delta: number, bias: number) {
  let [left, written] = [delta, ''];
  for (let at = 0; ; at += 1) {
    const threshold = findThreshold(at, bias);
    if (left < threshold) return written + digits.charAt(left);
    const base = punycodeBase - threshold;
    written += digits.charAt(threshold + ((left - threshold) % base));
    left = Math.floor((left - threshold) / base);
  }
}

/** Returns the threshold at an index: a number ends at the first digit below it. */
function findThreshold(at: number, bias: number) {
  return Math.min(Math.max((at + 1) * punycodeBase - bias, 1), 26);
}

function adaptBias(delta: number, size: number, isFirst: boolean) {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / size);
  let k = 0;
  for (; left > 455; k += punycodeBase) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}
