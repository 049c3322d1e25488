import { countriesIn, countryCodes, countryName } from '../../people/addresses/countries.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import { currencySymbol, currencyTitle } from '../../people/addresses/rest/data.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import type { Countries } from '../../shop/checkout/settings.ts'
import type { OptionType } from './option.ts'
import { codeSetting, derived, fixed, mailSetting, type Source, settingOf, type Values } from './option-sources.ts'

/* WooCommerce's options: those that the shop has are its settings, all others have the value that says what it does. */

export type Option = {
  readonly id: string
  readonly label: string
  readonly type: OptionType
  readonly default: string
  readonly source: Source
  readonly choices?: () => Readonly<Record<string, string>>
}
export type OptionGroup = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly parent: string
  readonly options: readonly Option[]
}

type Row = readonly [
  id: string,
  label: string,
  type: OptionType,
  initial: string,
  source: Source | string,
  choices?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>),
]
const rows = (prefix: string, list: readonly Row[]): readonly Option[] =>
  list.map(([id, label, type, initial, source, choices]) => ({
    id: prefix + id,
    label,
    type,
    default: initial,
    source: typeof source === 'string' ? fixed(source) : source,
    ...(choices && { choices: typeof choices === 'function' ? choices : () => choices }),
  }))

const group = (id: string, label: string, list: readonly Row[]): OptionGroup => ({
  ...{ id, label, description: '', parent: '' },
  options: rows('woocommerce_', list),
})

const yesNo = (is: boolean) => (is ? 'yes' : 'no')
const textsAs = (list: string) => Object.fromEntries(list.split(' ').map((one) => [one, one]))

const countryChoices = () => Object.fromEntries(countriesIn('everywhere').map(({ code, name }) => [code, name]))
const placeChoices = () =>
  Object.fromEntries(
    countryCodes.flatMap((code) => {
      const { provinces } = addressRules(code)
      const name = countryName(code)
      return provinces ? provinces.map((one) => [`${code}:${one.code}`, `${name} - ${one.name}`]) : [[code, name]]
    }),
  ) as Record<string, string>

/** Country and province of the shop as one value. */
const shopPlace: Source = {
  read: ({ shop }) => {
    const { store_country: country, store_state: state } = shop as Record<string, string>
    return state === '' ? country : `${country}:${state}`
  },
  write: (value) => {
    const [store_country, store_state = ''] = String(value).split(':')
    return { to: 'shop', sent: { store_country, store_state } }
  },
}

/* Where the shop sells to and ships to: everywhere, or to a list of countries. What is shipped follows what is sold while they are the same. */

type Reach = { readonly sellsTo: Countries; readonly shipsTo: Countries }
const isSame = (one: Countries, other: Countries) => String(one) === String(other)
const listed = (countries: Countries) => (countries === 'everywhere' ? '' : countries)
const specific = (countries: Countries): Countries => (countries === 'everywhere' ? ['CA'] : countries)
const atLeastOne = (value: unknown) => (value === '' || String(value) === '' ? 'Name at least one country.' : null)

const reach = (
  read: (before: Reach) => string | readonly string[],
  change: (value: string | readonly string[], before: Reach) => Partial<Reach>,
  refusal?: Parameters<typeof codeSetting>[2],
) =>
  codeSetting(
    ({ checkout }) => read(checkout),
    (value, { checkout }) => ({ checkout: { ...checkout, ...change(value, checkout) } }),
    refusal,
  )
const sells = (sellsTo: Countries, before: Reach): Partial<Reach> =>
  isSame(before.sellsTo, before.shipsTo) ? { sellsTo, shipsTo: sellsTo } : { sellsTo }

const general = group('general', 'General', [
  ['store_address', 'Address line 1', 'text', '', settingOf('shop', 'store_address')],
  ['store_address_2', 'Address line 2', 'text', '', settingOf('shop', 'store_address_2')],
  ['store_city', 'City', 'text', '', settingOf('shop', 'store_city')],
  ['default_country', 'Country / State', 'select', 'US:CA', shopPlace, placeChoices],
  ['store_postcode', 'Postcode / ZIP', 'text', '', settingOf('shop', 'store_postcode')],
  [
    ...(['allowed_countries', 'Selling location(s)', 'select', 'all'] as const),
    reach(
      ({ sellsTo }) => (sellsTo === 'everywhere' ? 'all' : 'specific'),
      (value, before) => sells(value === 'all' ? 'everywhere' : specific(before.sellsTo), before),
      (value) => (value === 'all_except' ? 'Name the countries that you sell to instead.' : null),
    ),
    {
      all: 'Sell to all countries',
      all_except: 'Sell to all countries, except for&hellip;',
      specific: 'Sell to specific countries',
    },
  ],
  ['all_except_countries', 'Sell to all countries, except for&hellip;', 'multiselect', '', '', countryChoices],
  [
    ...(['specific_allowed_countries', 'Sell to specific countries', 'multiselect', ''] as const),
    reach(
      ({ sellsTo }) => listed(sellsTo),
      (value, before) => sells(value as readonly string[], before),
      atLeastOne,
    ),
    countryChoices,
  ],
  [
    ...(['ship_to_countries', 'Shipping location(s)', 'select', ''] as const),
    reach(
      ({ sellsTo, shipsTo }) => (isSame(sellsTo, shipsTo) ? '' : shipsTo === 'everywhere' ? 'all' : 'specific'),
      (value, { sellsTo, shipsTo }) => ({
        shipsTo: value === '' ? sellsTo : value === 'all' ? 'everywhere' : specific(shipsTo),
      }),
      (value) => (value === 'disabled' ? 'Goods are always shipped or picked up.' : null),
    ),
    {
      '': 'Ship to all countries you sell to',
      all: 'Ship to all countries',
      specific: 'Ship to specific countries only',
      disabled: 'Disable shipping &amp; shipping calculations',
    },
  ],
  [
    ...(['specific_ship_to_countries', 'Ship to specific countries', 'multiselect', ''] as const),
    reach(
      ({ shipsTo }) => listed(shipsTo),
      (value) => ({ shipsTo: value as readonly string[] }),
      atLeastOne,
    ),
    countryChoices,
  ],
  [
    ...(['default_customer_address', 'Default customer location', 'select', 'base', 'base'] as const),
    {
      '': 'No location by default',
      base: 'Shop country/region',
      geolocation: 'Geolocate',
      geolocation_ajax: 'Geolocate (with page caching support)',
    },
  ],
  ['address_autocomplete_enabled', '', 'checkbox', 'no', 'no'],
  ['calc_taxes', 'Enable taxes', 'checkbox', 'no', 'yes'],
  ['enable_coupons', 'Enable coupons', 'checkbox', 'yes', 'yes'],
  ['calc_discounts_sequentially', '', 'checkbox', 'no', 'no'],
  [
    ...(['currency', 'Currency', 'select', 'USD', shopCurrency] as const),
    () => ({ [shopCurrency]: `${currencyTitle(shopCurrency)} (${currencySymbol(shopCurrency)}) — ${shopCurrency}` }),
  ],
  [
    ...(['currency_pos', 'Currency position', 'select', 'left', 'left'] as const),
    { left: 'Left', right: 'Right', left_space: 'Left with space', right_space: 'Right with space' },
  ],
  ['price_thousand_sep', 'Thousand separator', 'text', ',', ','],
  ['price_decimal_sep', 'Decimal separator', 'text', '.', '.'],
  ['price_num_decimals', 'Number of decimals', 'number', '2', '2'],
])

const stockFormats = {
  '': 'Always show quantity remaining in stock e.g. "12 in stock"',
  low_amount: 'Only show quantity remaining in stock when low e.g. "Only 2 left in stock"',
  no_amount: 'Never show quantity remaining in stock',
}

const downloadMethods = {
  force: 'Force downloads',
  xsendfile: 'X-Accel-Redirect/X-Sendfile',
  redirect: 'Redirect only (Insecure)',
}

const products = group('products', 'Products', [
  [
    ...(['cart_redirect_after_add', 'Add to cart behaviour', 'checkbox', 'no'] as const),
    settingOf('shop', 'cart_redirect_after_add'),
  ],
  ['enable_ajax_add_to_cart', '', 'checkbox', 'yes', 'yes'],
  ['placeholder_image', 'Placeholder image', 'text', '', ''],
  ['weight_unit', 'Weight unit', 'select', 'lbs', settingOf('shop', 'weight_unit'), textsAs('kg g lbs oz')],
  ['dimension_unit', 'Dimensions unit', 'select', 'in', 'cm', textsAs('m cm mm in yd')],
  ['enable_reviews', 'Enable reviews', 'checkbox', 'yes', 'yes'],
  ['review_rating_verification_label', '', 'checkbox', 'yes', 'yes'],
  ['review_rating_verification_required', '', 'checkbox', 'no', settingOf('shop', 'reviews_buyers_only')],
  ['enable_review_rating', 'Product ratings', 'checkbox', 'yes', 'yes'],
  ['review_rating_required', '', 'checkbox', 'yes', settingOf('shop', 'review_rating_required')],
  ['manage_stock', 'Manage stock', 'checkbox', 'yes', 'yes'],
  ['hold_stock_minutes', 'Hold stock (minutes)', 'number', '60', settingOf('payments', 'hold_stock_minutes')],
  ['notify_low_stock', 'Notifications', 'checkbox', 'yes', mailSetting('low-stock', 'enabled')],
  ['notify_no_stock', '', 'checkbox', 'yes', mailSetting('no-stock', 'enabled')],
  ['stock_email_recipient', 'Notification recipient(s)', 'text', '', mailSetting('low-stock', 'recipients')],
  ['notify_low_stock_amount', 'Low stock threshold', 'number', '2', settingOf('shop', 'notify_low_stock_amount')],
  ['notify_no_stock_amount', 'Out of stock threshold', 'number', '0', '0'],
  ['hide_out_of_stock_items', 'Out of stock visibility', 'checkbox', 'no', 'no'],
  ['stock_format', 'Stock display format', 'select', '', 'low_amount', stockFormats],
  ['file_download_method', 'File download method', 'select', 'force', 'force', downloadMethods],
  ['downloads_redirect_fallback_allowed', '', 'checkbox', 'no', 'no'],
  ['downloads_require_login', 'Access restriction', 'checkbox', 'no', 'no'],
  ['downloads_grant_access_after_payment', '', 'checkbox', 'yes', 'yes'],
  ['downloads_deliver_inline', 'Open in browser', 'checkbox', 'no', 'no'],
  ['downloads_add_hash_to_filename', 'Filename', 'checkbox', 'yes', 'yes'],
  ['downloads_count_partial', 'Count partial downloads', 'checkbox', 'yes', 'yes'],
])

const taxes = (read: (taxes: Values['taxes']) => string, change: (value: unknown) => Partial<Values['taxes']>) =>
  codeSetting(
    (values) => read(values.taxes),
    (value, before) => ({ taxes: { ...before.taxes, ...change(value) } }),
  )
const inclOrExcl = { incl: 'Including tax', excl: 'Excluding tax' }
const shownPrices = derived((values) => (values.taxes.pricesIncludeTax ? 'incl' : 'excl'))

const tax = group('tax', 'Tax', [
  [
    ...(['prices_include_tax', 'Prices entered with tax', 'radio', 'no'] as const),
    taxes(
      ({ pricesIncludeTax }) => yesNo(pricesIncludeTax),
      (value) => ({ pricesIncludeTax: value === 'yes' }),
    ),
    { yes: 'Yes, I will enter prices inclusive of tax', no: 'No, I will enter prices exclusive of tax' },
  ],
  [
    ...(['tax_based_on', 'Calculate tax based on', 'select', 'shipping', 'shipping'] as const),
    { shipping: 'Customer shipping address', billing: 'Customer billing address', base: 'Shop base address' },
  ],
  [
    ...(['shipping_tax_class', 'Shipping tax class', 'select', 'inherit', 'inherit'] as const),
    { inherit: 'Shipping tax class based on cart items' },
  ],
  [
    ...(['tax_round_at_subtotal', 'Rounding', 'checkbox', 'no'] as const),
    taxes(
      ({ roundTax }) => yesNo(roundTax === 'subtotal'),
      (value) => ({ roundTax: value === 'yes' ? 'subtotal' : 'line' }),
    ),
  ],
  ['tax_display_shop', 'Display prices in the shop', 'select', 'excl', shownPrices, inclOrExcl],
  ['tax_display_cart', 'Display prices during cart and checkout', 'select', 'excl', shownPrices, inclOrExcl],
  ['price_display_suffix', 'Price display suffix', 'text', '', ''],
  [
    ...(['tax_total_display', 'Display tax totals', 'select', 'itemized', 'itemized'] as const),
    { single: 'As a single total', itemized: 'Itemized' },
  ],
])

const shipping = group('shipping', 'Shipping', [
  ['enable_shipping_calc', 'Calculations', 'checkbox', 'yes', 'yes'],
  ['shipping_cost_requires_address', '', 'checkbox', 'no', 'no'],
  ['shipping_hide_rates_when_free', '', 'checkbox', 'no', 'no'],
  [
    ...(['ship_to_destination', 'Shipping destination', 'radio', 'billing', 'billing'] as const),
    {
      shipping: 'Default to customer shipping address',
      billing: 'Default to customer billing address',
      billing_only: 'Force shipping to the customer billing address',
    },
  ],
  ['shipping_debug_mode', 'Debug mode', 'checkbox', 'no', 'no'],
])

type Creation = Values['checkout']['accountCreation']
const accountCreation = (read: (creation: Creation) => boolean, change: (is: boolean) => Creation) =>
  codeSetting(
    ({ checkout }) => yesNo(read(checkout.accountCreation)),
    (value, { checkout }) => ({ checkout: { ...checkout, accountCreation: change(value === 'yes') } }),
  )

const account = group('account', 'Accounts &amp; Privacy', [
  ['enable_guest_checkout', 'Checkout', 'checkbox', 'yes', 'yes'],
  ['enable_checkout_login_reminder', 'Login', 'checkbox', 'no', 'no'],
  ['enable_delayed_account_creation', 'Account creation', 'checkbox', 'no', 'no'],
  [
    ...(['enable_signup_and_login_from_checkout', 'Account creation', 'checkbox', 'no'] as const),
    accountCreation(
      (creation) => creation !== 'none',
      (is) => (is ? 'link' : 'none'),
    ),
  ],
  ['enable_myaccount_registration', 'Account creation', 'checkbox', 'no', settingOf('accounts', 'registration')],
  [
    ...(['registration_generate_password', 'Account creation options', 'checkbox', 'yes'] as const),
    accountCreation(
      (creation) => creation !== 'password',
      (is) => (is ? 'link' : 'password'),
    ),
  ],
  ['erasure_request_removes_order_data', 'Account erasure requests', 'checkbox', 'no', 'no'],
  ['erasure_request_removes_download_data', '', 'checkbox', 'no', 'no'],
  ['allow_bulk_remove_personal_data', 'Personal data removal', 'checkbox', 'no', 'no'],
])

const sender = ({ shop: { contact_email: contact, owner_email: owner } }: Values) => (contact === '' ? owner : contact)

const email = group('email', 'Emails', [
  ['email_from_name', '"From" name', 'text', '', derived(({ shop }) => shop.title)],
  ['email_from_address', '"From" address', 'email', '', derived(sender)],
])

const visibility = group('site-visibility', 'Site visibility', [
  ['coming_soon', 'Coming soon', 'checkbox', 'no', settingOf('appearance', 'coming_soon')],
])

const endpoints: Readonly<Record<string, string>> = {
  checkout_pay: 'order-pay',
  checkout_order_received: 'order-received',
  myaccount_add_payment_method: 'add-payment-method',
  myaccount_delete_payment_method: 'delete-payment-method',
  myaccount_set_default_payment_method: 'set-default-payment-method',
  myaccount_orders: 'orders',
  myaccount_view_order: 'view-order',
  myaccount_downloads: 'downloads',
  myaccount_edit_account: 'edit-account',
  myaccount_edit_address: 'edit-address',
  myaccount_payment_methods: 'payment-methods',
  myaccount_lost_password: 'lost-password',
  logout: 'customer-logout',
}
const wordsOf = (slug: string) => slug.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

const advanced = group('advanced', 'Advanced', [
  ...Object.entries(endpoints).map(([id, slug]): Row => [`${id}_endpoint`, wordsOf(slug), 'text', slug, slug]),
  ['allow_tracking', 'Enable tracking', 'checkbox', 'no', 'no'],
  ['show_marketplace_suggestions', 'Show Suggestions', 'checkbox', 'yes', 'no'],
  [
    ...(['custom_orders_table_enabled', 'Order data storage', 'radio', 'no', 'yes'] as const),
    { no: 'WordPress posts storage (legacy)', yes: 'High-performance order storage (recommended)' },
  ],
])

/** Types of email: WooCommerce's id, our type, its label and to whom it goes. */
const emailTypes = [
  ['new_order', 'new-order', 'New order', 'shop'],
  ['cancelled_order', 'shop-order-cancelled', 'Cancelled order', 'shop'],
  ['customer_cancelled_order', 'order-cancelled', 'Cancelled order', 'customer'],
  ['failed_order', 'shop-payment-failed', 'Failed order', 'shop'],
  ['customer_failed_order', 'payment-failed', 'Failed order', 'customer'],
  ['customer_processing_order', 'order-confirmation', 'Processing order', 'customer'],
  ['customer_completed_order', 'order-sent', 'Completed order', 'customer'],
  ['customer_refunded_order', 'order-refunded', 'Refunded order', 'customer'],
  ['customer_invoice', 'payment-request', 'Order details', 'customer'],
  ['customer_note', 'customer-note', 'Customer note', 'customer'],
  ['customer_reset_password', 'reset-password', 'Reset password', 'customer'],
  ['customer_new_account', 'new-account', 'New account', 'customer'],
] as const

const emailGroups = emailTypes.map(
  ([id, type, label, to]): OptionGroup => ({
    ...{ id: `email_${id}`, label, description: '', parent: 'email' },
    options: rows('', [
      ['enabled', 'Enable/Disable', 'checkbox', 'yes', mailSetting(type, 'enabled')],
      ...(to === 'shop' ? [['recipient', 'Recipient(s)', 'text', '', mailSetting(type, 'recipients')] as Row] : []),
      ['subject', 'Subject', 'text', '', mailSetting(type, 'subject')],
      ['email_type', 'Email type', 'select', 'html', 'multipart', { multipart: 'Multipart' }],
    ]),
  }),
)

/** Gateways have their settings in `wc/v3/payment_gateways`. */
const checkout = group('checkout', 'Payments', [])

export const optionGroups: readonly OptionGroup[] = [
  ...[general, products, tax, shipping, checkout, account, email, visibility, advanced],
  ...emailGroups,
]
