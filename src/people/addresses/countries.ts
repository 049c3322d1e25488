/** All countries, in the order of store-cart-update-customer.json (by English name). */
export const countryCodes: readonly string[] = (
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY PW BE BZ BJ BM BT BO BQ BA BW BV BR IO BN BG BF BI ' +
  'KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ ET FK FO FJ FI ' +
  'FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU IS IN ID IR IQ IE IM IL IT CI JM JP JE ' +
  'JO KZ KE KI XK KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM ' +
  'NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW ST BL SH KN LC SX ' +
  'MF PM VC WS SM SA SN RS SC SL SG SK SI SB SO ZA GS KR SS ES LK SD SR SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR ' +
  'TM TC TV UG UA AE GB US UM UY UZ VU VA VE VN VG VI WF EH YE ZM ZW'
).split(' ')

export type Country = { readonly code: string; readonly name: string }

const names = new Intl.DisplayNames(['en-CA'], { type: 'region' })

export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)

const allCountries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

export const countriesIn = (codes: readonly string[] | 'everywhere'): readonly Country[] =>
  codes === 'everywhere' ? allCountries : allCountries.filter(({ code }) => codes.includes(code))

export const includesCountry = (country: string, codes: readonly string[] | 'everywhere'): boolean =>
  codes === 'everywhere' ? countryCodes.includes(country) : codes.includes(country)
