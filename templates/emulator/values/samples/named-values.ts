import { writeForm } from './write-form.js';

/** The address of a picture in one colour that any browser shows. */
const picture =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='64'%20height='64'%3E%3Crect%20width='64'%20height='64'%20fill='%23{hex6}'/%3E%3C/svg%3E";

const moment =
  /(?:^|_)(?:(?:created|updated|modified|deleted|published|started|ended|closed|completed|expires?|due)_?(?:at|on|time|date)|timestamp)$/;

/**
 * The forms of usual values by patterns of names in snake case (`zip_code`): the first pattern that matches counts. If there are
 * several forms, the first one counts that the schema accepts.
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

/** Tells whether a property holds a picture by its name, such as `avatar`. */
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
