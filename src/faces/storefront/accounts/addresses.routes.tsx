import { type Context, Hono } from 'hono'
import {
  deleteAddress,
  lastDeletedAddress,
  readAddressBook,
  restoreAddress,
  useAddressFor,
} from '../../../people/account/address-book.ts'
import type { Address, FieldSet } from '../../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { countriesIn, includesCountry } from '../../../people/addresses/countries.ts'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { loadAddresses, saveAddresses } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { parseFormAddress, shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { fieldNotices } from '../../../shop/checkout/checkout-notices.tsx'
import { countryGlobals } from '../../../shop/checkout/checkout-view.ts'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { AddressForm } from './pages/address-form.tsx'
import { AddressesPage, addressTitles } from './pages/address-pages.tsx'

export const ADDRESS_NONCE = 'woocommerce-edit-address-nonce'

/** What the pages with an address form need besides: fields follow the country. */
export const addressScripts = (settings: CheckoutSettings) => ({
  scripts: ['src/faces/storefront/accounts/address.client.ts'],
  globals: countryGlobals(settings),
})

/** Countries that each address may be in. */
const countriesFor = (set: FieldSet, { checkout }: CheckoutSettings) =>
  set === 'billing' ? checkout.sellsTo : checkout.shipsTo

/** The addresses that fill in the checkout, with its own form and rules (ACC-02). */
export function accountAddressRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  accountPage(app, shop, paths.accountAddresses, (context, session) => addressesPage(context, shop, session, []))

  accountForm(app, shop, paths.accountAddresses, {
    nonceField: ADDRESS_NONCE,
    async submit(context, session, fields) {
      const notice = await changeBook(shop, session, fields)
      if (notice) setFlash(context, shop, [notice])
      return context.redirect(paths.accountAddresses, 303)
    },
    again: (context, session, _fields, notices) => addressesPage(context, shop, session, notices),
  })

  accountPage(app, shop, paths.accountAddress, async (context, session) => {
    const set = setOf(context)
    const addresses = await loadAddresses(shop.db, session.user.id)
    const email = set === 'billing' ? { email: session.user.email } : {}
    return addressPage(context, shop, session, { ...email, ...filled(addresses[set]) }, [])
  })

  accountForm(app, shop, paths.accountAddress, {
    nonceField: ADDRESS_NONCE,
    async submit(context, session, fields) {
      const set = setOf(context)
      const address = parseFormAddress(fields, set, shop.settings())
      const problems = problemsOf(fields, set, shop.settings())
      if (problems.length > 0) return addressPage(context, shop, session, address, problems)
      await shop.db.transaction(async (tx) => {
        const before = await loadAddresses(tx, session.user.id)
        await saveAddresses(tx, session.user.id, { ...before, [set]: address })
      })
      setFlash(context, shop, [{ kind: 'success', text: 'Address changed successfully.' }])
      return context.redirect(paths.accountAddresses, 303)
    },
    again: (context, session, fields, notices) =>
      addressPage(context, shop, session, parseFormAddress(fields, setOf(context), shop.settings()), [], notices),
  })

  return app
}

async function addressesPage(context: Context, shop: AccountContext, session: AuthSession, notices: NoticeList) {
  const userId = session.user.id
  return renderAccountPage(context, shop, session, {
    ...{ section: 'edit-address', title: 'Your addresses', notices },
    body: (
      <AddressesPage
        {...(await loadAddresses(shop.db, userId))}
        book={await readAddressBook(shop.db, userId)}
        deleted={await lastDeletedAddress(shop, userId)}
        nonce={{ name: ADDRESS_NONCE, value: formNonce(shop, session, ADDRESS_NONCE) }}
      />
    ),
  })
}

const gone: FlashNotice = { kind: 'info', text: 'This address is not in your address book any more.' }

/** Does what the pressed button says; its value is the number of the address. */
async function changeBook(shop: AccountContext, { user }: AuthSession, fields: Fields): Promise<FlashNotice | null> {
  if (fields.delete_address !== undefined)
    return (await deleteAddress(shop, user.id, Number(fields.delete_address))) ? null : gone
  if (fields.restore_address !== undefined) {
    const isBack = await restoreAddress(shop, user.id, Number(fields.restore_address))
    return isBack ? { kind: 'success', text: 'The address is back.' } : gone
  }
  for (const set of ['billing', 'shipping'] as const) {
    const id = fields[`${set}_default`]
    if (id === undefined) continue
    const used = await useAddressFor(shop, user.id, Number(id), set)
    return used ? { kind: 'success', text: `“${used.label}” is your ${set} address now.` } : gone
  }
  return null
}

const setOf = (context: Context): FieldSet => (context.req.param('set') === 'shipping' ? 'shipping' : 'billing')

const filled = (address: Partial<Address>): Partial<Address> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''))

const problemsOf = (fields: Fields, set: FieldSet, settings: CheckoutSettings): CheckoutProblem[] =>
  addressProblems(fields, set, { rulesOf: shopAddressRules(settings) }, (country) =>
    includesCountry(country, countriesFor(set, settings))
      ? null
      : { kind: 'not-served', text: `is not one we ${set === 'billing' ? 'sell' : 'ship'} to.` },
  )

function addressPage(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  values: Partial<Address>,
  problems: readonly CheckoutProblem[],
  notices: NoticeList = [],
) {
  const set = setOf(context)
  const settings = shop.settings()
  return renderAccountPage(context, shop, session, {
    section: 'edit-address',
    title: addressTitles[set],
    notices: [...notices, ...fieldNotices(problems)],
    ...addressScripts(settings),
    body: (
      <AddressForm
        {...{ set, values }}
        action={hrefs.accountAddress(set)}
        errors={errorsByField(problems)}
        countries={countriesIn(countriesFor(set, settings))}
        rulesOf={shopAddressRules(settings)}
        baseCountry={settings.storeAddress.country}
        nonce={{ name: ADDRESS_NONCE, value: formNonce(shop, session, ADDRESS_NONCE) }}
      />
    ),
  })
}

export const errorsByField = (problems: readonly CheckoutProblem[]): ReadonlyMap<string, string> =>
  new Map(problems.map(({ field, text, fieldLabel }) => [field, `${fieldLabel ?? ''} ${text}`.trim()]))
