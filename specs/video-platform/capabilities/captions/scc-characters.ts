/** A two-byte code of CEA-608, channel 1, without parity. */
export type Code = readonly [first: number, second: number];

/** Codes of ASCII that have another character in CEA-608. */
const basic: Readonly<Record<number, string>> = {
  0x2a: 'á',
  0x5c: 'é',
  0x5e: 'í',
  0x5f: 'ó',
  0x60: 'ú',
  0x7b: 'ç',
  0x7c: '÷',
  0x7d: 'Ñ',
  0x7e: 'ñ',
  0x7f: '█',
};

const special = '®°½¿™¢£♪à\u00a0èâêîôû';
const western = "ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»";
const northern = 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘';

const characterByCode = new Map<number, string>();
const codeByCharacter = new Map<string, Code>();

for (let byte = 0x20; byte <= 0x7f; byte += 1) learn([0, byte], basic[byte] ?? String.fromCharCode(byte));
[...special].forEach((character, index) => learn([0x11, 0x30 + index], character));
[...western].forEach((character, index) => learn([0x12, 0x20 + index], character));
[...northern].forEach((character, index) => learn([0x13, 0x20 + index], character));

function learn(code: Code, character: string): void {
  characterByCode.set(code[0] * 256 + code[1], character);
  if (!codeByCharacter.has(character)) codeByCharacter.set(character, code);
}

/** Returns the character of a code; the first byte is 0 in the basic set. */
export function characterFor([first, second]: Code): string | undefined {
  return characterByCode.get(first * 256 + second);
}

/** Returns the code of a character, with 0 as first byte in the basic set, or the code of `?` if the format lacks it. */
export function codeFor(character: string): Code {
  return codeByCharacter.get(character) ?? [0, 0x3f];
}

/** Returns whether a code replaces the character before it, as codes of the extended sets do. */
export function overwrites([first]: Code): boolean {
  return first === 0x12 || first === 0x13;
}
