import { type Context, Hono } from 'hono'
import {
  type AddressBookProblem,
  addAddress,
  changeAddress,
  labelProblem,
  MAX_ADDRESSES,
  MAX_LABEL_LENGTH,
  readSavedAddress,
  useAddressFor,
} from '../../../people/account/address-book.ts'
import type { Address } from '../../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem, withBareLabels } from '../../../people/addresses/address-check.ts'
import { countriesIn, includesCountry } from '../../../people/addresses/countries.ts'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { parseFormAddress, shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { fieldNotices } from '../../../shop/checkout/checkout-notices.tsx'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import { ADDRESS_NONCE, addressScripts, errorsByField } from './addresses.routes.tsx'
import type { AccountContext } from './context.ts'
import { SavedAddressPage } from './pages/saved-address-page.tsx'

/** Labelled addresses have the fields of a billing address, so that each can be used for either; the email is the account's. */
const SET = 'billing'

const problemTexts: Readonly<Record<AddressBookProblem, string>> = {
  'label-missing': 'Name of this address is a required field.',
  'label-too-long': `Name of this address is too long: it can have ${MAX_LABEL_LENGTH} characters at most.`,
  'too-many': `Your address book is full: it holds ${MAX_ADDRESSES} addresses. Please delete one first.`,
  gone: 'This address is not in your address book any more.',
}

/** An address of the address book: a new one, and one to change (ACC-02). */
export function addressBookRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  const show = async (context: Context, session: AuthSession) => {
    const id = idOf(context)
    const saved = id === null ? null : await readSavedAddress(shop.db, session.user.id, id)
    if (id !== null && !saved) return goneBack(context, shop)
    return savedAddressPage(context, shop, session, { label: saved?.label ?? '', values: saved?.address ?? {} })
  }
  const form = {
    nonceField: ADDRESS_NONCE,
    submit: (context: Context, session: AuthSession, fields: Fields) => save(context, shop, session, fields),
    again: (context: Context, session: AuthSession, fields: Fields, notices: NoticeList) =>
      savedAddressPage(context, shop, session, { ...typed(shop, fields), notices }),
  }
  for (const path of [paths.accountNewAddress, paths.accountSavedAddress]) {
    accountPage(app, shop, path, show)
    accountForm(app, shop, path, form)
  }
  return app
}

/** Null for a new address. */
function idOf(context: Context): number | null {
  const id = context.req.param('address')
  return id === undefined ? null : Number(id)
}

/** Another's address looks like one that does not exist. */
function goneBack(context: Context, shop: AccountContext) {
  setFlash(context, shop, [{ kind: 'info', text: problemTexts.gone }])
  return context.redirect(paths.accountAddresses, 303)
}

const typed = (shop: AccountContext, fields: Fields) => ({
  label: fields.address_label ?? '',
  values: parseFormAddress(fields, SET, shop.settings()),
  isDefault: { billing: fields.use_for_billing !== undefined, shipping: fields.use_for_shipping !== undefined },
})

async function save(context: Context, shop: AccountContext, session: AuthSession, fields: Fields) {
  const userId = session.user.id
  const id = idOf(context)
  const input = typed(shop, fields)
  const label = labelProblem(input.label)
  const problems = problemsOf(fields, shop.settings())
  if (label !== null || problems.length > 0)
    return savedAddressPage(context, shop, session, { ...input, problems, labelError: label && problemTexts[label] })
  const change = { label: input.label, address: { ...input.values, email: '' } }
  const saved = id === null ? await addAddress(shop, userId, change) : await changeAddress(shop, userId, id, change)
  if (!saved.ok) {
    if (saved.problem === 'gone') return goneBack(context, shop)
    const notices = [{ kind: 'error', text: problemTexts[saved.problem] }] as const
    return savedAddressPage(context, shop, session, { ...input, notices })
  }
  for (const set of ['billing', 'shipping'] as const)
    if (input.isDefault[set]) await useAddressFor(shop, userId, saved.id, set)
  setFlash(context, shop, [{ kind: 'success', text: 'Address changed successfully.' }])
  return context.redirect(paths.accountAddresses, 303)
}

/** The checkout's rules; its messages without 'Billing', because the address is for either. */
const problemsOf = (fields: Fields, settings: CheckoutSettings): readonly CheckoutProblem[] =>
  withBareLabels(
    addressProblems(fields, SET, { rulesOf: shopAddressRules(settings), skip: ['email'] }, (country) =>
      isServed(country, settings) ? null : { kind: 'not-served', text: 'is not one we sell or ship to.' },
    ),
  )

const isServed = (country: string, { checkout }: CheckoutSettings): boolean =>
  includesCountry(country, checkout.sellsTo) || includesCountry(country, checkout.shipsTo)

type PageState = {
  readonly label: string
  readonly labelError?: string | null
  readonly values: Partial<Address>
  readonly isDefault?: { readonly billing: boolean; readonly shipping: boolean }
  readonly problems?: readonly CheckoutProblem[]
  readonly notices?: NoticeList
}

function savedAddressPage(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  { notices = [], problems = [], labelError = null, isDefault, ...state }: PageState,
) {
  const settings = shop.settings()
  const id = idOf(context)
  const labelNotices = labelError ? [{ kind: 'error', field: 'address_label', text: labelError } as const] : []
  const { sellsTo, shipsTo } = settings.checkout
  const isOffered = new Set([...countriesIn(sellsTo), ...countriesIn(shipsTo)].map(({ code }) => code))
  return renderAccountPage(context, shop, session, {
    section: 'edit-address',
    title: id === null ? 'Add an address' : 'Change an address',
    notices: [...notices, ...labelNotices, ...fieldNotices(problems)],
    ...addressScripts(settings),
    body: (
      <SavedAddressPage
        {...state}
        {...{ labelError, isDefault: isDefault ?? { billing: false, shipping: false } }}
        action={id === null ? paths.accountNewAddress : hrefs.accountSavedAddress(id)}
        errors={errorsByField(problems)}
        countries={countriesIn('everywhere').filter(({ code }) => isOffered.has(code))}
        rulesOf={shopAddressRules(settings)}
        baseCountry={settings.storeAddress.country}
        nonce={{ name: ADDRESS_NONCE, value: formNonce(shop, session, ADDRESS_NONCE) }}
      />
    ),
  })
}
