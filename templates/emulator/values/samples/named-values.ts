/** Writes a text from random numbers. */
export type Write = (next: () => number) => string;

/*
 * A small table instead of @faker-js/faker: its English locale alone takes 59 ms to load and 0.5 MB, and cannot be reduced to
 * these few values.
 */
const firstNames = 'Amara Ben Chloe Diego Elif Farid Greta Hugo Ines Jonas Kenji Leila Mina Noah Olga Priya'.split(' ');

const lastNames =
  'Adler Bauer Costa Dubois Evans Fischer Garcia Hansen Ito Jensen Khan Lopez Moreau Novak Okafor Peters'.split(' ');

const adjectives =
  'Amber Bright Calm Early Gentle Little Northern Open Quiet Silver Spare Steady Swift Warm Wide Young'.split(' ');

const nouns =
  'Anchor Bridge Compass Harbour Island Lantern Meadow Orchard Pebble Quill River Sparrow Thicket Valley Willow Workshop'.split(
    ' ',
  );

const sentences = [
  'A first look, and what follows from it.',
  'Everything that has to be done before Friday.',
  'Notes of the last meeting, for those who were away.',
  'Short, plain, and easy to change.',
  'What we agreed on, in one place.',
  'Written down so that nobody has to remember it.',
];

/** Country by name and codes, city, postal code, currency, language, time zone, and an account number and bank code there. */
const places = [
  [
    'United Kingdom',
    'GB',
    'GBR',
    'Bristol',
    'BS1 5TR',
    'GBP',
    'en',
    'Europe/London',
    'GB29NWBK60161331926819',
    'NWBKGB2L',
  ],
  ['France', 'FR', 'FRA', 'Nantes', '44000', 'EUR', 'fr', 'Europe/Paris', 'FR1420041010050500013M02606', 'PSSTFRPP'],
  ['Germany', 'DE', 'DEU', 'Leipzig', '04109', 'EUR', 'de', 'Europe/Berlin', 'DE89370400440532013000', 'COBADEFF'],
  ['United States', 'US', 'USA', 'Portland', '97205', 'USD', 'en', 'America/Los_Angeles'],
  ['Japan', 'JP', 'JPN', 'Kanazawa', '920-0961', 'JPY', 'ja', 'Asia/Tokyo'],
  [
    'Brazil',
    'BR',
    'BRA',
    'Recife',
    '50030-230',
    'BRL',
    'pt',
    'America/Recife',
    'BR1800360305000010009795493C1',
    'CEFXBRSP',
  ],
  ['Kenya', 'KE', 'KEN', 'Nairobi', '00100', 'KES', 'sw', 'Africa/Nairobi'],
  ['Canada', 'CA', 'CAN', 'Halifax', 'B3H 4R2', 'CAD', 'en', 'America/Halifax'],
];

export function pick(list: readonly string[]): Write {
  return (next) => list[next() % list.length] ?? '';
}

function pickPart(index: number): Write {
  return pick(places.flatMap((place) => place[index] ?? []));
}

function toLower(write: Write): Write {
  return (next) => write(next).toLowerCase();
}

const countryCodes = [pickPart(1), pickPart(2), toLower(pickPart(1)), toLower(pickPart(2))];

/** Writes the language and country of a place: `en-GB`, or with `_` as the separator `en_GB`. */
function writeLocale(separator: string): Write {
  return (next) => {
    const { [next() % places.length]: place = [] } = places;
    return `${place[6]}${separator}${place[1]}`;
  };
}

/** Writes a number of the range that is reserved for fiction, by its three parts. */
function writePhone(write: (area: string, office: string, line: string) => string): Write {
  return (next) => write('202', '555', `0${100 + (next() % 100)}`);
}

const first = pick(firstNames);
const last = pick(lastNames);
const adjective = pick(adjectives);
const noun = pick(nouns);

function writeHex(length: number): Write {
  return (next) => {
    let text = '';
    while (text.length < length) text += (next() >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, length);
  };
}

/** Writes the address of a picture in one colour that any browser shows. */
function writePicture(next: () => number): string {
  const colour = writeHex(6)(next);
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='64'%20height='64'%3E%3Crect%20width='64'%20height='64'%20fill='%23${colour}'/%3E%3C/svg%3E`;
}

const moment =
  /(?:^|_)(?:(?:created|updated|modified|deleted|published|started|ended|closed|completed|expires?|due)_?(?:at|on|time|date)|timestamp)$/;

/**
 * The usual values by patterns of names in snake case (`zip_code`): the first pattern that matches counts. If there are several forms,
 * the first one counts that the schema accepts.
 */
const usual: readonly (readonly [name: RegExp, ...forms: Write[]])[] = [
  [/(?:^|_)e?mail(?:_address)?$/, (next) => `${first(next)}.${last(next)}@example.com`.toLowerCase()],
  [/(?:^|_)(?:first|given)_?name$|^forename$/, first],
  [/(?:^|_)(?:last|family|sur)_?name$/, last],
  [/^(?:user_?name|login|nick_?name|handle|screen_name)$/, (next) => `${first(next)}.${last(next)}`.toLowerCase()],
  [
    /^(?:full|display|author|owner|contact|customer|creator|assignee|user)_?name$|^(?:author|artist)$/,
    (next) => `${first(next)} ${last(next)}`,
  ],
  [/(?:^|_)(?:avatar|image|img|picture|photo|thumbnail|logo|icon|cover)(?:_(?:ur[il]|link|src))?$/, writePicture],
  [
    /(?:^|_)(?:company|organi[sz]ation|employer|vendor|brand|manufacturer|publisher)(?:_name)?$/,
    (next) => `${noun(next)} & ${last(next)}`,
  ],
  [/(?:^|_)(?:country|nationality)_(?:code|iso)(?:_?\w+)?$|(?:^|_)iso_?country$/, ...countryCodes],
  [/(?:^|_)(?:country|nation|nationality|citizenship)(?:_name|_of_\w+)?$/, pickPart(0), ...countryCodes],
  [/(?:^|_)(?:city|town|locality)(?:_name)?$/, pickPart(3)],
  [/(?:^|_)(?:zip|postal|post)_?(?:code)?$/, pickPart(4)],
  [/(?:^|_)currency(?:_code|_iso)?$/, pickPart(5), toLower(pickPart(5))],
  [/(?:^|_)(?:lang|language)(?:_code|_iso)?$/, pickPart(6), writeLocale('-'), writeLocale('_')],
  [/(?:^|_)(?:locale|culture)(?:_code)?$/, writeLocale('-'), writeLocale('_'), pickPart(6)],
  [/(?:^|_)(?:time_?zone|tz)(?:_(?:id|name))?$/, pickPart(7)],
  [/(?:^|_)iban(?:_number)?$/, pickPart(8)],
  [/(?:^|_)(?:bic|swift)(?:_code)?$/, pickPart(9)],
  [/(?:^|_)(?:street|address(?:_line)?_?1?|line_?1)$/, (next) => `${1 + (next() % 120)} ${noun(next)} Street`],
  [
    /(?:^|_)(?:phone|mobile|telephone|tel|fax)(?:_number)?$/,
    writePhone((...parts) => `+1${parts.join('')}`),
    writePhone((...parts) => parts.join('-')),
    writePhone((area, ...others) => `(${area}) ${others.join('-')}`),
    writePhone((...parts) => parts.join('')),
    writePhone((...parts) => `+1 ${parts.join('-')}`),
    writePhone((...parts) => `00 1 ${parts.join(' ')}`),
  ],
  [/(?:^|_)colou?r$/, (next) => `#${writeHex(6)(next)}`],
  [/(?:^|_)(?:ur[il]|link|href|website|homepage)$/, (next) => `https://example.com/${noun(next).toLowerCase()}`],
  [/(?:^|_)(?:domain|host|hostname)$/, (next) => `${noun(next).toLowerCase()}.example.com`],
  [/(?:^|_)ip(?:_address)?$/, (next) => `192.0.2.${1 + (next() % 254)}`],
  [/(?:^|_)(?:mime|content|media)_type$/, () => 'text/plain'],
  [/(?:^|_)file_?name$/, (next) => `${noun(next).toLowerCase()}.pdf`],
  [/(?:^|_)slug$/, (next) => `${adjective(next)}-${noun(next)}`.toLowerCase()],
  [/(?:^|_)(?:sku|isbn|barcode)$/, (next) => `${writeHex(4)(next).toUpperCase()}-${1000 + (next() % 9000)}`],
  [/(?:^|_)(?:sha|hash|checksum|etag|signature|token|secret|fingerprint|commit)$/, writeHex(32)],
  [/(?:^|_)version$/, (next) => `${1 + (next() % 4)}.${next() % 10}.${next() % 10}`],
  [/(?:^|_)(?:description|summary|notes?|comments?|text|message|body|content|bio|about|details?)$/, pick(sentences)],
  [/(?:^|_)(?:name|title|label|subject|headline)$/, (next) => `${adjective(next)} ${noun(next)}`],
  [moment, (next) => `${writeDate(next)}T${twoDigits(next() % 24)}:${twoDigits(next() % 60)}:00Z`],
];

/** Writes a number with two digits: `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Writes a day of the year 2025: `2025-03-28`. */
export function writeDate(next: () => number): string {
  return `2025-${twoDigits(1 + (next() % 12))}-${twoDigits(1 + (next() % 28))}`;
}

/** Number of times that each form is tried. */
const mostTries = 12;

/**
 * Samples a usual value of a property by its name, in the first form that `fits`: `zipCode` → `04109`. Undefined for other names, or
 * if no form fits.
 */
export function namedString(
  name: string,
  next: () => number,
  fits: (text: string) => boolean = () => true,
): string | undefined {
  const plain = toSnakeCase(name);
  const single = plain.replace(/ies$/, 'y').replace(/s$/, '');
  const isNamed = ([pattern]: (typeof usual)[number]): boolean => pattern.test(plain) || pattern.test(single);
  const [, ...forms] = usual.find(isNamed) ?? [/$/];
  for (const write of forms)
    for (let tries = 0; tries < mostTries; tries += 1) {
      const text = write(next);
      if (fits(text)) return text;
    }
  return undefined;
}

/** Tells whether a property holds a picture by its name, such as `avatar`. */
export function isPicture(name: string): boolean {
  return usual.some(([pattern, write]) => write === writePicture && pattern.test(toSnakeCase(name)));
}

/** Limits of numbers by patterns of names. */
const ranges: readonly (readonly [name: RegExp, least: number, most: number])[] = [
  [/(?:^|_)lat(?:itude)?$/, -60, 60],
  [/(?:^|_)(?:lon|lng|long)(?:itude)?$/, -180, 180],
  [/(?:^|_)(?:percent|percentage|progress)$/, 0, 100],
  [/(?:^|_)(?:rating|stars|score)$/, 1, 5],
  [/(?:^|_)age$/, 18, 90],
  [/(?:^|_)year$/, 2015, 2025],
  [/(?:^|_)month$/, 1, 12],
  [/(?:^|_)day$/, 1, 28],
  [/(?:^|_)port$/, 1024, 65_535],
  // Seconds of the year 2025.
  [moment, 1_735_689_600, 1_767_225_599],
];

/** Returns the usual limits of a number by the name of its property: `percent` → from 0 to 100. */
export function namedRange(name: string): { readonly minimum: number; readonly maximum: number } | undefined {
  const found = ranges.find(([pattern]) => pattern.test(toSnakeCase(name)));
  return found && { minimum: found[1], maximum: found[2] };
}

/** Names of the times of one thing, from its creation to its end. */
const order = [
  /(?:^|_)(?:birth|founded)/,
  /(?:^|_)(?:created?|creation|added|registered|opened|opens?|from|since|start(?:ed|s)?|begins?|began|ordered|placed|submitted|depart(?:s|ed|ure)|check_?in)(?:_|$)/,
  /(?:^|_)(?:updated?|modified|changed|last|published|approved|paid|sent|shipped)(?:_|$)/,
  /(?:^|_)(?:deleted|closed|completed|finished|ended|ends?|to|until|due|deadline|expir(?:es?|ed|y|ation)|archived|cancell?ed|closes|resolved|delivered|revoked|refunded|stop(?:s|ped)?|arriv(?:es|ed|al)|check_?out)(?:_|$)/,
];

/** Ranks a time among those of one thing by its name: `createdAt` → 1, `closedAt` → 3; -1 for other names. */
export function rankTime(name: string): number {
  return order.findIndex((pattern) => pattern.test(toSnakeCase(name)));
}

function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
}
