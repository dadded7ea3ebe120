import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isDate,
  isDateTime,
  isDuration,
  isTime,
  isEmail,
  isFloat,
  isInt32,
  isInt32Text,
  isInt64,
  isInt64Text,
  isUint32,
  isUint32Text,
  isUint64,
  isUint64Text,
  isFieldMask,
  isGoogleDuration,
  isHostname,
  isIdnHostname,
  isIdnEmail,
  isIri,
  isIriReference,
  isIpv4,
  isIpv6,
  isCharacter,
  isDecimal,
  isDoubleInt,
  isHttpDate,
  isIpv4Block,
  isIpv6Block,
  isLanguage,
  isLocalDateTime,
  isLocalTime,
  isInt16,
  isInt16Text,
  isInt8,
  isInt8Text,
  isUint16,
  isUint16Text,
  isUint8,
  isUint8Text,
  isBase64,
  isBase64Url,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isUuid,
  isUri,
  isUriReference,
  isUriTemplate,
} from '@speccast/runtime/validators';
import { decodePunycode, encodePunycode } from '../../../../templates/runtime/validators/formats/punycode.js';

interface Sample {
  readonly name: string;
  readonly judge: (text: string) => boolean;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const samples: readonly Sample[] = [
  {
    name: 'date-time',
    judge: isDateTime,
    good: [
      '2024-02-29T12:30:00Z',
      '2024-02-29t12:30:00.123456789z',
      '1998-12-31T15:59:60-08:00',
      '2024-01-01T00:00:00+23:59',
    ],
    bad: [
      '2023-02-29T12:30:00Z',
      '2024-02-29 12:30:00Z',
      '2024-02-29T12:30:00',
      '2024-02-29T24:00:00Z',
      '1998-12-31T23:58:60Z',
      '2024-02-29T12:30Z',
      '',
      '٢024-02-29T12:30:00Z',
    ],
  },
  {
    name: 'date',
    judge: isDate,
    good: ['2000-02-29', '2024-12-31', '0000-01-01'],
    bad: ['1900-02-29', '2024-13-01', '2024-04-31', '2024-1-1', '2024-00-10', '20240101', '2024-01-01Z'],
  },
  {
    name: 'time',
    judge: isTime,
    good: ['23:59:60Z', '00:00:00.5+01:30'],
    bad: ['12:00:00', '12:60:00Z', '12:00:61Z', '12:00:00+24:00', '22:59:60Z'],
  },
  {
    name: 'duration',
    judge: isDuration,
    good: ['P1D', 'PT1H30M', 'P1Y2M3DT4H5M6S', 'P4W', 'P1DT12H'],
    bad: ['P', 'PT', 'P1', '1D', 'P1W2D', 'P1DT', 'PT1H2S', 'p1d'],
  },
  {
    name: 'email',
    judge: isEmail,
    good: ['a@b.c', 'a.b+c@example.com', '"a b"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    bad: ['a', '@b.c', 'a@', '.a@b.c', 'a..b@c.d', 'a b@c.d', 'a@b_c.d', 'a@[300.0.0.1]'],
  },
  {
    name: 'hostname',
    judge: isHostname,
    good: ['example.com', 'a', '1.2.3', 'xn--4gbwdl.xn--wgbh1c', `${'a'.repeat(63)}.com`],
    bad: ['', '-a.com', 'a-.com', 'a..b', 'a_b.com', `${'a'.repeat(64)}.com`, 'example.com.', 'ab--cd.com'],
  },
  {
    name: 'ipv4',
    judge: isIpv4,
    good: ['127.0.0.1', '255.255.255.255'],
    bad: ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4 ', '1.2.3.4.5'],
  },
  {
    name: 'ipv6',
    judge: isIpv6,
    good: ['::', '::1', '2001:db8::ff00:42:8329', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '1::8'],
    bad: [
      '',
      ':',
      ':::',
      '1:2:3',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '12345::',
      'fe80::1%eth0',
      '1.2.3.4',
      '1:2:3:4:5:6:7:8::',
      '1.2.3.4::',
    ],
  },
  {
    name: 'uri',
    judge: isUri,
    good: ['https://a.b/c?d=e#f', 'urn:isbn:0451450523', 'mailto:a@b.c', 'http://[::1]:80/', 'x:'],
    bad: ['//a.b', '/c', 'a b:c', 'http://a b', 'http://[::1', 'http://a:b/', 'x:%zz', '1x:y', 'http://a/<'],
  },
  {
    name: 'uri-reference',
    judge: isUriReference,
    good: ['', '#', '/a', 'a/b', '?q', '//host/p', 'https://a.b'],
    bad: ['\\', 'a b', ':a', 'a#b#c', '%g0'],
  },
  {
    name: 'uri-template',
    judge: isUriTemplate,
    good: ['/a/{b}{?c*,d:3}', '', '{+x}'],
    bad: ['{', '{}', '/a/{b', '{a b}', '/}'],
  },
  {
    name: 'uuid',
    judge: isUuid,
    good: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    bad: [
      '2eb8aa08aa9811eab4aa73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
      'geb8aa08-aa98-11ea-b4aa-73b441d16380',
    ],
  },
  { name: 'json-pointer', judge: isJsonPointer, good: ['', '/', '/a/0', '/~0~1'], bad: ['a', '/~', '/~2', '#/a'] },
  {
    name: 'relative-json-pointer',
    judge: isRelativeJsonPointer,
    good: ['0', '1/a', '0#', '10'],
    bad: ['', '/a', '01/a', '-1', '0##'],
  },
  { name: 'regex', judge: isRegex, good: ['^a$', '\\p{L}', '(?<a>b)'], bad: ['(', '\\a', '[z-a]'] },
  {
    name: 'byte',
    judge: isBase64,
    good: ['', 'YQ==', 'YWI=', 'YWJj', '+/+/'],
    bad: ['YQ', 'YQ=', 'Y===', 'Y-==', ' YQ=='],
  },
  { name: 'base64url', judge: isBase64Url, good: ['', 'YQ', 'YQ==', '-_-_'], bad: ['Y', 'Y+==', 'YQ='] },
  {
    name: 'int64 text',
    judge: isInt64Text,
    good: ['0', '-1', '9223372036854775807', '-9223372036854775808'],
    bad: ['', '-0', '01', '9223372036854775808', '-9223372036854775809', '1.0', 'abc', '+1', '1e3'],
  },
  {
    name: 'uint64 text',
    judge: isUint64Text,
    good: ['0', '3057', '18446744073709551615'],
    bad: ['-1', '18446744073709551616', '00', '1 '],
  },
  {
    name: 'int32 text',
    judge: isInt32Text,
    good: ['2147483647', '-2147483648'],
    bad: ['2147483648', '-2147483649', 'x'],
  },
  {
    name: 'google-duration',
    judge: isGoogleDuration,
    good: ['0s', '3.5s', '-3.500000001s', '315576000000s'],
    bad: [
      '',
      's',
      '3',
      '3.s',
      '.5s',
      '03s',
      '+3s',
      '3.5 s',
      '3.1234567890s',
      '315576000001s',
      '9999999999999s',
      '3S',
      '3s\n',
    ],
  },
  {
    name: 'google-fieldmask',
    judge: isFieldMask,
    good: ['', '*', 'title', 'title,author.name', 'a.b_c.d,e', 'items.*.id'],
    bad: [',', 'a,', ',a', 'a,,b', 'a b', 'a. b', '.a', 'a.', 'a..b', '1a', 'a/b', 'a\n'],
  },
  {
    name: 'uint32 text',
    judge: isUint32Text,
    good: ['4294967295'],
    bad: ['4294967296', '-1', '-0', '+1', '1e3', '01', '1.0', ' 1', '1\n', '٣'],
  },
  { name: 'int8 text', judge: isInt8Text, good: ['-128', '127'], bad: ['-129', '128', '-0', '+1', '1e1'] },
  { name: 'uint8 text', judge: isUint8Text, good: ['0', '255'], bad: ['-1', '256', '00'] },
  { name: 'int16 text', judge: isInt16Text, good: ['-32768', '32767'], bad: ['-32769', '32768', ''] },
  { name: 'uint16 text', judge: isUint16Text, good: ['0', '65535'], bad: ['-1', '65536', '1.5'] },
  {
    name: 'idn-hostname',
    judge: isIdnHostname,
    good: ['bücher.example', 'xn--bcher-kva.example', '例え。テスト', 'Example.com', 'l·l', 'ب1.example', 'faß.de'],
    bad: [
      '',
      'Bücher.example',
      'bu\u0308cher.example',
      'a·b',
      'ab--ü',
      'xn--a',
      '\u{1f600}.example',
      `${'ü'.repeat(300)}`,
    ],
  },
  {
    name: 'idn-email',
    judge: isIdnEmail,
    good: ['δοκιμή@παράδειγμα.δοκιμή', 'a@b.c', '"δ x"@b.c'],
    bad: ['δοκιμή', '@δ.c', 'δ@', 'δ δ@b.c', 'δ@b_c.d'],
  },
  {
    name: 'iri',
    judge: isIri,
    good: ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', 'https://a.b/\u{20000}', 'http://a/?\ue000', 'urn:ü'],
    bad: ['/ü', 'ü:x', 'http://[v1.ü]/', 'http://a:ü/', 'http://a/\ue000', 'http://a/ ü', 'http://a/\ufffe', 'x:%ü1'],
  },
  { name: 'iri-reference', judge: isIriReference, good: ['/âππ', 'âππ', '#ƒ', ''], bad: ['\\ü', '#ƒ\\m', 'ü:x'] },
  { name: 'char', judge: isCharacter, good: ['a', '\n', '\u{1f600}'], bad: ['', 'ab'] },
  { name: 'decimal', judge: isDecimal, good: ['0', '-12.50', '1'], bad: ['', '.5', '1.', '01', '1e3', '+1'] },
  {
    name: 'date-time-local',
    judge: isLocalDateTime,
    good: ['2024-02-29T12:30:00', '2024-02-29t12:30:00.5'],
    bad: ['2024-02-29T12:30:00Z', '2023-02-29T12:30:00', '2024-02-29', ''],
  },
  {
    name: 'time-local',
    judge: isLocalTime,
    good: ['12:30:00', '00:00:00.25'],
    bad: ['12:30', '12:30:00Z', '24:00:00'],
  },
  {
    name: 'http-date',
    judge: isHttpDate,
    good: ['Sun, 06 Nov 1994 08:49:37 GMT'],
    bad: ['Mon, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 24:49:37 GMT', 'Sun, 31 Feb 2024 00:00:00 GMT', 'Sunday'],
  },
  {
    name: 'language',
    judge: isLanguage,
    good: ['de', 'de-CH', 'zh-Hant-TW', 'sl-rozaj-biske', 'en-a-bbb-x-a', 'x-whatever', 'es-419'],
    bad: ['', 'd', 'de-', 'de_CH', 'de--CH', 'abcdefghi', 'en-a', 'en-x'],
  },
  {
    name: 'ipv4-cidr',
    judge: isIpv4Block,
    good: ['192.0.2.0/24', '0.0.0.0/0'],
    bad: ['192.0.2.0', '1.2.3.4/33', '/8'],
  },
  {
    name: 'ipv6-cidr',
    judge: isIpv6Block,
    good: ['2001:db8::/32', '::/0'],
    bad: ['::', '::/129', '::/01', '1.2.3.4/8'],
  },
];

describe.each(samples)('$name', ({ judge, good, bad }) => {
  test.each(good)('accepts %j', (text) => expect(judge(text)).toBe(true));
  test.each(bad)('rejects %j', (text) => expect(judge(text)).toBe(false));
});

describe('numbers', () => {
  test.each([
    [isInt32, [0, -0, -(2 ** 31), 2 ** 31 - 1], [2 ** 31, -(2 ** 31) - 1, 0.5, Infinity, NaN]],
    [isUint32, [0, 2 ** 32 - 1], [-1, 2 ** 32, 1.5]],
    [isInt64, [-(2 ** 53) + 1, 2 ** 53 - 1], [2 ** 53, -(2 ** 63), 2 ** 63, 0.5, NaN]],
    [isUint64, [0, 2 ** 53 - 1], [-1, 2 ** 53, 2 ** 64, 0.1]],
    [isInt8, [-128, 127, -0], [-129, 128, 0.5, NaN, Infinity]],
    [isUint8, [0, 255], [-1, 256, 0.5]],
    [isInt16, [-32768, 32767], [-32769, 32768, 0.5]],
    [isUint16, [0, 65535], [-1, 65536, 0.5]],
    [isDoubleInt, [2 ** 53 - 1, 1 - 2 ** 53], [2 ** 53, 0.5, NaN]],
    [isFloat, [0, 3.4028234e38, -1.5], [3.5e38, -1e300]],
  ] as const)('%o', (judge, good, bad) => {
    expect(good.filter((value) => !judge(value))).toEqual([]);
    expect(bad.filter(judge)).toEqual([]);
  });
});

describe('Punycode', () => {
  test.each([
    ['bücher', 'bcher-kva'],
    ['ü', 'tda'],
    ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ])('writes %s as %s, and reads it', (text, code) => {
    expect(encodePunycode(text)).toBe(code);
    expect(decodePunycode(code)).toBe(text);
  });

  test.each(['é-!', '99999999', 'a_', 'x'.repeat(100)])('reads %j as nothing', (code) => {
    expect(decodePunycode(code)).toBeUndefined();
  });
});

test('no format throws, whatever the text', () => {
  const pieces = fc.constantFrom('xn--', '-', '.', '@', '://', '[', ']', '%', '\u200c', 'ü', '\u{10ffff}', '\ud800');
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 });
  fc.assert(
    fc.property(text, (parts) => {
      for (const { judge } of samples) expect(typeof judge(parts.join(''))).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});

test('Punycode comes back as it went', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const code = encodePunycode(text);
      if (code !== undefined && /[^\0-\x7f]/.test(text)) expect(decodePunycode(code)).toBe(text);
    }),
  );
});

test('no format takes more than linear time', () => {
  const pieces = ['a', '0', '-', '.', 'xn--', 'ü', '@', 'a.', '1:', '[', '%', '{', '/', '~', '\u200c', 'a-', '=', ','];
  const texts = ['', '//', 'P', 'a:'].flatMap((first) => pieces.map((one) => first + one.repeat(100_000)));
  const start = performance.now();
  for (const { judge } of samples) for (const text of texts) judge(text);
  expect(performance.now() - start).toBeLessThan(20_000);
});
