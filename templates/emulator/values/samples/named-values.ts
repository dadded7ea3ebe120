/** A data URL of a picture in one colour, which every browser shows. */
const picture =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='64'%20height='64'%3E%3Crect%20width='64'%20height='64'%20fill='%23{hex6}'/%3E%3C/svg%3E";

const moment =
  /(?:^|_)(?:(?:created|updated|modified|deleted|published|started|ended|closed|completed|expires?|due)_?(?:at|on|time|date)|timestamp)$/;

/**
 * The templates of usual values by patterns of names in snake case (`zip_code`). The first pattern that matches is used and, of several
 * templates, the first one whose value the schema accepts.
 */
const usual: readonly (readonly [name: RegExp, ...forms: string[]])[] = [
  [/(?:^|_)e?mail(?:_address)?$/, '{first}.{last}@example.com'],
  [/(?:^|_)(?:first|given)_?name$|^forename$/, '{First}'],
  [/(?:^|_)(?:last|family|sur)_?name$/, '{Last}'],
  [/^(?:user_?name|login|nick_?name|handle|screen_name)$/, '{first}.{last}'],
  [
    /^(?:full|display|author|owner|contact|customer|creator|assignee|user)_?name$|^(?:author|artist)$/,
    '{First} {Last}',
  ],
  [/(?:^|_)(?:avatar|image|img|picture|photo|thumbnail|logo|icon|cover)(?:_(?:ur[il]|link|src))?$/, picture],
  [/(?:^|_)(?:company|organi[sz]ation|employer|vendor|brand|manufacturer|publisher)(?:_name)?$/, '{Noun} & {Last}'],
  [/(?:^|_)(?:country|nationality)_(?:code|iso)(?:_?\w+)?$|(?:^|_)iso_?country$/, '{Code}', '{Iso}', '{code}', '{iso}'],
  [
    /(?:^|_)(?:country|nation|nationality|citizenship)(?:_name|_of_\w+)?$/,
    '{Country}',
    '{Code}',
    '{Iso}',
    '{code}',
    '{iso}',
  ],
  [/(?:^|_)(?:city|town|locality)(?:_name)?$/, '{City}'],
  [/(?:^|_)(?:zip|postal|post)_?(?:code)?$/, '{Zip}'],
  [/(?:^|_)currency(?:_code|_iso)?$/, '{Currency}', '{currency}'],
  [/(?:^|_)(?:lang|language)(?:_code|_iso)?$/, '{language}', '{Tag}', '{Locale}'],
  [/(?:^|_)(?:locale|culture)(?:_code)?$/, '{Tag}', '{Locale}', '{language}'],
  [/(?:^|_)(?:time_?zone|tz)(?:_(?:id|name))?$/, '{Zone}'],
  [/(?:^|_)iban(?:_number)?$/, '{Iban}'],
  [/(?:^|_)(?:bic|swift)(?:_code)?$/, '{Bic}'],
  [/(?:^|_)(?:street|address(?:_line)?_?1?|line_?1)$/, '{1-120} {Noun} Street'],
  // Numbers of the range that is reserved for fiction.
  [
    /(?:^|_)(?:phone|mobile|telephone|tel|fax)(?:_number)?$/,
    '+12025550{100-199}',
    '202-555-0{100-199}',
    '(202) 555-0{100-199}',
    '2025550{100-199}',
    '+1 202-555-0{100-199}',
    '00 1 202 555 0{100-199}',
  ],
  [/(?:^|_)colou?r$/, '#{hex6}'],
  [/(?:^|_)(?:ur[il]|link|href|website|homepage)$/, 'https://example.com/{noun}'],
  [/(?:^|_)(?:domain|host|hostname)$/, '{noun}.example.com'],
  [/(?:^|_)ip(?:_address)?$/, '192.0.2.{1-254}'],
  [/(?:^|_)(?:mime|content|media)_type$/, 'text/plain'],
  [/(?:^|_)file_?name$/, '{noun}.pdf'],
  [/(?:^|_)slug$/, '{adjective}-{noun}'],
  [/(?:^|_)(?:sku|isbn|barcode)$/, '{Hex4}-{1000-9999}'],
  [/(?:^|_)(?:sha|hash|checksum|etag|signature|token|secret|fingerprint|commit)$/, '{hex32}'],
  [/(?:^|_)version$/, '{1-4}.{0-9}.{0-9}'],
  [/(?:^|_)(?:description|summary|notes?|comments?|text|message|body|content|bio|about|details?)$/, '{Sentence}'],
  [/(?:^|_)(?:name|title|label|subject|headline)$/, '{Adjective} {Noun}'],
  [moment, '2025-{01-12}-{01-28}T{00-23}:{00-59}:00Z'],
];

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
  const [, ...forms] = usual.find(([pattern]) => pattern.test(plain) || pattern.test(single)) ?? [/$/];
  for (const form of forms)
    for (let tries = 0; tries < mostTries; tries += 1) {
      const text = writeForm(form, next);
      if (fits(text)) return text;
    }
  return undefined;
}

/** Returns whether a property holds a picture by its name, such as `avatar`. */
export function isPicture(name: string): boolean {
  return usual.some(([pattern, form]) => form === picture && pattern.test(toSnakeCase(name)));
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

/*
 * A small table instead of @faker-js/faker: its English locale alone takes 59 ms to load and 0.5 MB, and cannot be reduced to
 * these few values. The lists of places name the same place at the same index.
 */
const lists: Readonly<Record<string, string>> = {
  first: 'Amara|Ben|Chloe|Diego|Elif|Farid|Greta|Hugo|Ines|Jonas|Kenji|Leila|Mina|Noah|Olga|Priya',
  last: 'Adler|Bauer|Costa|Dubois|Evans|Fischer|Garcia|Hansen|Ito|Jensen|Khan|Lopez|Moreau|Novak|Okafor|Peters',
  adjective: 'Amber|Bright|Calm|Early|Gentle|Little|Northern|Open|Quiet|Silver|Spare|Steady|Swift|Warm|Wide|Young',
  noun: 'Anchor|Bridge|Compass|Harbour|Island|Lantern|Meadow|Orchard|Pebble|Quill|River|Sparrow|Thicket|Valley|Willow|Workshop',
  word: 'amber|birch|cedar|delta|ember|fjord|grove|harbour|island|juniper|kestrel|lantern|meadow|north|orchard|pebble',
  sentence:
    'A first look, and what follows from it.|Everything that has to be done before Friday.|Notes of the last meeting, for those who were away.|Short, plain, and easy to change.|What we agreed on, in one place.|Written down so that nobody has to remember it.',
  country: 'United Kingdom|France|Germany|United States|Japan|Brazil|Kenya|Canada',
  code: 'GB|FR|DE|US|JP|BR|KE|CA',
  iso: 'GBR|FRA|DEU|USA|JPN|BRA|KEN|CAN',
  city: 'Bristol|Nantes|Leipzig|Portland|Kanazawa|Recife|Nairobi|Halifax',
  zip: 'BS1 5TR|44000|04109|97205|920-0961|50030-230|00100|B3H 4R2',
  currency: 'GBP|EUR|EUR|USD|JPY|BRL|KES|CAD',
  language: 'en|fr|de|en|ja|pt|sw|en',
  tag: 'en-GB|fr-FR|de-DE|en-US|ja-JP|pt-BR|sw-KE|en-CA',
  locale: 'en_GB|fr_FR|de_DE|en_US|ja_JP|pt_BR|sw_KE|en_CA',
  zone: 'Europe/London|Europe/Paris|Europe/Berlin|America/Los_Angeles|Asia/Tokyo|America/Recife|Africa/Nairobi|America/Halifax',
  iban: 'GB29NWBK60161331926819|FR1420041010050500013M02606|DE89370400440532013000|BR1800360305000010009795493C1',
  bic: 'NWBKGB2L|PSSTFRPP|COBADEFF|CEFXBRSP',
};

/**
 * Writes a text from random numbers by its form: `{Noun}` is one of a list, `{noun}` the same in lower case, `{01-12}` a number of two
 * digits, and `{hex6}` six hexadecimal digits. `2025-{01-12}-{01-28}` → `2025-03-28`, `{first}@example.com` → `chloe@example.com`.
 */
export function writeForm(form: string, next: () => number): string {
  return form.replace(/\{([^}]+)\}/g, (_whole, part: string) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    if (least !== undefined)
      return String(Number(least) + (next() % (Number(most) - Number(least) + 1))).padStart(least.length, '0');
    const [, length] = /^hex(\d+)$/i.exec(part) ?? [];
    const list = (lists[part.toLowerCase()] ?? '').split('|');
    const text = length === undefined ? (list[next() % list.length] ?? '') : writeHex(Number(length), next);
    return /^[A-Z]/.test(part) ? text : text.toLowerCase();
  });
}

function writeHex(length: number, next: () => number): string {
  let text = '';
  while (text.length < length) text += next().toString(16).toUpperCase().padStart(8, '0');
  return text.slice(0, length);
}
