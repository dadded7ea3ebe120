/** Makes a value from random numbers. */
type Make = (next: () => number) => string;

/*
 * A small table instead of @faker-js/faker: its English locale alone takes 59 ms to load and 0.5 MB, and cannot be pruned to what
 * is used here.
 */
const firstNames = [
  'Amara',
  'Ben',
  'Chloe',
  'Diego',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kenji',
  'Leila',
  'Mina',
  'Noah',
  'Olga',
  'Priya',
];

const lastNames = [
  'Adler',
  'Bauer',
  'Costa',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ito',
  'Jensen',
  'Khan',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Peters',
];

const adjectives = [
  'Amber',
  'Bright',
  'Calm',
  'Early',
  'Gentle',
  'Little',
  'Northern',
  'Open',
  'Quiet',
  'Silver',
  'Spare',
  'Steady',
  'Swift',
  'Warm',
  'Wide',
  'Young',
];

const nouns = [
  'Anchor',
  'Bridge',
  'Compass',
  'Harbour',
  'Island',
  'Lantern',
  'Meadow',
  'Orchard',
  'Pebble',
  'Quill',
  'River',
  'Sparrow',
  'Thicket',
  'Valley',
  'Willow',
  'Workshop',
];

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

function pick(list: readonly string[]): Make {
  return (next) => list[next() % list.length] ?? '';
}

function ofPlace(index: number): Make {
  return pick(places.flatMap((place) => place[index] ?? []));
}

function lower(make: Make): Make {
  return (next) => make(next).toLowerCase();
}

/** `en-GB`, of a place; with `_` as its separator `en_GB`. */
function locale(separator: string): Make {
  return (next) => {
    const { [next() % places.length]: place = [] } = places;
    return `${place[6]}${separator}${place[1]}`;
  };
}

/** A number of the kind that is set aside for fiction, with its three parts. */
function phone(write: (area: string, office: string, line: string) => string): Make {
  return (next) => write('202', '555', `0${100 + (next() % 100)}`);
}

const first = pick(firstNames);
const last = pick(lastNames);
const adjective = pick(adjectives);
const noun = pick(nouns);

function hex(length: number): Make {
  return (next) => {
    let text = '';
    while (text.length < length) text += (next() >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, length);
  };
}

/** A picture that any browser shows, in one colour. */
function picture(next: () => number): string {
  const colour = hex(6)(next);
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='64'%20height='64'%3E%3Crect%20width='64'%20height='64'%20fill='%23${colour}'/%3E%3C/svg%3E`;
}

const moment =
  /(?:^|_)(?:(?:created|updated|modified|deleted|published|started|ended|closed|completed|expires?|due)_?(?:at|on|time|date)|timestamp)$/;

/**
 * What is usual under a name, by patterns of names whose words are separated by `_`; the first that fits counts. Of several forms,
 * the first is taken that a schema takes.
 */
const usual: readonly (readonly [name: RegExp, ...forms: Make[]])[] = [
  [/(?:^|_)e?mail(?:_address)?$/, (next) => `${first(next)}.${last(next)}@example.com`.toLowerCase()],
  [/(?:^|_)(?:first|given)_?name$|^forename$/, first],
  [/(?:^|_)(?:last|family|sur)_?name$/, last],
  [/^(?:user_?name|login|nick_?name|handle|screen_name)$/, (next) => `${first(next)}.${last(next)}`.toLowerCase()],
  [
    /^(?:full|display|author|owner|contact|customer|creator|assignee|user)_?name$|^(?:author|artist)$/,
    (next) => `${first(next)} ${last(next)}`,
  ],
  [/(?:^|_)(?:avatar|image|img|picture|photo|thumbnail|logo|icon|cover)(?:_(?:ur[il]|link|src))?$/, picture],
  [
    /(?:^|_)(?:company|organi[sz]ation|employer|vendor|brand|manufacturer|publisher)(?:_name)?$/,
    (next) => `${noun(next)} & ${last(next)}`,
  ],
  [
    /(?:^|_)(?:country|nationality)_(?:code|iso)(?:_?\w+)?$|(?:^|_)iso_?country$/,
    ofPlace(1),
    ofPlace(2),
    lower(ofPlace(1)),
    lower(ofPlace(2)),
  ],
  [
    /(?:^|_)(?:country|nation|nationality|citizenship)(?:_name|_of_\w+)?$/,
    ofPlace(0),
    ofPlace(1),
    ofPlace(2),
    lower(ofPlace(1)),
    lower(ofPlace(2)),
  ],
  [/(?:^|_)(?:city|town|locality)(?:_name)?$/, ofPlace(3)],
  [/(?:^|_)(?:zip|postal|post)_?(?:code)?$/, ofPlace(4)],
  [/(?:^|_)currency(?:_code|_iso)?$/, ofPlace(5), lower(ofPlace(5))],
  [/(?:^|_)(?:lang|language)(?:_code|_iso)?$/, ofPlace(6), locale('-'), locale('_')],
  [/(?:^|_)(?:locale|culture)(?:_code)?$/, locale('-'), locale('_'), ofPlace(6)],
  [/(?:^|_)(?:time_?zone|tz)(?:_(?:id|name))?$/, ofPlace(7)],
  [/(?:^|_)iban(?:_number)?$/, ofPlace(8)],
  [/(?:^|_)(?:bic|swift)(?:_code)?$/, ofPlace(9)],
  [/(?:^|_)(?:street|address(?:_line)?_?1?|line_?1)$/, (next) => `${1 + (next() % 120)} ${noun(next)} Street`],
  [
    /(?:^|_)(?:phone|mobile|telephone|tel|fax)(?:_number)?$/,
    phone((...parts) => `+1${parts.join('')}`),
    phone((...parts) => parts.join('-')),
    phone((area, ...others) => `(${area}) ${others.join('-')}`),
    phone((...parts) => parts.join('')),
    phone((...parts) => `+1 ${parts.join('-')}`),
    phone((...parts) => `00 1 ${parts.join(' ')}`),
  ],
  [/(?:^|_)colou?r$/, (next) => `#${hex(6)(next)}`],
  [/(?:^|_)(?:ur[il]|link|href|website|homepage)$/, (next) => `https://example.com/${noun(next).toLowerCase()}`],
  [/(?:^|_)(?:domain|host|hostname)$/, (next) => `${noun(next).toLowerCase()}.example.com`],
  [/(?:^|_)ip(?:_address)?$/, (next) => `192.0.2.${1 + (next() % 254)}`],
  [/(?:^|_)(?:mime|content|media)_type$/, () => 'text/plain'],
  [/(?:^|_)file_?name$/, (next) => `${noun(next).toLowerCase()}.pdf`],
  [/(?:^|_)slug$/, (next) => `${adjective(next)}-${noun(next)}`.toLowerCase()],
  [/(?:^|_)(?:sku|isbn|barcode)$/, (next) => `${hex(4)(next).toUpperCase()}-${1000 + (next() % 9000)}`],
  [/(?:^|_)(?:sha|hash|checksum|etag|signature|token|secret|fingerprint|commit)$/, hex(32)],
  [/(?:^|_)version$/, (next) => `${1 + (next() % 4)}.${next() % 10}.${next() % 10}`],
  [/(?:^|_)(?:description|summary|notes?|comments?|text|message|body|content|bio|about|details?)$/, pick(sentences)],
  [/(?:^|_)(?:name|title|label|subject|headline)$/, (next) => `${adjective(next)} ${noun(next)}`],
  [
    moment,
    (next) => `2025-${two(1 + (next() % 12))}-${two(1 + (next() % 28))}T${two(next() % 24)}:${two(next() % 60)}:00Z`,
  ],
];

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** How often each form is tried. */
const mostTries = 12;

/**
 * A string such as a property of that name usually has, in the first form that `fits`; undefined if the name says nothing, or no form
 * does.
 */
export function namedString(
  name: string,
  next: () => number,
  fits: (text: string) => boolean = () => true,
): string | undefined {
  const plain = snakeCase(name);
  const single = plain.replace(/ies$/, 'y').replace(/s$/, '');
  const isNamed = ([pattern]: (typeof usual)[number]): boolean => pattern.test(plain) || pattern.test(single);
  const [, ...forms] = usual.find(isNamed) ?? [/$/];
  for (const make of forms)
    for (let tries = 0; tries < mostTries; tries += 1) {
      const text = make(next);
      if (fits(text)) return text;
    }
  return undefined;
}

/** Whether a name is that of a picture. */
export function isPicture(name: string): boolean {
  return usual.some(([pattern, make]) => make === picture && pattern.test(snakeCase(name)));
}

/** Limits of numbers by their usual names. */
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

/** The limits of a number by the name of its property. */
export function namedRange(name: string): { readonly minimum: number; readonly maximum: number } | undefined {
  const found = ranges.find(([pattern]) => pattern.test(snakeCase(name)));
  return found && { minimum: found[1], maximum: found[2] };
}

/** Times of one thing in the order in which they come. */
const order = [
  /(?:^|_)(?:birth|founded)/,
  /(?:^|_)(?:created?|creation|added|registered|opened|opens?|from|since|start(?:ed|s)?|begins?|began|ordered|placed|submitted|depart(?:s|ed|ure)|check_?in)(?:_|$)/,
  /(?:^|_)(?:updated?|modified|changed|last|published|approved|paid|sent|shipped)(?:_|$)/,
  /(?:^|_)(?:deleted|closed|completed|finished|ended|ends?|to|until|due|deadline|expir(?:es?|ed|y|ation)|archived|cancell?ed|closes|resolved|delivered|revoked|refunded|stop(?:s|ped)?|arriv(?:es|ed|al)|check_?out)(?:_|$)/,
];

/** Where a time comes among those of a thing; undefined if its name says nothing. */
export function rankOfTime(name: string): number | undefined {
  const rank = order.findIndex((pattern) => pattern.test(snakeCase(name)));
  return rank < 0 ? undefined : rank;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
}
