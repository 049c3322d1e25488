import { fractionDigits } from '../../platform/money/money.ts'

export type Continent = { readonly code: string; readonly name: string; readonly countries: readonly string[] }

const byContinent = `
AF Africa: AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA
NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW

AN Antarctica: AQ BV GS HM TF

AS Asia: AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP
OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE

EU Europe: AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME
MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK

NA North America: AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR
SV SX TC TT US VC VG VI

OC Oceania: AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS

SA South America: AR BO BR CL CO EC FK GF GY PE PY SR UY VE
`

/** Continents with WooCommerce's codes; every country belongs to one. */
export const continents: readonly Continent[] = byContinent.split('\n\n').map((text) => {
  const [head = '', countries = ''] = text.trim().split(': ')
  return { code: head.slice(0, 2), name: head.slice(3), countries: countries.split(/\s+/) }
})

const continentByCountry = new Map(
  continents.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const)),
)

/** 'NA' for 'CA'; undefined for an unknown country. */
export const continentOf = (country: string): string | undefined => continentByCountry.get(country)

/** Countries by currency; Antarctic territories have none. */
const byCurrency = `
AED AE | AFN AF | ALL AL | AMD AM | AOA AO | ARS AR | AUD AU CC CX KI NF NR TV | AWG AW | AZN AZ | BAM BA | BBD BB |
BDT BD | BHD BH | BIF BI | BMD BM | BND BN | BOB BO | BRL BR | BSD BS | BTN BT | BWP BW | BYN BY | BZD BZ | CAD CA |
CDF CD | CHF CH LI | CLP CL | CNY CN | COP CO | CRC CR | CUP CU | CVE CV | CZK CZ | DJF DJ | DKK DK FO GL | DOP DO |
DZD DZ | EGP EG | ERN ER | ETB ET |
EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT |
FJD FJ | FKP FK | GBP GB GG IM JE | GEL GE | GHS GH | GIP GI | GMD GM | GNF GN | GTQ GT | GYD GY | HKD HK | HNL HN |
HTG HT | HUF HU | IDR ID | ILS IL PS | INR IN | IQD IQ | IRR IR | ISK IS | JMD JM | JOD JO | JPY JP | KES KE |
KGS KG | KHR KH | KMF KM | KPW KP | KRW KR | KWD KW | KYD KY | KZT KZ | LAK LA | LBP LB | LKR LK | LRD LR | LSL LS |
LYD LY | MAD EH MA | MDL MD | MGA MG | MKD MK | MMK MM | MNT MN | MOP MO | MRU MR | MUR MU | MVR MV | MWK MW |
MXN MX | MYR MY | MZN MZ | NAD NA | NGN NG | NIO NI | NOK NO SJ | NPR NP | NZD CK NU NZ PN TK | OMR OM | PEN PE |
PGK PG | PHP PH | PKR PK | PLN PL | PYG PY | QAR QA | RON RO | RSD RS | RUB RU | RWF RW | SAR SA | SBD SB | SCR SC |
SDG SD | SEK SE | SGD SG | SHP SH | SLE SL | SOS SO | SRD SR | SSP SS | STN ST | SYP SY | SZL SZ | THB TH | TJS TJ |
TMT TM | TND TN | TOP TO | TRY TR | TTD TT | TWD TW | TZS TZ | UAH UA | UGX UG |
USD AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI | UYU UY | UZS UZ | VES VE | VND VN | VUV VU | WST WS |
XAF CF CG CM GA GQ TD | XCD AG AI DM GD KN LC MS VC | XCG CW SX | XOF BF BJ CI GW ML NE SN TG | XPF NC PF WF |
YER YE | ZAR ZA | ZMW ZM | ZWG ZW
`

const currencies = new Map(
  byCurrency.split('|').flatMap((text) => {
    const [currency = '', ...countries] = text.trim().split(/\s+/)
    return countries.map((country) => [country, currency] as const)
  }),
)

/** WooCommerce's locale of a country: how prices and sizes are written. Null without a currency. */
export function localeOf(country: string) {
  const currency = currencies.get(country)
  if (currency === undefined) return null
  const format = new Intl.NumberFormat(new Intl.Locale(`und-${country}`).maximize(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    numberingSystem: 'latn',
  })
  const parts = format.formatToParts(12_345.6)
  const valueOf = (type: Intl.NumberFormatPartTypes) =>
    (parts.find((part) => part.type === type)?.value ?? '').replaceAll(/\s/g, ' ')
  const types = parts.map(({ type }) => type).filter((type) => ['currency', 'literal', 'integer'].includes(type))
  const [first, ...others] = types
  const side = first === 'currency' ? 'left' : 'right'
  return {
    currency_code: currency,
    currency_pos: others.includes('literal') || first === 'literal' ? `${side}_space` : side,
    decimal_sep: valueOf('decimal'),
    dimension_unit: country === 'US' ? 'in' : 'cm',
    num_decimals: fractionDigits(currency),
    thousand_sep: valueOf('group'),
    weight_unit: country === 'US' ? 'lbs' : 'kg',
  }
}
