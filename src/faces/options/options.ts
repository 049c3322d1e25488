import { countriesIn, countryCodes, countryName } from '../../people/addresses/countries.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import { currencySymbol, currencyTitle } from '../../people/addresses/rest/data.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import type { Countries } from '../../shop/checkout/settings.ts'
import { STANDARD } from '../../shop/pricing/tax.ts'
import type { OptionType, OptionValue } from './option.ts'
import { codeSetting, derived, fixed, mailSetting, type Source, settingOf, type Values } from './option-sources.ts'
import { choiceTexts, emailTable, optionTable } from './option-table.ts'

/* WooCommerce's options: backed by the shop's settings where it has one, else with a fixed value. */

type Choices = (values: Values) => Readonly<Record<string, string>>

export type Option = {
  readonly id: string
  readonly label: string
  readonly type: OptionType
  readonly default: string
  readonly source: Source
  readonly choices?: Choices
}
export type OptionGroup = {
  readonly id: string
  readonly label: string
  readonly parent: string
  readonly options: readonly Option[]
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no')

const choices: Readonly<Record<string, Choices>> = {
  ...Object.fromEntries(Object.entries(choiceTexts).map(([name, texts]) => [name, () => texts])),
  countries: () => Object.fromEntries(countriesIn('everywhere').map(({ code, name }) => [code, name])),
  places: () =>
    Object.fromEntries(
      countryCodes.flatMap((code) => {
        const name = countryName(code)
        const { provinces } = addressRules(code)
        return provinces ? provinces.map((one) => [`${code}:${one.code}`, `${name} - ${one.name}`]) : [[code, name]]
      }),
    ) as Record<string, string>,
  // Other classes are chosen on the tax screen. The current one is accepted if it is sent back.
  inherit: ({ taxes: { shippingTaxClass: chosen } }) => ({
    inherit: 'Shipping tax class based on cart items',
    '': 'Standard',
    ...(chosen === 'inherit' || chosen === STANDARD ? {} : { [chosen]: chosen }),
  }),
  currencies: () => ({
    [shopCurrency]: `${currencyTitle(shopCurrency)} (${currencySymbol(shopCurrency)}) — ${shopCurrency}`,
  }),
}

/* Countries that the shop sells to and ships to. Shipping follows selling while both are the same. */

type Checkout = Values['checkout']
const isSame = (one: Countries, other: Countries) => String(one) === String(other)
const listed = (countries: Countries) => (countries === 'everywhere' ? '' : countries)
const specific = (countries: Countries): Countries => (countries === 'everywhere' ? ['CA'] : countries)
const atLeastOne = (value: OptionValue) => (String(value) === '' ? 'Name at least one country.' : null)

const checkout = (
  read: (before: Checkout) => OptionValue,
  change: (value: OptionValue, before: Checkout) => Partial<Checkout>,
  refusal?: (value: OptionValue) => string | null,
) =>
  codeSetting(
    (values) => read(values.checkout),
    (value, before) => ({ checkout: { ...before.checkout, ...change(value, before.checkout) } }),
    refusal,
  )
const sells = (sellsTo: Countries, before: Checkout): Partial<Checkout> =>
  isSame(before.sellsTo, before.shipsTo) ? { sellsTo, shipsTo: sellsTo } : { sellsTo }

const taxes = (read: (taxes: Values['taxes']) => string, change: (value: unknown) => Partial<Values['taxes']>) =>
  codeSetting(
    (values) => read(values.taxes),
    (value, before) => ({ taxes: { ...before.taxes, ...change(value) } }),
  )
const shownPrices = derived((values) => (values.taxes.pricesIncludeTax ? 'incl' : 'excl'))

const ownSources: Readonly<Record<string, Source>> = {
  default_country: {
    read: ({ shop }) => [shop.store_country, shop.store_state].filter((part) => part !== '').join(':'),
    write(value) {
      const [store_country, store_state = ''] = String(value).split(':')
      return { to: 'shop', sent: { store_country, store_state } }
    },
  },
  allowed_countries: checkout(
    ({ sellsTo }) => (sellsTo === 'everywhere' ? 'all' : 'specific'),
    (value, before) => sells(value === 'all' ? 'everywhere' : specific(before.sellsTo), before),
    (value) => (value === 'all_except' ? 'Name the countries that you sell to instead.' : null),
  ),
  specific_allowed_countries: checkout(
    ({ sellsTo }) => listed(sellsTo),
    (value, before) => sells(value as readonly string[], before),
    atLeastOne,
  ),
  ship_to_countries: checkout(
    ({ sellsTo, shipsTo }) => (isSame(sellsTo, shipsTo) ? '' : shipsTo === 'everywhere' ? 'all' : 'specific'),
    (value, { sellsTo, shipsTo }) => ({
      shipsTo: value === '' ? sellsTo : value === 'all' ? 'everywhere' : specific(shipsTo),
    }),
    (value) => (value === 'disabled' ? 'Goods are always shipped or picked up.' : null),
  ),
  specific_ship_to_countries: checkout(
    ({ shipsTo }) => listed(shipsTo),
    (value) => ({ shipsTo: value as readonly string[] }),
    atLeastOne,
  ),
  currency: fixed(shopCurrency),
  prices_include_tax: taxes(
    ({ pricesIncludeTax }) => yesNo(pricesIncludeTax),
    (value) => ({ pricesIncludeTax: value === 'yes' }),
  ),
  tax_round_at_subtotal: taxes(
    ({ roundTax }) => yesNo(roundTax === 'subtotal'),
    (value) => ({ roundTax: value === 'yes' ? 'subtotal' : 'line' }),
  ),
  shipping_tax_class: taxes(
    ({ shippingTaxClass }) => (shippingTaxClass === STANDARD ? '' : shippingTaxClass),
    (value) => ({ shippingTaxClass: value === '' ? STANDARD : String(value) }),
  ),
  tax_display_shop: shownPrices,
  tax_display_cart: shownPrices,
  enable_signup_and_login_from_checkout: checkout(
    ({ accountCreation }) => yesNo(accountCreation !== 'none'),
    (value) => ({ accountCreation: value === 'yes' ? 'link' : 'none' }),
  ),
  registration_generate_password: checkout(
    ({ accountCreation }) => yesNo(accountCreation !== 'password'),
    (value, before) =>
      before.accountCreation === 'none' ? {} : { accountCreation: value === 'yes' ? 'link' : 'password' },
  ),
  email_from_name: derived(({ shop }) => shop.title),
  email_from_address: derived(({ shop }) => (shop.contact_email === '' ? shop.owner_email : shop.contact_email)),
}

function sourceOf(id: string, text: string): Source {
  if (text.startsWith('=')) return fixed(text.slice(1))
  const [from = '', name = '', part = ''] = text.split('.')
  if (from === 'mail') return mailSetting(name, part as 'enabled')
  return ownSources[id] ?? settingOf(from as 'shop', name)
}

const cellsOf = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim())
const rowsOf = (table: string) => table.split('\n').filter((row) => row !== '')

function optionOf(row: string, prefix: string): Option {
  const [id = '', label = '', kind = '', initial = '', source = ''] = cellsOf(row)
  const [type = '', texts = ''] = kind.split(':')
  const list = choices[texts]
  const option = { id: prefix + id, label, type: type as OptionType, default: initial, source: sourceOf(id, source) }
  return list ? { ...option, choices: list } : option
}

/** The line of a group is followed by its options, which are indented. */
const groups = optionTable.split(/\n(?=\S)/).flatMap((text): OptionGroup[] => {
  const [head = '', ...rows] = rowsOf(text)
  const [id = '', label = ''] = cellsOf(head)
  return id === '' ? [] : [{ id, label, parent: '', options: rows.map((row) => optionOf(row, 'woocommerce_')) }]
})

const emailGroups = rowsOf(emailTable).map((row): OptionGroup => {
  const [id = '', type = '', label = '', to] = cellsOf(row)
  const rows = [
    `enabled | Enable/Disable | checkbox | yes | mail.${type}.enabled`,
    ...(to === 'shop' ? [`recipient | Recipient(s) | text | | mail.${type}.recipients`] : []),
    `subject | Subject | text | | mail.${type}.subject`,
    'email_type | Email type | select:mail | html | =multipart',
  ]
  return { id: `email_${id}`, label, parent: 'email', options: rows.map((one) => optionOf(one, '')) }
})

export const optionGroups: readonly OptionGroup[] = [...groups, ...emailGroups]
