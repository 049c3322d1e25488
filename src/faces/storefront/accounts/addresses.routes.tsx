import { type Context, Hono } from 'hono'
import type { AuthSession } from '../../../people/accounts/auth-session.ts'
import { loadAddresses, saveAddresses } from '../../../people/accounts/users.store.ts'
import type { Address, FieldSet } from '../../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { countriesIn, includesCountry } from '../../../people/addresses/countries.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { parseFormAddress, shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { fieldNotices } from '../../../shop/checkout/checkout-notices.tsx'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { AddressesPage, AddressPage } from './pages/address-pages.tsx'

const NONCE = 'woocommerce-edit-address-nonce'

export const addressTitles: Readonly<Record<FieldSet, string>> = {
  billing: 'Billing address',
  shipping: 'Shipping address',
}

/** Countries that each address may be in. */
const countriesFor = (set: FieldSet, { checkout }: CheckoutSettings) =>
  set === 'billing' ? checkout.sellsTo : checkout.shipsTo

/** The addresses that fill in the checkout, with its own form and rules (ACC-02). */
export function accountAddressRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  accountPage(app, shop, paths.accountAddresses, async (context, session) => {
    const addresses = await loadAddresses(shop.db, session.user.id)
    return renderAccountPage(context, shop, session, {
      ...{ section: 'edit-address', title: 'Your addresses' },
      body: <AddressesPage {...addresses} />,
    })
  })

  accountPage(app, shop, paths.accountAddress, async (context, session) => {
    const set = setOf(context)
    const addresses = await loadAddresses(shop.db, session.user.id)
    const email = set === 'billing' ? { email: session.user.email } : {}
    return addressPage(context, shop, session, { ...email, ...filled(addresses[set]) }, [])
  })

  accountForm(app, shop, paths.accountAddress, {
    nonceField: NONCE,
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
    body: (
      <AddressPage
        {...{ set, values }}
        action={hrefs.accountAddress(set)}
        errors={new Map(problems.map(({ field, text, fieldLabel }) => [field, `${fieldLabel ?? ''} ${text}`.trim()]))}
        countries={countriesIn(countriesFor(set, settings))}
        rulesOf={shopAddressRules(settings)}
        baseCountry={settings.storeAddress.country}
        nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
      />
    ),
  })
}
